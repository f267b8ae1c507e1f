"""The Speiszettel and the empty written sheets of house rules or of a table as PDF, for pages and programs."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from django.utils.translation import gettext as _

from scoring.book.ledger.seats import build_seats, list_seated
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.engine.evening.state import FEWEST_PLAYERS, MOST_PLAYERS
from scoring.models import GameTable, Seated
from scoring.reports.printing.blank_sheet import (
    MOST_HANDS,
    BlankField,
    BlankPlayer,
    BlankSheet,
    Legend,
    build_legend,
    render_blank_sheets,
)
from scoring.sheets.house_rules.page import ShownSheet, build_table_zettel
from scoring.sheets.house_rules.speiszettel.sections import Zettel
from scoring.table.settlement.services import load_agreed
from tarockclub.kit.amounts import format_cents
from tarockclub.kit.days import convert_to_local, format_day
from tarockclub.kit.words import get_current_language
from tarockclub.platform.club_look.services import build_look
from tarockclub.platform.server.apart.papers import render_paper

ROUNDS = 4  # default number of rounds of deals on a sheet


PrintFile = tuple[bytes, str]  # a PDF, and its name without the extension


def print_table_zettel(table: GameTable) -> PrintFile:
    """Return the Speiszettel of a table."""
    return print_zettel(build_table_zettel(table, get_current_language()), build_look(table.club))


def print_zettel(zettel: Zettel, look: Mapping[str, Any] = MappingProxyType({})) -> PrintFile:
    """Return a Speiszettel as PDF; `look`: of the club whose table has it."""
    source = ": ".join((_("Source"), ", ".join(filter(None, (zettel.source, zettel.ref)))))
    about = " – ".join(filter(None, (zettel.version, source, zettel.evidence)))
    sections = [section for section in zettel.sections if section.rows]
    data = {**look, "legend": zettel.legend, "sections": sections}
    title = " – ".join((zettel.name, _("Speiszettel")))
    content = render_paper("scoring/reports/printing/speiszettel", title, data, foot=zettel.name, about=about)
    return content, " ".join((_("Speiszettel"), zettel.name))


def print_sheet_blank(shown: ShownSheet, players: int | None, hands: int | None) -> PrintFile:
    """Return an empty written sheet; None for the usual number of players or hands."""
    players = min(max(players or FEWEST_PLAYERS, FEWEST_PLAYERS), MOST_PLAYERS)
    fields = (
        BlankField(_("Date")),
        BlankField(_("A point")),
        BlankField(_("First dealer")),
        BlankField(_("Started at")),
        BlankField(_("Ended at")),
    )
    seats = tuple(BlankPlayer(number) for number in range(1, players + 1))
    return _print_blank(
        BlankSheet(
            shown.zettel.name,
            "",
            fields,
            seats,
            _choose_hand_count(hands, players),
            build_legend(shown.sheet, shown.zettel),
        ),
        {},
    )


def print_table_blank(table: GameTable, hands: int | None) -> PrintFile:
    """Return the empty written sheet of an evening's table, with the names of its players."""
    players = load_table_players([table])[table.pk]
    rules = parse_sheet(table.sheet_version).names[get_current_language().startswith("en")]
    fields = build_sheet_fields(table, players, rules, load_agreed(table).rate)
    hands = _choose_hand_count(hands, len(players))
    blank = BlankSheet(table.club.name, "", fields, players, hands, build_table_legend(table))
    return _print_blank(blank, build_look(table.club))


def _choose_hand_count(wanted: int | None, players: int) -> int:
    """Return the number of lines; by default sixteen for four players, twenty for five."""
    return min(max(wanted or ROUNDS * players, players), MOST_HANDS)


def _print_blank(blank: BlankSheet, look: Mapping[str, Any]) -> PrintFile:
    title = " ".join((_("Empty score sheet"), blank.title))
    return render_blank_sheets([blank], title, look), title


def build_table_legend(table: GameTable) -> Legend:
    """Return the legend of a table's house rules."""
    return build_legend(parse_sheet(table.sheet_version), build_table_zettel(table, get_current_language()))


def list_sheet_players(rows: Iterable[Seated]) -> tuple[BlankPlayer, ...]:
    """Return the current players of a table, in the order of the places; numbered as in quick entry."""
    seats = sorted((seat for seat in build_seats(rows) if seat.until is None), key=lambda seat: seat.place)
    return tuple(BlankPlayer(seat.place + 1, seat.names[-1][1]) for seat in seats)


def load_table_players(tables: Sequence[GameTable]) -> dict[int, tuple[BlankPlayer, ...]]:
    """Return the current players of several tables; one query."""
    rows: dict[int, list[Seated]] = {table.pk: [] for table in tables}
    for row in list_seated(tables):
        rows[row.sitting.table_id].append(row)
    return {table: list_sheet_players(seated) for table, seated in rows.items()}


def find_first_dealer(table: GameTable, players: Sequence[BlankPlayer]) -> str:
    """Return the first dealer: the player before the first forehand; at an evening's table only before the first hand.

    The sheet of a tournament's table is that of the whole round, whenever it is printed.
    """
    if (table.last_sequence and not table.clock) or not players:
        return ""
    places = [player.number - 1 for player in players]
    if table.first_forehand not in places:
        return ""
    return players[places.index(table.first_forehand) - 1].name


def build_sheet_fields(
    table: GameTable, players: Sequence[BlankPlayer], rules: str, rate: int
) -> tuple[BlankField, ...]:
    """Return the head of a table's sheet; `rate`: cents per point, 0 if it is played for points."""
    return (
        BlankField(_("Date"), format_day(convert_to_local(table.started).date())),
        BlankField(_("House rules"), rules),
        *((BlankField(_("A point"), format_cents(rate)),) if rate else ()),
        BlankField(_("First dealer"), find_first_dealer(table, players)),
        BlankField(_("Started at")),
        BlankField(_("Ended at")),
    )
