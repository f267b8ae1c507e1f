"""The empty sheets of seated tables: their house rules, their players, the value of a point."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from scoring.book.ledger.seats import build_seats, list_seated
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.models import GameTable, Seated
from scoring.reports.exports.data import convert_to_local
from scoring.reports.printing.blank_sheet import BlankField, BlankPlayer, BlankSheet
from scoring.reports.printing.legend import Legend, build_legend
from scoring.sheets.house_rules.speiszettel.build import build_pinned_zettel
from tarockclub.kit.amounts import format_cents
from tarockclub.kit.days import format_day


def build_table_legend(table: GameTable, language: str) -> Legend:
    """Return the legend of a table's house rules."""
    version = table.sheet_version
    return build_legend(parse_sheet(version), build_pinned_zettel(version.text, language))


def list_sheet_players(rows: Iterable[Seated]) -> tuple[BlankPlayer, ...]:
    """Return the current players of a table, in the order of the places; numbered as in quick entry."""
    here = sorted((seat for seat in build_seats(rows) if seat.until is None), key=lambda seat: seat.place)
    return tuple(BlankPlayer(seat.place + 1, seat.names[-1][1]) for seat in here)


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


def build_blank(table: GameTable, title: str, hands: int, rate: int, language: str) -> BlankSheet:
    """Return the empty sheet of an evening's table, with the names of its players."""
    players = load_table_players([table])[table.pk]
    sheet = parse_sheet(table.sheet_version)
    rules = sheet.names[language.startswith("en")]
    return BlankSheet(
        title, "", build_sheet_fields(table, players, rules, rate), players, hands, build_table_legend(table, language)
    )
