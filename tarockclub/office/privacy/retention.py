"""Deletion of data whose time has come, by the settings of each club."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils.timezone import localdate

from scoring.models import HeldHand
from tarockclub.kit.time_source import now
from tarockclub.models import ApiToken, Club, LogEntry, Note, PrivacySettings
from tarockclub.office.privacy.erasing import list_later, replace_note
from tarockclub.office.privacy.texts import NOTE
from tarockclub.platform.accounts.api_tokens import end_past_tokens
from tarockclub.platform.accounts.persons import lock_club, seal_texts
from tarockclub.platform.privacy.club_settings import load_privacy
from tournaments.models import Application

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
    """Erase what those have typed who were declined or withdrew, and whom nobody answered before the tournament ended.

    Of those who were confirmed and never came, too: their entries in the register are the director's decision.
    """
    unanswered = Q(decided_as=As.OPEN) & (Q(tournament__ended__lt=before) | Q(tournament__day__lt=localdate(before)))
    away = Q(decided_as=As.TAKEN, entrant__withdrawn__lt=before)
    closed = Q(decided_as__in=(As.DECLINED, As.GONE)) | unanswered | away
    rows = Application.objects.filter(closed, tournament__club=club, at__lt=before)
    due = rows.exclude(name__text="", partner=None, remark=None, town="", own_digest="")
    applications = list(due.values_list("pk", "name", "partner", "remark"))
    _erase_notes(club, [note for _pk, *notes in applications for note in notes if note is not None])
    Application.objects.filter(pk__in=[pk for pk, *_notes in applications]).update(
        town="", partner=None, remark=None, own_digest=""
    )
    return len(applications)


def _delete_programs(club: int, before: datetime) -> int:
    end_past_tokens(club, before)
    tokens = ApiToken.objects.filter(ended__lt=before, account__club=club)
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
    _erase_notes(club, due)
    return len(due)


@transaction.atomic
def _erase_notes(club: int, notes: Sequence[int]) -> None:
    due = Note.objects.filter(pk__in=notes).exclude(text="")
    if due.exists():
        with seal_texts(lock_club(Club(pk=club)).pk):
            for note in due.values_list("pk", flat=True):
                replace_note(note, "")
