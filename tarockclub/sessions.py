"""How long somebody stays logged in: 12 hours without use, at most 30 days."""

import time
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import login
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse

from tarockclub.models import Account

BEGUN = "begun"  # seconds since 1970
USED = "used"
BY_ITSELF = "tarockclub.by_itself"  # in the META of what a page asks for while nobody touches it: that is no use
NOTED_EVERY = 15 * 60  # a page that is only looked at shall not write each time


def begin(request: HttpRequest, account: Account) -> None:
    """Log somebody in, under a new session key."""
    login(request, account)
    request.session[BEGUN] = int(time.time())
    _note_use(request.session)


def keep_while_used(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Put off the end of a session that is used, now and then; one that was not looked at is left alone."""

    def noting(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        # Where nobody was looked up, or the database could not tell, there is nothing to note either.
        looked_up = getattr(request, "_cached_user", None) is not None and BY_ITSELF not in request.META
        if looked_up and request.session.get(USED, time.time()) + NOTED_EVERY < time.time():
            _note_use(request.session)
        return response

    return noting


def _note_use(session: SessionBase) -> None:
    """Let the session live on from now."""
    now = int(time.time())
    session[USED] = now
    left = session[BEGUN] + settings.LONGEST_SESSION - now
    session.set_expiry(max(1, min(settings.SESSION_COOKIE_AGE, left)))
