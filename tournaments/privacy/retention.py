"""Deletion of data whose time has come, by the settings of each club."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils.timezone import localdate

from scoring.models import HeldHand
from tarockclub.models import ApiToken, Club, LogEntry, PrivacySettings
from tarockclub.privacy.selectors import load_privacy
from tarockclub.time_source import now
from tournaments.models import Application
from tournaments.privacy.erasing import list_later, replace_note
from tournaments.privacy.texts import NOTE

As = Application.As


def delete_overdue() -> int:
    """Delete what is overdue in all clubs; return how many pieces."""
    return sum(_delete_overdue_of(load_privacy(club)) for club in Club.objects.values_list("pk", flat=True))


def _delete_overdue_of(privacy: PrivacySettings) -> int:
    rules: tuple[tuple[int, Callable[[int, datetime], int]], ...] = (
        (privacy.declined_days, _erase_declined),
        (privacy.programs_days, _delete_programs),
        (privacy.remarks_days, _clear_remarks),
    )
    done = sum(delete(privacy.club_id, now() - timedelta(days=days)) for days, delete in rules if days)
    return done + _erase_receipts(privacy.club_id)


def _erase_declined(club: int, before: datetime) -> int:
    """Erase the names of those who were declined, and of those whom nobody answered before the tournament ended."""
    closed = Q(decided_as=As.DECLINED) | Q(decided_as=As.OPEN, tournament__ended__lt=before)
    rows = Application.objects.filter(closed, tournament__club=club, at__lt=before).exclude(name__text="")
    notes = list(rows.values_list("name", flat=True))
    for note in notes:
        replace_note(note, "")
    return len(notes)


def _delete_programs(club: int, before: datetime) -> int:
    tokens = ApiToken.objects.filter(Q(ended__lt=before) | Q(expires__lt=before), account__club=club)
    done = tokens.exclude(client="").update(client="")  # the log of the club names the program's number for good
    return done + tokens.exclude(pk__in=LogEntry.objects.exclude(token=None).values("token")).delete()[0]


def _clear_remarks(club: int, before: datetime) -> int:
    return HeldHand.objects.filter(table__club=club, decided_at__lt=before).exclude(note="").update(note="")


def _erase_receipts(club: int) -> int:
    """Erase the texts of receipts whose duty to be kept has ended, of people who were erased before."""
    today = localdate(now())
    due = [
        int(place.rpartition(":")[2]) for place, until in list_later(club) if place.startswith(NOTE) and until < today
    ]
    for note in due:
        replace_note(note, "")
    return len(due)
