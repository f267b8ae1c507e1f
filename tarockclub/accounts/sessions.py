"""The sessions of a user: their length (12 hours without use, at most 30 days), and their places."""

import hashlib
import time
from datetime import UTC, datetime
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, login
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest
from django.utils import timezone

from tarockclub.accounts.browser_names import parse_browser
from tarockclub.clubs.scope import enter_all_clubs
from tarockclub.models import Account, Session

BEGUN_AT = "begun"  # seconds since 1970
USED_AT = "used"
BROWSER = "browser"  # as named by parse_browser()
BY_ITSELF = "tarockclub.by_itself"  # in the META of automatic requests of a page: they do not count as use
BACKEND = "tarockclub.accounts.club_backend.ClubBackend"
NOTED_EVERY = 15 * 60  # so that viewing pages does not write each time


def begin_session(request: HttpRequest, account: Account) -> None:
    """Log somebody in, under a new session key."""
    login(request, account, backend=BACKEND)
    request.session[BEGUN_AT] = int(time.time())
    request.session[BROWSER] = parse_browser(request.headers.get("User-Agent", ""))
    _note_use(request.session)


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


class LoginPlace(NamedTuple):
    """A place where the user is logged in."""

    sign: str  # identifies the session, and gives no access
    browser: str
    since: datetime | None
    used: datetime | None
    is_here: bool


def list_places(account: Account, key: str | None) -> list[LoginPlace]:
    """Return the user's sessions, the most recently used first; `key` is that of the current session."""
    rows = Session.objects.filter(account=account, expire_date__gt=timezone.now())
    counting = [
        (row, said) for row in rows if (said := row.get_decoded()).get(HASH_SESSION_KEY) == _get_auth_hash(account)
    ]
    counting.sort(key=lambda found: (found[0].session_key == key, found[1].get(USED_AT, 0)), reverse=True)
    return [
        LoginPlace(
            _hash_session_key(row),
            str(said.get(BROWSER, "")),
            _parse_moment(said.get(BEGUN_AT)),
            _parse_moment(said.get(USED_AT)),
            row.pk == key,
        )
        for row, said in counting
    ]


def end_place(account: Account, sign: str) -> int:
    """End one of the user's sessions, and return how many were ended; repeating it changes nothing."""
    ids = [row.pk for row in Session.objects.filter(account=account) if _hash_session_key(row) == sign]
    return Session.objects.filter(pk__in=ids).delete()[0]


def end_places(account: Account, but: str | None = None) -> int:
    """End all sessions of a user, except that with this key; return how many were ended."""
    return Session.objects.filter(account=account).exclude(pk=but or "").delete()[0]


def end_everything() -> int:
    """End all sessions of all clubs; return how many were ended."""
    with enter_all_clubs():
        return Session.objects.all().delete()[0]


def _hash_session_key(row: Session) -> str:
    return hashlib.sha256(f"session:{row.session_key}".encode()).hexdigest()[:16]


def _get_auth_hash(account: Account) -> str:
    return account.get_session_auth_hash()


def _parse_moment(seconds: object) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if isinstance(seconds, int) else None
