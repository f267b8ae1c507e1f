"""Tables as their addresses name them."""

from django.shortcuts import get_object_or_404

from scoring.models import GameTable


def find_game_table(slug: object) -> GameTable:
    """The table of an address, or 404; one that was deleted is there again with the first hand of a late phone."""
    tables = GameTable.objects.exclude(archived__isnull=False, last_sequence=0)
    return get_object_or_404(tables.select_related("sheet_version"), slug=slug)
