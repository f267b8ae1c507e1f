"""The sessions of a user: their length (12 hours without use, at most 30 days), and their places."""

import time
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, login, update_session_auth_hash
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.exceptions import SessionInterrupted
from django.contrib.sessions.middleware import SessionMiddleware
from django.contrib.sessions.models import Session
from django.db import DatabaseError, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tarockclub.models import Account
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.server.database_errors import is_unwritable

BEGUN_AT = "begun"  # seconds since 1970
USED_AT = "used"
BY_ITSELF = "tarockclub.by_itself"  # in the META of automatic requests of a page: they do not count as use
BACKEND = "tarockclub.platform.accounts.club_backend.ClubBackend"
NOTED_EVERY = 15 * 60  # so that viewing pages does not write each time
NO_ADDRESS = "0.0.0.0"  # noqa: S104 -- allauth's rows must have one, and nobody needs to know it
# Rough names, so that users recognize their own devices. The first match counts: most browsers also name others.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


@transaction.atomic
def begin_session(request: HttpRequest, account: Account) -> None:
    """Log somebody in, under a new session key."""
    login(request, account, backend=BACKEND)
    request.session[BEGUN_AT] = int(time.time())
    _note_use(request.session)
    _note_place(request, account)


@transaction.atomic
def keep_session(request: HttpRequest, account: Account) -> None:
    """Let the session in which a password was changed go on, under a new session key."""
    update_session_auth_hash(request, account)
    _note_place(request, account)


def keep_while_used(request: HttpRequest) -> None:
    """Extend a session in use, now and then."""
    # A clock that was ahead and has been corrected must not prevent this.
    if BY_ITSELF not in request.META and abs(time.time() - request.session.get(USED_AT, time.time())) > NOTED_EVERY:
        _note_use(request.session)


def _note_use(session: SessionBase) -> None:
    """Extend the session from now."""
    now = int(time.time())
    session[USED_AT] = now
    left = session[BEGUN_AT] + settings.LONGEST_SESSION - now
    session.set_expiry(max(1, min(settings.SESSION_COOKIE_AGE, left)))


def _note_place(request: HttpRequest, account: Account) -> None:
    """Add a session to the list of its user, with a rough name of the browser."""
    if not request.session.session_key:  # a log-in in the place of somebody else's
        request.session.create()
    UserSession.objects.create(
        user=account,
        session_key=request.session.session_key,
        ip=NO_ADDRESS,
        user_agent=parse_browser(request.headers.get("User-Agent", "")),
        created_at=datetime.fromtimestamp(request.session.get(BEGUN_AT, time.time()), UTC),
    )


class PatientSessionMiddleware(SessionMiddleware):
    """Saves a session another time where nothing can be written; a log-in, which needs a new one, is refused before."""

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Save the session."""
        try:
            with enter_all_clubs():  # a session is of no club, so none has to be found for it
                return super().process_response(request, response)
        except SessionInterrupted as error:
            # Django takes every failed update for a session that has been deleted meanwhile.
            cause = error.__context__ and error.__context__.__context__
            if not isinstance(cause, DatabaseError) or not is_unwritable(cause):
                raise
            return response


class LoginPlace(NamedTuple):
    """A place where the user is logged in."""

    row: UserSession  # its pk identifies the session, and gives no access
    used: datetime
    is_here: bool


def list_places(account: Account, key: str | None) -> list[LoginPlace]:
    """Return the user's sessions, the most recently used first; `key` is that of the current session."""
    rows = {row.session_key: row for row in UserSession.objects.filter(user=account)}
    places = []
    for session in Session.objects.filter(session_key__in=rows, expire_date__gt=timezone.now()):
        row, content = rows[session.session_key], session.get_decoded()
        if content.get(HASH_SESSION_KEY) == account.get_session_auth_hash():
            used = datetime.fromtimestamp(content[USED_AT], UTC)
            places.append(LoginPlace(row, used, row.session_key == key))
    return sorted(places, key=lambda place: (place.is_here, place.used), reverse=True)


def end_place(account: Account, number: str) -> int:
    """End one of the user's sessions, and return how many were ended; repeating it changes nothing."""
    return _end(row for row in UserSession.objects.filter(user=account) if str(row.pk) == number)


def end_places(account: Account, but: str | None = None) -> int:
    """End all sessions of a user, except that with this key; return how many were ended."""
    return _end(UserSession.objects.filter(user=account).exclude(session_key=but or ""))


def _end(rows: Iterable[UserSession]) -> int:
    ended = 0
    for row in rows:
        row.end()
        ended += 1
    return ended


def end_everything() -> None:
    """End all sessions of all clubs."""
    with enter_all_clubs():
        Session.objects.all().delete()
        UserSession.objects.all().delete()


def delete_ended() -> None:
    """Delete the sessions whose time is over, and what the lists of devices say of ended ones."""
    with enter_all_clubs():
        Session.objects.filter(expire_date__lt=timezone.now()).delete()
        UserSession.objects.exclude(session_key__in=Session.objects.values("session_key")).delete()


def parse_browser(agent: str) -> str:
    """Return browser and system of a User-Agent header; empty if it names neither.

    >>> parse_browser("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0")
    'Firefox, Android'
    """
    names = (next((name for sign, name in signs if sign in agent), "") for signs in (_BROWSERS, _SYSTEMS))
    return ", ".join(filter(None, names))
