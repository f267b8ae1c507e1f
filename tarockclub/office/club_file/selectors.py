"""The books that an earlier version of the program set aside, where two installations had continued one differently."""

import uuid
from collections.abc import Iterable

from scoring.models import GameTable, OwnSheet, Seated
from tarockclub.models import Club, SetAsideBook
from tournaments.models import RoundTable, Season, Tournament


def list_set_aside(club: Club) -> list[tuple[SetAsideBook, str]]:
    """Return the books of a club that do not count, the latest first, and what each is of ("": what is not here)."""
    books = list(SetAsideBook.objects.filter(club=club).defer("text").order_by("-pk"))
    if not books:
        return []
    names = _name_owners(club) | _name_tables(club, [book.slug for book in books])
    return [(book, names.get(book.slug, "")) for book in books]


def _name_owners(club: Club) -> dict[uuid.UUID, str]:
    """Return the names of tournaments, seasons and sheets by the keys under which they were set aside."""
    names: dict[uuid.UUID, str] = {}
    for model in (Tournament, Season):
        names |= dict(model._default_manager.filter(club=club).values_list("slug", "name"))
    sheets = OwnSheet.objects.filter(club=club).values_list("sheet", flat=True)
    return names | {uuid.uuid5(uuid.NAMESPACE_OID, sheet): sheet for sheet in sheets}


def _name_tables(club: Club, slugs: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
    """Return of tables of a tournament which one they were, of others who sat there."""
    tables = dict(GameTable.objects.filter(club=club, slug__in=list(slugs)).values_list("pk", "slug"))
    people: dict[uuid.UUID, list[str]] = {}
    seats = Seated.objects.filter(sitting__table__in=tables).order_by("sitting__place")
    for table, name in seats.values_list("sitting__table", "person__name"):
        if name not in people.setdefault(tables[table], []):
            people[tables[table]].append(name)
    names = {slug: ", ".join(players) for slug, players in people.items()}
    places = RoundTable.objects.filter(game_table__in=tables).select_related("round__tournament")
    return names | {
        tables[place.game_table_id]: f"{place.round.tournament.name} · {place.round.number}/{place.number}"
        for place in places
        if place.game_table_id is not None
    }
