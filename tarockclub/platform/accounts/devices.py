"""The author's identity: the device, known by a random cookie, and the person who is logged in, if any."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tarockclub.platform.accounts.actors import PAGE, Actor
from tarockclub.platform.accounts.permissions import find_account
from tarockclub.platform.accounts.secret_links import draw_secret, hash_secret, is_secret
from tarockclub.platform.accounts.sessions import keep_while_used, parse_browser
from tarockclub.platform.clubs.middleware import find_club_of_thing

COOKIE = "device"
WITHOUT_COOKIES = "without_cookies"  # attribute of a response that is shown within another site
A_YEAR = 365 * 24 * 3600
DIGITS = 16  # of the hash that is kept


def get_device(request: HttpRequest) -> str:
    """Return the id of the device in the books, 16 hexadecimal digits; empty for a device without cookies."""
    return hash_device(request.COOKIES.get(COOKIE, ""))


def hash_device(secret: str) -> str:
    """Return the id of the device that keeps a secret; empty if it is none of ours."""
    return hash_secret("device", secret)[:DIGITS] if is_secret(secret) else ""


def get_person_id(request: HttpRequest) -> int | None:
    """Return the id of the person who is logged in; no query without a log-in cookie.

    Somebody logged in at one club is a stranger at the tables of another one.
    """
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    account = find_account(request)
    if account is None or find_club_of_thing(request) not in (None, account.club_id):
        return None
    return account.person_id


def build_author(request: HttpRequest) -> Actor:
    """Return who asks for a page, as the club's log names them: person, device and browser."""
    browser = parse_browser(request.headers.get("User-Agent", ""))
    return Actor(get_person_id(request), get_device(request), browser=browser, way=PAGE)


def remember_browser(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Extend a session in use, and give a device its cookie with the first response."""

    def set_cookie(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # If no user was looked up, or the database was unavailable, there is nothing to note.
        if getattr(request, "_cached_user", None) is not None:
            keep_while_used(request)
        wants_cookie = response.headers.get("Content-Type", "").startswith("text/html")
        if wants_cookie and not get_device(request) and not getattr(response, WITHOUT_COOKIES, False):
            response.set_cookie(
                COOKIE,
                draw_secret(),
                max_age=A_YEAR,
                secure=not settings.INN_MODE,
                httponly=True,
                samesite="Lax",
            )
        return response

    return set_cookie
