"""Failed log-ins in the club's log: the first one of an hour, the lock, and the number of the others.

So a flood of failures adds a few entries in an hour for each account, and a few for all names that no account has. A
typed name is stored nowhere.
"""

import logging
from datetime import timedelta

from django.db import DatabaseError, transaction
from django.db.models import F, QuerySet

from tarockclub.kit.time_source import now
from tarockclub.models import Account, FailureCount, normalize_login
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, lock_log, record_event
from tarockclub.platform.server.database_errors import is_unwritable

WINDOW = timedelta(hours=1)
logger = logging.getLogger(__name__)


def note_failure(club: int, typed: str, who: Actor, *, kind: Kind = Kind.LOG_IN_FAILED) -> None:
    """Note a failed log-in of a club, under a typed name."""
    try:
        _note_event(club, _find_account(club, typed), who, kind, is_locked=False)
    except DatabaseError as error:
        _pass_over(error)


def note_lock(club: int, typed: str, who: Actor, *, kind: Kind = Kind.LOG_IN_FAILED) -> None:
    """Note that too many have failed under a typed name, or from its address; refused attempts are not counted."""
    try:
        _note_event(club, _find_account(club, typed), who, kind, is_locked=True)
    except DatabaseError as error:
        _pass_over(error)


def _pass_over(error: DatabaseError) -> None:
    """Let people in, or not, also while nothing can be written."""
    if not is_unwritable(error):
        raise error
    logger.warning("A failed log-in cannot be noted.")


def _find_account(club: int, typed: str) -> Account | None:
    return Account.objects.filter(club=club, login=normalize_login(typed)).first()


def _note_event(club: int, account: Account | None, who: Actor, kind: Kind, *, is_locked: bool) -> None:
    number, person = (0, None) if account is None else (account.pk, account.person_id)
    current = _list_current(club).filter(kind=kind, account=number)
    if _is_counted(current, is_locked=is_locked):
        return
    with transaction.atomic():
        log = lock_log(club)
        if _is_counted(current, is_locked=is_locked):  # by somebody who was quicker
            return
        if is_locked and current.update(locked=True):
            record_event(club, Kind.LOCKED, who, person)
            return
        _write_counts(club, FailureCount.objects.filter(log=log, kind=kind, account=number))
        fresh = {"since": now(), "more": 0, "locked": is_locked}
        FailureCount.objects.update_or_create(log=log, kind=kind, account=number, defaults=fresh)
        record_event(club, Kind.LOCKED if is_locked else kind, who, person)


def _is_counted(current: QuerySet[FailureCount], *, is_locked: bool) -> bool:
    """Count a failure beside the one that the log names; return whether that is all there is to do."""
    if is_locked:
        return current.filter(locked=True).exists()
    return bool(current.update(more=F("more") + 1))


def _list_current(club: int) -> QuerySet[FailureCount]:
    """Return the counts that go on; one from a clock that was ahead, and has been corrected, does not."""
    return FailureCount.objects.filter(log__club=club, since__gt=now() - WINDOW, since__lte=now())


def write_due_counts(club: int) -> None:
    """Write the numbers of the hours that are over into the log; asked at each log-in."""
    due = FailureCount.objects.filter(log__club=club, more__gt=0).exclude(pk__in=_list_current(club))
    if not due.exists():
        return
    try:
        with transaction.atomic():
            lock_log(club)
            _write_counts(club, due)
    except DatabaseError as error:
        _pass_over(error)


def _write_counts(club: int, some: QuerySet[FailureCount]) -> None:
    for count in some.filter(more__gt=0):
        person = Account.objects.filter(pk=count.account).values_list("person", flat=True).first()
        FailureCount.objects.filter(pk=count.pk).update(more=0)
        facts = {"of": count.kind, "number": count.more, "since": count.since.isoformat()}
        record_event(club, Kind.MORE_FAILED, ANONYMOUS, person, **facts)


def count_pending(club: int) -> int:
    """Return the number of failures that are counted and not in the log yet."""
    return sum(FailureCount.objects.filter(log__club=club).values_list("more", flat=True))
