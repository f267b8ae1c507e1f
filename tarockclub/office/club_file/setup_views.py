"""The set-up of an empty installation by the file of a club: the code of the server first, then the file."""

import uuid
from collections.abc import Callable
from functools import wraps

from django.core import signing
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tarockclub.office.club_file import imports
from tarockclub.office.club_file.forms import SetupCodeForm, SetupFileForm
from tarockclub.office.club_file.import_views import begin_new_club, build_state, render_import
from tarockclub.platform.accounts.messages import format_wait
from tarockclub.platform.accounts.permissions import is_set_up
from tarockclub.platform.accounts.rate_limits import (
    MOST_FOR_ONE,
    MOST_FROM_ADDRESS,
    TooMany,
    attempt,
    build_scope,
    get_client_address,
)
from tarockclub.platform.accounts.services import has_setup_code, hash_setup_code
from tarockclub.platform.server.wsgi.uploads import IntoDataFolder, take_uploads

_SALT = "tarockclub.setup_file"
_VALID = 3600  # seconds in which the file is to be sent
_KNOWN_SECONDS = 24 * 3600  # in which its page is found


@never_cache
def handle_setup_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code printed by the server; with it the file may be sent."""
    if is_set_up():
        return redirect("log_in")
    form = SetupCodeForm(request.POST if request.method == "POST" else None)
    if request.method != "POST" or not form.is_valid():
        return _render(request, "setup_code", form)
    digest = hash_setup_code(form.cleaned_data["code"])
    scopes = [
        build_scope("setup", get_client_address(request), MOST_FOR_ONE),
        build_scope("setup", "everywhere", MOST_FROM_ADDRESS),
    ]
    try:
        is_valid = attempt(scopes, lambda: True if has_setup_code(digest) else None)
    except TooMany as refused:
        form.add_error(None, format_wait(refused))
        return _render(request, "setup_code", form, 429)
    if is_valid is None:
        form.add_error("code", _("This code is not valid (any more). Please check where the program was started."))
        return _render(request, "setup_code", form)
    return redirect("setup_file", token=signing.dumps(digest, salt=_SALT))


def require_token(view: Callable[[HttpRequest, str], HttpResponse]) -> Callable[[HttpRequest, str], HttpResponse]:
    """Open a page to whoever knew the code, as long as nobody has set the program up."""

    @wraps(view)
    def guard(request: HttpRequest, token: str) -> HttpResponse:
        if is_set_up():
            return redirect("log_in")
        if not has_setup_code(_read_token(token, _VALID)):
            return redirect("setup_code")
        return view(request, token)

    return guard


@never_cache
@require_token
@take_uploads(IntoDataFolder)
def handle_setup_file(request: HttpRequest, token: str) -> HttpResponse:
    """Take the file, and begin to make it the club of this installation."""
    form = SetupFileForm(request.POST if request.method == "POST" else None)
    if (key := begin_new_club(request, form)) is not None:
        return redirect("setup_import", token=token, key=key)
    return _render(request, "setup_file", form)


@never_cache
def show_setup_import(request: HttpRequest, token: str, key: uuid.UUID) -> HttpResponse:
    """Show how far the club is; then it can be logged in."""
    club_import = _find_import(token, key)
    links = {"state": reverse("setup_import_state", args=[token, key]), "next": reverse("log_in")}
    return render_import(request, club_import, links | {"again": reverse("setup_code")}, is_setup=True)


@never_cache
def show_setup_import_state(request: HttpRequest, token: str, key: uuid.UUID) -> HttpResponse:
    """Return the progress of the club."""
    return build_state(_find_import(token, key))


def _find_import(token: str, key: uuid.UUID) -> imports.Import:
    club_import = imports.find_import(str(key)) if _read_token(token, _KNOWN_SECONDS) else None
    if club_import is None:
        raise Http404
    return club_import


def _read_token(token: str, seconds: int) -> str:
    """Return the hash of the code that somebody knew; "" for another token."""
    try:
        return str(signing.loads(token, salt=_SALT, max_age=seconds))
    except signing.BadSignature:
        return ""


def _render(request: HttpRequest, page: str, form: Form, status: int | None = None) -> HttpResponse:
    status = status or (400 if form.is_bound else 200)
    return render(request, f"tarockclub/office/club_file/{page}.html", {"form": form}, status=status)
