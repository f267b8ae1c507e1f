"""Limits on attempts to log in: failures are counted, for an account and for an address; successes never.

Our own table instead of a package: it is short, and it treats devices known from before separately, so that others at
the inn cannot lock them out.
"""

import ipaddress
import time
from collections import deque
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple, TypeVar

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, transaction
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from tarockclub.kit import time_source
from tarockclub.models import FailedAttempt
from tarockclub.platform.server.database_errors import is_unwritable
from tarockclub.platform.server.wsgi.turns import TooBusy

WINDOW = timedelta(minutes=15)
MOST_FOR_ONE = 10  # failures for one account, or for codes from one address
MOST_FROM_ADDRESS = 100  # all phones of an inn may share one
MOST_WRONG_LINKS = 60  # from one address
T = TypeVar("T")
# Failures that could not be written because the disk is full: time (monotonic) and scope.
_UNWRITTEN: deque[tuple[float, str]] = deque(maxlen=10_000)


class AttemptScope(NamedTuple):
    """A scope for counting failures, and its limit within the window."""

    key: str
    most: int
    forgiven: bool  # reset by a success


class TooMany(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Too many attempts have failed: this one is not checked."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until)
        self.until = until

    @property
    def minutes(self) -> int:
        """The waiting time, in minutes, rounded up."""
        return max(1, -int((time_source.now() - self.until).total_seconds() // 60))


def build_scope(kind: str, what: str, most: int, *, forgiven: bool = False) -> AttemptScope:
    """Return a scope for counting failures; only its keyed hash is stored."""
    return AttemptScope(
        salted_hmac("tarockclub.attempts", f"{kind}:{what}", algorithm="sha256").hexdigest(), most, forgiven
    )


def attempt(scopes: Sequence[AttemptScope], judge: Callable[[], T | None]) -> T | None:
    """Make an attempt, unless too many have failed; a result of `judge` is a success, None a failure."""
    try:
        _clamp_failures()
        _refuse_if_too_many(scopes, others=0)
        own = _count_attempt(scopes)
    except DatabaseError as error:
        if not is_unwritable(error):
            raise
        return _attempt_unwritten(scopes, judge)
    try:
        _refuse_if_too_many(scopes, others=1)
        result = judge()
    except (TooMany, TooBusy):  # not a failure: it was not checked
        FailedAttempt.objects.filter(pk__in=own).delete()
        raise
    if result is not None:
        FailedAttempt.objects.filter(pk__in=own).delete()
        FailedAttempt.objects.filter(scope__in=[scope.key for scope in scopes if scope.forgiven]).delete()
    return result


def _clamp_failures() -> None:
    """Let failures from a clock that was ahead, and has been corrected, end with the usual window."""
    now = time_source.now()
    if FailedAttempt.objects.filter(at__gt=now).exists():
        FailedAttempt.objects.filter(at__gt=now).update(at=now)


def _count_attempt(scopes: Sequence[AttemptScope]) -> list[int]:
    """Count an attempt before the check: of fifty attempts at once, only the allowed number is checked."""
    now = time_source.now()
    with transaction.atomic():
        FailedAttempt.objects.filter(at__lt=now - WINDOW).delete()
        return [FailedAttempt.objects.create(scope=scope.key, at=now).pk for scope in scopes]


def _attempt_unwritten(scopes: Sequence[AttemptScope], judge: Callable[[], T | None]) -> T | None:
    """Do the same while the database cannot be written: failures are counted in memory."""
    now, window = time.monotonic(), WINDOW.total_seconds()
    for scope in scopes:
        failed = [moment for moment, key in _UNWRITTEN if key == scope.key and moment > now - window]
        if len(failed) >= scope.most:
            raise TooMany(time_source.now() + timedelta(seconds=failed[-scope.most] + window - now))
    own = [(now, scope.key) for scope in scopes]
    _UNWRITTEN.extend(own)
    try:
        result = judge()
    except TooBusy:
        _forget_unwritten(own)
        raise
    if result is not None:
        _forget_unwritten(own)
    return result


def _forget_unwritten(own: Sequence[tuple[float, str]]) -> None:
    for failure in own:
        _UNWRITTEN.remove(failure)


def _refuse_if_too_many(scopes: Sequence[AttemptScope], others: int) -> None:
    """Raise TooMany if the limit of failures is reached, not counting attempts in progress."""
    since = time_source.now() - WINDOW
    for scope in scopes:
        failed = FailedAttempt.objects.filter(scope=scope.key, at__gte=since).order_by("-at", "-pk")
        oldest = failed.values_list("at", flat=True)[scope.most - 1 + others : scope.most + others].first()
        if oldest is not None:
            raise TooMany(oldest + WINDOW)


def count_wrong_link(request: HttpRequest, kind: str) -> None:
    """Count a wrong link for the address that it comes from; raise PermissionDenied after too many."""
    address = build_scope(kind, get_client_address(request), MOST_WRONG_LINKS)
    try:
        attempt([address], lambda: None)
    except TooMany as many:
        raise PermissionDenied(_("Too many wrong links from here: please wait.")) from many


def get_client_address(request: HttpRequest) -> str:
    """Return the client's address; for IPv6 the network of a household."""
    # In public mode a proxy stands in between and adds the address that it sees at the end.
    forwarded = "" if settings.INN_MODE else str(request.META.get("HTTP_X_FORWARDED_FOR", ""))
    text = forwarded.rpartition(",")[2].strip() or str(request.META.get("REMOTE_ADDR", ""))
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv6Address):
        return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))
    return str(address)
