"""The cards of a round's tables, each with a new link: only hashes of links are kept. Earlier ones go on counting."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse

from scoring.access.links import new_links
from scoring.access.qr_cards import ONE_OF_MANY, Card, card_of
from scoring.ledger.seats import seated_at, seats_of
from scoring.models import GameTable, Seated
from tournaments.models import Round, RoundTable

TABLES_AT_ONCE = 100  # codes for more would keep the only thread from saving hands for long
A_PAGE = (4, 6)  # cards on a sheet of A4


class TableCard(NamedTuple):
    """What lies on a table."""

    number: int
    players: tuple[str, ...]
    to_write: Card
    to_watch: Card


class Linked(NamedTuple):
    """A table with a new link, and its addresses on this site."""

    table: RoundTable
    players: tuple[str, ...]
    secret: str

    @property
    def to_write(self) -> str:
        """Whoever opens it may write."""
        return reverse("enter", args=[self.secret])

    @property
    def to_watch(self) -> str:
        """Whoever opens it may watch."""
        return reverse("table", args=[self.table.game_table.slug])


class Stretch(NamedTuple):
    """Tables whose cards are made together, by their numbers."""

    first: int
    last: int


def stretches_of(round_: Round) -> list[Stretch]:
    """The tables of a round, as many at a time as are made together."""
    numbers = list(RoundTable.objects.filter(round=round_).order_by("number").values_list("number", flat=True))
    parts = (numbers[at : at + TABLES_AT_ONCE] for at in range(0, len(numbers), TABLES_AT_ONCE))
    return [Stretch(part[0], part[-1]) for part in parts]


def tables_between(round_: Round, first: int, last: int) -> list[RoundTable]:
    """The tables of a round with these numbers, as many as are made together."""
    last = min(last, first + TABLES_AT_ONCE - 1)
    tables = RoundTable.objects.filter(round=round_, number__range=(first, last)).select_related("game_table")
    return list(tables.order_by("number"))


def linked(tables: Sequence[RoundTable], key: str = "") -> list[Linked]:
    """A new link for each table; with a key (of whoever asks) those of the first time it was used."""
    games = [table.game_table for table in tables]
    links, names = new_links(games, key), _players_of(games)
    return [Linked(one, names[one.game_table_id], links[one.game_table_id].secret) for one in tables]


def cards_of(request: HttpRequest, tables: Sequence[RoundTable]) -> list[TableCard]:
    """A card for each table, with a link of its own."""
    return [
        TableCard(
            one.table.number,
            one.players,
            card_of(request, one.to_write, ONE_OF_MANY),
            card_of(request, one.to_watch, ONE_OF_MANY),
        )
        for one in linked(tables)
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
