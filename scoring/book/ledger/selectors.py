"""Tables by their addresses."""

from django.shortcuts import get_object_or_404

from scoring.models import GameTable
from tarockclub.platform.clubs.archive import check_open

SHORTEST_ADDRESS = 8  # digits that stand for a table in a command


def find_game_table(slug: object) -> GameTable:
    """Return the table of an address, or raise 404.

    A deleted table is found again as soon as a late phone has sent its first hand.
    """
    tables = GameTable.objects.exclude(archived__isnull=False, last_sequence=0)
    found = get_object_or_404(tables.select_related("club", "sheet_version"), slug=slug)
    check_open(found.club)
    return found


def find_table_id(slug: str) -> int | None:
    """Return the id of the table with this address, or of the only one whose address begins with it; None without."""
    wanted = slug.replace("-", "").lower()
    tables = GameTable.objects.values_list("pk", "slug")
    found = [pk for pk, address in tables if address.hex.startswith(wanted)] if len(wanted) >= SHORTEST_ADDRESS else []
    return found[0] if len(found) == 1 else None
