"""The cards of a round's tables, each with a new link: only hashes of links are kept. Earlier ones go on counting."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest

from scoring.cards import ONE_OF_MANY, Card, card_to_watch, card_to_write
from scoring.links import new_links
from scoring.models import GameTable, Seated
from scoring.seats import seated_at, seats_of
from tournaments.models import Round, RoundTable

TABLES_AT_ONCE = 100  # codes for more would keep the only thread from saving hands for long
A_PAGE = (4, 6)  # cards on a sheet of A4


class TableCard(NamedTuple):
    """What lies on a table."""

    number: int
    players: tuple[str, ...]
    to_write: Card
    to_watch: Card


class Stretch(NamedTuple):
    """Tables whose cards are made together, by their numbers."""

    first: int
    last: int


def stretches_of(round_: Round) -> list[Stretch]:
    """The tables of a round, as many at a time as are made together."""
    numbers = list(RoundTable.objects.filter(round=round_).order_by("number").values_list("number", flat=True))
    parts = (numbers[at : at + TABLES_AT_ONCE] for at in range(0, len(numbers), TABLES_AT_ONCE))
    return [Stretch(part[0], part[-1]) for part in parts]


def cards_of(request: HttpRequest, tables: Sequence[RoundTable]) -> list[TableCard]:
    """A card for each table, with a link of its own."""
    games = [table.game_table for table in tables]
    links = new_links(games)
    names = _players_of(games)
    return [
        TableCard(
            table.number,
            names[table.game_table_id],
            card_to_write(request, links[table.game_table_id].secret, ONE_OF_MANY),
            card_to_watch(request, table.game_table, ONE_OF_MANY),
        )
        for table in tables
    ]


def _players_of(games: Sequence[GameTable]) -> dict[int, tuple[str, ...]]:
    """Who sits at the tables now, in the order of their places; one query."""
    rows: dict[int, list[Seated]] = {game.pk: [] for game in games}
    for row in seated_at(games):
        rows[row.sitting.table_id].append(row)
    return {
        table: tuple(seat.names[-1][1] for seat in seats_of(seated) if seat.until is None)
        for table, seated in rows.items()
    }
