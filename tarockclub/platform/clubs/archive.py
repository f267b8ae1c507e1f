"""Archived clubs: their staff reads, nobody writes, and for everybody else there is nothing but a sentence."""

from contextvars import ContextVar, Token

from django.conf import settings
from django.http import Http404, HttpRequest

from tarockclub.models import Account, Club

READING_METHODS = ("GET", "HEAD", "OPTIONS")
_READER, _OUTER = "tarockclub.archive_reader", "tarockclub.outer_request"  # in the META of a request
_current_request: ContextVar[HttpRequest | None] = ContextVar("current_request", default=None)


class ClubClosed(Http404):
    """The club is archived."""


def check_open(club: Club) -> None:
    """Raise ClubClosed if a club is archived, except for its staff, who may read; no query for an open one."""
    if club.archived is not None and not may_read_archive(_current_request.get(), club):
        raise ClubClosed


def may_read_archive(request: HttpRequest | None, club: Club) -> bool:
    """Return whether a request comes from the staff of a club."""
    if request is None:
        return False
    reader = request.META.get(_READER) or find_session_account(request)
    return isinstance(reader, Account) and reader.club_id == club.pk


def find_session_account(request: HttpRequest) -> Account | None:
    """Return the account that is logged in; no query without a log-in cookie."""
    user = request.user if settings.SESSION_COOKIE_NAME in request.COOKIES else None
    return user if isinstance(user, Account) else None


def note_program(request: HttpRequest, account: Account) -> bool:
    """Note whose program asks; return whether it may: of an archived club it only reads."""
    request.META[_READER] = account
    return account.club.archived is None or request.method in READING_METHODS


def begin_request(request: HttpRequest) -> None:
    """Note the request that is answered now."""
    request.META[_OUTER] = _current_request.set(request)


def end_request(request: HttpRequest) -> None:
    """End what begin_request() began."""
    token: Token[HttpRequest | None] | None = request.META.pop(_OUTER, None)
    if token is not None:
        _current_request.reset(token)
