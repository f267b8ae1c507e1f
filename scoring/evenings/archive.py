"""Evenings that are out of all lists: archived, or, where nothing was entered, deleted for whoever looks."""

from django.db.models import QuerySet

from scoring.models import GameTable
from tarockclub.time_source import now


def archive_evening(table: GameTable) -> None:
    """Take an evening out of all lists and statistics; one without a hand is found nowhere any more.

    Its rows stay: the database deletes nothing. A hand that a phone still sends is saved, and the evening is in the
    archive then.
    """
    GameTable.objects.filter(pk=table.pk, archived=None).update(archived=now())


def restore_evening(table: GameTable) -> None:
    """Put an evening back into the lists."""
    GameTable.objects.filter(pk=table.pk).update(archived=None)


def list_archived_evenings(club: int) -> QuerySet[GameTable]:
    """The evenings of a club's archive, with at least one entry; tables of tournaments go with their tournament."""
    return GameTable.objects.filter(club=club, clock="", archived__isnull=False, last_sequence__gt=0)


def is_empty(table: GameTable) -> bool:
    """Tell whether nothing was ever entered at a table: then it is deleted, not archived."""
    return table.last_sequence == 0
