"""Evenings outside all lists: archived, or, if nothing was entered, hidden as if deleted."""

from django.db.models import QuerySet

from scoring.models import GameTable
from tarockclub.kit.time_source import now


def archive_evening(table: GameTable) -> None:
    """Take an evening out of all lists and statistics; one without a hand disappears even from the archive.

    Its rows stay: the database deletes nothing. If a phone still sends a hand, it is saved, and the evening appears
    in the archive.
    """
    GameTable.objects.filter(pk=table.pk, archived=None).update(archived=now())


def restore_evening(table: GameTable) -> None:
    """Put an evening back into the lists."""
    GameTable.objects.filter(pk=table.pk).update(archived=None)


def list_archived_evenings(club: int) -> QuerySet[GameTable]:
    """Return the evenings of a club's archive, with at least one entry; tables of tournaments are not among them."""
    return GameTable.objects.filter(club=club, clock="", archived__isnull=False, last_sequence__gt=0)


def is_empty_evening(table: GameTable) -> bool:
    """Return whether nothing was ever entered at a table: then it is deleted, not archived."""
    return table.last_sequence == 0
