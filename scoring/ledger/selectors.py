"""Tables by their addresses."""

from django.shortcuts import get_object_or_404

from scoring.models import GameTable


def find_game_table(slug: object) -> GameTable:
    """Return the table of an address, or raise 404.

    A deleted table is found again as soon as a late phone has sent its first hand.
    """
    tables = GameTable.objects.exclude(archived__isnull=False, last_sequence=0)
    return get_object_or_404(tables.select_related("sheet_version"), slug=slug)
