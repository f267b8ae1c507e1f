"""Archived clubs: their staff reads, nobody writes, and for everybody else there is nothing but a sentence."""

from contextvars import ContextVar, Token

from django.http import Http404, HttpRequest

from tarockclub.models import Account, Club

READING_METHODS = ("GET", "HEAD", "OPTIONS")
_READING = "tarockclub.reads_archive"  # in the META of a request
_readable_club: ContextVar[int | None] = ContextVar("readable_club", default=None)


class ClubClosed(Http404):
    """The club is archived."""


def check_open(club: Club) -> None:
    """Raise ClubClosed if a club is archived, except while somebody of its staff reads."""
    if club.archived is not None and _readable_club.get() != club.pk:
        raise ClubClosed


def let_staff_read(request: HttpRequest, account: Account) -> bool:
    """Let somebody read the own archived club while a request is answered; return whether the request only reads."""
    request.META.setdefault(_READING, _readable_club.set(account.club_id))
    return request.method in READING_METHODS


def end_reading(request: HttpRequest) -> None:
    """End what let_staff_read() began."""
    token: Token[int | None] | None = request.META.pop(_READING, None)
    if token is not None:
        _readable_club.reset(token)
