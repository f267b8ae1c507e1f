"""The cards of a round's tables, each with a new link; only hashes of links are kept. Earlier links stay valid."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.book.access.links import QrCard, build_card, build_watch_path, create_links
from scoring.book.ledger.seats import build_seats, list_seated
from scoring.models import GameTable, Seated
from tarockclub.kit.typesetting import ONE_OF_MANY, draw_code
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.club_look.services import build_look
from tarockclub.platform.privacy.readers import INSIDE
from tarockclub.platform.server.apart.papers import render_paper
from tournaments.core.table_names import name_table
from tournaments.models import Round, RoundTable, Tournament

TABLES_AT_ONCE = 100  # codes for more would block the only thread, which saves hands, for too long
A_PAGE = (4, 6)  # cards on a sheet of A4


class TableCard(NamedTuple):
    """The card on a table."""

    number: int
    players: tuple[str, ...]
    to_write: QrCard
    to_watch: QrCard
    dealer: int = -1  # of the players, who deals first; -1: not known


class LinkedTable(NamedTuple):
    """A table with a new link, and its addresses on this site."""

    table: RoundTable
    players: tuple[str, ...]
    secret: str
    dealer: int = -1  # as on the card

    @property
    def to_write(self) -> str:
        """The URL for entering hands."""
        return reverse("enter", args=[self.secret])

    @property
    def to_watch(self) -> str:
        """The URL for watching."""
        return build_watch_path(self.table.game_table)


def list_table_ranges(round_: Round) -> list[tuple[int, int]]:
    """Return the tables of a round in ranges that are made together: the first and the last number of each."""
    numbers = list(RoundTable.objects.filter(round=round_).order_by("number").values_list("number", flat=True))
    parts = (numbers[start : start + TABLES_AT_ONCE] for start in range(0, len(numbers), TABLES_AT_ONCE))
    return [(part[0], part[-1]) for part in parts]


def list_tables_between(round_: Round, first: int, last: int) -> list[RoundTable]:
    """Return the tables of a round with these numbers, at most those that are made together."""
    last = min(last, first + TABLES_AT_ONCE - 1)
    tables = RoundTable.objects.filter(round=round_, number__range=(first, last)).select_related("game_table")
    return list(tables.order_by("number"))


def link_tables(tables: Sequence[RoundTable], key: str = "", who: Actor = ANONYMOUS) -> list[LinkedTable]:
    """Return a new link for each table; with a key (of the client) those of its first use."""
    games = [table.game_table for table in tables]
    links, names = create_links(games, key, who), _load_players(games)
    return [
        LinkedTable(table, tuple(seats.values()), links[table.game_table_id].secret, _find_dealer(table, list(seats)))
        for table in tables
        for seats in (names[table.game_table_id],)
    ]


def _find_dealer(table: RoundTable, places: Sequence[int]) -> int:
    """Return who of the players deals first: the one before the first forehand; -1 where that seat is empty now."""
    first = table.game_table.first_forehand
    return (places.index(first) - 1) % len(places) if first in places else -1


def create_cards(request: HttpRequest, tables: Sequence[RoundTable]) -> list[TableCard]:
    """Return a card for each table, with a link of its own."""
    return [
        TableCard(
            table.table.number,
            table.players,
            build_card(request, table.to_write, ONE_OF_MANY),
            build_card(request, table.to_watch, ONE_OF_MANY),
            table.dealer,
        )
        for table in link_tables(tables, who=build_author(request))
    ]


def _load_players(games: Sequence[GameTable]) -> dict[int, dict[int, str]]:
    """Return the current players of the tables by their places, in order; one query."""
    rows: dict[int, list[Seated]] = {game.pk: [] for game in games}
    for row in list_seated(games):
        rows[row.sitting.table_id].append(row)
    return {
        table: {seat.place: seat.names[-1][1] for seat in build_seats(seated, INSIDE) if seat.until is None}
        for table, seated in rows.items()
    }


def render_cards(tournament: Tournament, round_: Round, cards: Sequence[TableCard], size: int) -> bytes:
    """Render all cards; `size`: number of cards on a page."""
    data = {
        **build_look(tournament.club),
        "size": size,
        "cards": [
            {
                "head": name_table(card.number, begins=True),
                "players": card.players,
                "dealer": card.dealer,
                "address": card.to_write.address,
                "write": draw_code(card.to_write.address),
                "write_alt": _("Code for entering hands at %(table)s") % {"table": name_table(card.number)},
                "watch": draw_code(card.to_watch.address),
                "watch_alt": _("Code for watching %(table)s") % {"table": name_table(card.number)},
            }
            for card in cards
        ],
        "words": {
            "deals": _("deals first"),
            "write": _("To enter hands"),
            "watch": _("Watch only"),
            "steps": (
                _("Point the camera at the code and open the address: no log-in is needed."),
                _("Enter every hand; one phone at the table is enough, and the others see it at once."),
                _("No network? Keep entering: the phone sends the hands later."),
                _("Made a mistake? Tap the number of the hand to correct it."),
            ),
        },
    }
    about = " · ".join((tournament.name, _("Round %(number)s") % {"number": round_.number}))
    title = " · ".join((_("Table cards"), tournament.name))
    return render_paper("tournaments/hall/table_cards/cards", title, data, about=about)
