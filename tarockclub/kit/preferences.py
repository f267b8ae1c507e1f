"""The choices of a browser for itself: letters, light or dark, whether a table speaks and vibrates there, the order of
the tables on a director's desk.

It is kept in cookies, so that a page comes as it shall look, also without script.
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme

# Addresses that came with a request, to which it shall lead back: only those of this site.


def check_own_address(request: HttpRequest, address: str, otherwise: str = "") -> str:
    """Return the address if it is a path of this site, else the other one ("": that of the first page)."""
    safe = url_has_allowed_host_and_scheme(address, {request.get_host()}, require_https=request.is_secure())
    is_path = address.startswith("/") and not address.startswith("//")
    return address if safe and is_path else otherwise or reverse("home")


USUAL = "usual"  # the first of each; not kept
CHOICES = {
    "letters": (USUAL, "large", "huge"),
    "light": (USUAL, "light", "dark"),  # usual: as the device
    "voice": (USUAL, "on"),
    "vibration": (USUAL, "off"),
}
_A_YEAR = 365 * 24 * 3600


def get_preferences(request: HttpRequest) -> dict[str, str]:
    """Return the choices of a browser by name; the usual ones for what it has not chosen."""
    cookies = {name: request.COOKIES.get(name, USUAL) for name in CHOICES}
    return {name: value if value in CHOICES[name] else USUAL for name, value in cookies.items()}


def add_preferences(request: HttpRequest) -> dict[str, dict[str, str]]:
    """Add the choices of the browser to the context of every page."""
    return {"preferences": get_preferences(request)}


def keep_preferences(request: HttpRequest) -> HttpResponse:
    """Keep what was chosen in a form, and show the page again on which it stood."""
    response = redirect(check_own_address(request, request.POST.get("next", "")))
    for name, values in CHOICES.items():
        value = request.POST.get(name)
        if value == USUAL:
            response.delete_cookie(name, samesite="Lax")
        elif value in values:
            response.set_cookie(
                name, value, max_age=_A_YEAR, secure=not settings.INN_MODE, httponly=True, samesite="Lax"
            )
    return response
