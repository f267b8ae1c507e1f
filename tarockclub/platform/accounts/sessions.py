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

from tarockclub.kit.text import parse_whole
from tarockclub.models import Account
from tarockclub.platform.clubs.current_club import ClubLink, find_addressed_club, find_current_club, list_open_clubs
from tarockclub.platform.clubs.middleware import find_club_of_thing
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.server.database_errors import is_unwritable

BEGUN_AT = "begun"  # seconds since 1970
USED_AT = "used"
BY_ITSELF = "tarockclub.by_itself"  # in the META of automatic requests of a page: they do not count as use
BACKEND = "tarockclub.platform.accounts.club_backend.ClubBackend"
_CLUB_COOKIE = f"{settings.SESSION_COOKIE_NAME}-"  # and the id of a club
_SESSION_CLUB = (
    "tarockclub.session_kept_for"  # in META: the club of the session, and whether the cookies say so already
)
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
    """Keeps a session for each club beside the last one; saves it another time where nothing can be written.

    Whoever works for two clubs stays logged in to both. A log-in, which needs a new session, is refused before.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Load the session of the club that an address names; where it names none, the last one."""
        usual, keys = settings.SESSION_COOKIE_NAME, _list_club_keys(request)
        club = find_addressed_club(request)
        number = club.pk if club is not None else find_club_of_thing(request) if len(keys) > 1 else None
        if number is not None:
            last = request.COOKIES.get(usual)
            key = keys.get(number) or (None if last in keys.values() else last)  # what is another club's is not taken
            request.COOKIES = {name: value for name, value in request.COOKIES.items() if name != usual}
            request.COOKIES |= {usual: key} if key else {}
            request.META[_SESSION_CLUB] = (number, key == last == keys.get(number))
        super().process_request(request)

    def process_response(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Save the session."""
        number, is_current = request.META.get(_SESSION_CLUB, (None, True))
        if not is_current and request.session.accessed and isinstance(getattr(request, "user", None), Account):
            request.session.modified = True  # so that its cookies say it
        try:
            with enter_all_clubs():  # a session is of no club, so none has to be found for it
                answer = super().process_response(request, response)
            if number is not None and settings.SESSION_COOKIE_NAME in answer.cookies:
                name, last = f"{_CLUB_COOKIE}{number}", answer.cookies[settings.SESSION_COOKIE_NAME]
                answer.cookies[name] = last.value
                answer.cookies[name].update(last)
            return answer
        except SessionInterrupted as error:
            # Django takes every failed update for a session that has been deleted meanwhile.
            cause = error.__context__ and error.__context__.__context__
            if not isinstance(cause, DatabaseError) or not is_unwritable(cause):
                raise
            return response


def _list_club_keys(request: HttpRequest) -> dict[int, str]:
    """Return the keys of the sessions that a browser keeps, by club (id)."""
    keys = {
        name.removeprefix(_CLUB_COOKIE): key
        for name, key in request.COOKIES.items()
        if key and name.startswith(_CLUB_COOKIE)
    }
    return {number: key for text, key in keys.items() if (number := parse_whole(text)) is not None}


def list_other_clubs(request: HttpRequest) -> list[ClubLink]:
    """Return the clubs to which a browser is logged in beside the one that is shown; no query if there are none."""
    keys = _list_club_keys(request)
    shown = find_current_club(request) if keys else None
    numbers = keys.keys() - {shown.pk if shown is not None else 0}
    return [link for link in list_open_clubs() if link.club.pk in numbers] if numbers else []


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
