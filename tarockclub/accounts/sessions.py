"""How long somebody stays logged in (12 hours without use, at most 30 days), and where he is."""

import hashlib
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, login
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tarockclub.accounts.browser_names import browser_of
from tarockclub.models import Account, Session

BEGUN = "begun"  # seconds since 1970
USED = "used"
BROWSER = "browser"  # as browser_of() calls it
BY_ITSELF = "tarockclub.by_itself"  # in the META of what a page asks for while nobody touches it: that is no use
NOTED_EVERY = 15 * 60  # a page that is only looked at shall not write each time


def begin(request: HttpRequest, account: Account) -> None:
    """Log somebody in, under a new session key."""
    login(request, account)
    request.session[BEGUN] = int(time.time())
    request.session[BROWSER] = browser_of(request.headers.get("User-Agent", ""))
    _note_use(request.session)


def keep_while_used(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Put off the end of a session that is used, now and then; one that was not looked at is left alone."""

    def noting(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # Where nobody was looked up, or the database could not tell, there is nothing to note either.
        looked_up = getattr(request, "_cached_user", None) is not None and BY_ITSELF not in request.META
        # A clock that was ahead and has been put right must not keep it from being noted.
        if looked_up and abs(time.time() - request.session.get(USED, time.time())) > NOTED_EVERY:
            _note_use(request.session)
        return response

    return noting


def _note_use(session: SessionBase) -> None:
    """Let the session live on from now."""
    now = int(time.time())
    session[USED] = now
    left = session[BEGUN] + settings.LONGEST_SESSION - now
    session.set_expiry(max(1, min(settings.SESSION_COOKIE_AGE, left)))


class Place(NamedTuple):
    """Where somebody is logged in."""

    sign: str  # tells it from the others, and opens nothing
    browser: str
    since: datetime | None
    used: datetime | None
    is_here: bool


def places_of(account: Account, key: str | None) -> list[Place]:
    """Where somebody is logged in, what was used last first; `key` is that of the session that asks."""
    rows = Session.objects.filter(account=account, expire_date__gt=timezone.now())
    counting = [(row, said) for row in rows if (said := row.get_decoded()).get(HASH_SESSION_KEY) == _hash(account)]
    counting.sort(key=lambda found: (found[0].session_key == key, found[1].get(USED, 0)), reverse=True)
    return [
        Place(_sign(row), str(said.get(BROWSER, "")), _moment(said.get(BEGUN)), _moment(said.get(USED)), row.pk == key)
        for row, said in counting
    ]


def end_place(account: Account, sign: str) -> None:
    """Log somebody out at one of the places where he is logged in; once more changes nothing."""
    ids = [row.pk for row in Session.objects.filter(account=account) if _sign(row) == sign]
    Session.objects.filter(pk__in=ids).delete()


def end_places(account: Account, but: str | None = None) -> None:
    """Log somebody out everywhere, but for the session with this key."""
    Session.objects.filter(account=account).exclude(pk=but or "").delete()


def _sign(row: Session) -> str:
    return hashlib.sha256(f"session:{row.session_key}".encode()).hexdigest()[:16]


def _hash(account: Account) -> str:
    return account.get_session_auth_hash()


def _moment(seconds: object) -> datetime | None:
    return datetime.fromtimestamp(seconds, UTC) if isinstance(seconds, int) else None
