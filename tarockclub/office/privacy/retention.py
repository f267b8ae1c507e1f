"""Deletion of data whose time has come, by the settings of each club, and of whoever a backup has brought back."""

import contextlib
import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, OperationalError, transaction
from django.db.models import Q
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.models import HeldHand
from tarockclub.kit.time_source import now
from tarockclub.models import ApiToken, Club, LogEntry, Note, Person, PrivacySettings
from tarockclub.office.privacy.erasing import erase, list_addresses, list_erasures, list_later, replace_note
from tarockclub.office.privacy.texts import NOTE
from tarockclub.platform.accounts.api_tokens import end_past_tokens
from tarockclub.platform.accounts.persons import lock_club, seal_texts
from tarockclub.platform.privacy.erasure_list import Erasure, add_to_list, load_list, parse_erasure
from tarockclub.platform.privacy.public_names import load_privacy
from tarockclub.platform.server.database_state import is_there
from tournaments.core.acts import ActionRefused
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


logger = logging.getLogger(__name__)


def delete_at_start() -> list[str]:
    """Delete what is overdue, and erase again whoever an older file has brought back; return messages."""
    with contextlib.suppress(OperationalError):  # on a full disk it stays for now
        delete_overdue()
        return erase_again(collect_erasures())
    return []


def collect_erasures() -> list[Erasure]:
    """Return all erasures that are known here: those of the list, and those of the present book."""
    erasures = load_list()
    if not is_there():
        return erasures
    with contextlib.suppress(DatabaseError, KeyError, ValueError), transaction.atomic():
        erasures += [parse_erasure(row) for content in list_erasures() for row in content["list"]]
    return list(dict.fromkeys(erasures))


def erase_again(erasures: Iterable[Erasure], key: str = "") -> list[str]:
    """Erase everybody of these who is here under a name; return what was done, in sentences.

    `key`: the secret key of the book that was restored, by which the names are hashed too.
    """
    all_erasures, done, refusals = list(erasures), 0, 0
    doubtful: set[int] = set()
    for erasure in all_erasures:
        person = Person.objects.filter(club=erasure.club, number=erasure.number, erased=None, merged_into=None).first()
        if person is None:
            continue
        if not erasure.is_of(person.name, (key, settings.BOOK_KEY)):
            if erasure.may_be_of(list_addresses(person.pk)):
                doubtful.add(person.number)
            continue
        try:
            erase(person, places=set(erasure.places))
            done += 1
            doubtful.discard(person.number)
        except ActionRefused:
            refusals += 1
    add_to_list(all_erasures)
    return _format_outcome(done, refusals, doubtful)


def _format_outcome(done: int, refusals: int, doubtful: Iterable[int]) -> list[str]:
    lines = []
    if done:
        text = ngettext(
            "Caught up: %(count)s person who had been erased since was erased again.",
            "Caught up: %(count)s persons who had been erased since were erased again.",
            done,
        )
        lines.append(text % {"count": done})
    if refusals:
        lines.append(
            _("Somebody who had been erased is now the last director: make somebody else a director, then erase again.")
        )
    text = _("Number %(number)s may be somebody who was erased, under another name: please check.")
    return [*lines, *(text % {"number": number} for number in sorted(doubtful))]
