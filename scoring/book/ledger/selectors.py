"""Tables by their addresses, and the names of those who played last."""

from django.db.models import F, Max, QuerySet
from django.shortcuts import get_object_or_404

from scoring.models import GameTable, Seated
from tarockclub.models import Person
from tarockclub.platform.clubs.archive import check_open
from tarockclub.platform.clubs.ownership import build_counting_filter
from tarockclub.platform.privacy.public_names import build_called_name

SHORTEST_ADDRESS = 8  # digits that stand for a table in a command


def find_game_table(slug: object) -> GameTable:
    """Return the table of an address, or raise 404.

    A deleted table is found again as soon as a late phone has sent its first hand.
    """
    tables = GameTable.objects.exclude(archived__isnull=False, last_sequence=0)
    table = get_object_or_404(tables.select_related("club", "sheet_version"), slug=slug)
    check_open(table.club)
    return table


def find_table_id(slug: str) -> int | None:
    """Return the id of the table with this address, or of the only one whose address begins with it; None without."""
    digits = slug.replace("-", "").lower()
    tables = GameTable.objects.values_list("pk", "slug")
    ids = [pk for pk, address in tables if address.hex.startswith(digits)] if len(digits) >= SHORTEST_ADDRESS else []
    return ids[0] if len(ids) == 1 else None


def list_recent_names(people: QuerySet[Person], most: int) -> list[str]:
    """Return the names of these people, those who sat at a table last first, then by name; one query."""
    real = build_counting_filter(Seated, "seated")
    played = people.annotate(last=Max("seated__sitting__table__started", filter=real))
    in_order = played.order_by(F("last").desc(nulls_last=True), "name", "pk")
    return list(dict.fromkeys(in_order.values_list(build_called_name(), flat=True)[:most]))
