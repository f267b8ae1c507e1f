"""The empty sheets of tables that are laid: their house rules, who sits there, what a point is worth."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from scoring.exports.data import local
from scoring.exports.labels import when
from scoring.house_rules.speiszettel.build import of_pinned
from scoring.ledger.seats import seated_at, seats_of
from scoring.ledger.sheet_versions import sheet_of
from scoring.models import GameTable, Seated
from scoring.printing.blank_sheet import Blank, Field, Player
from scoring.printing.legend import Legend, legend_of
from scoring.templatetags.amounts import cents


def legend_at(table: GameTable, language: str) -> Legend:
    """The legend of the house rules that a table plays by."""
    version = table.sheet_version
    return legend_of(sheet_of(version), of_pinned(version.text, language))


def players_at(rows: Iterable[Seated]) -> tuple[Player, ...]:
    """Who sits at a table now, in the order of the places; numbered as quick entry numbers the columns."""
    here = sorted((seat for seat in seats_of(rows) if seat.until is None), key=lambda seat: seat.place)
    return tuple(Player(seat.place + 1, seat.names[-1][1]) for seat in here)


def seated_by_table(tables: Sequence[GameTable]) -> dict[int, tuple[Player, ...]]:
    """Who sits at several tables now; one query."""
    rows: dict[int, list[Seated]] = {table.pk: [] for table in tables}
    for row in seated_at(tables):
        rows[row.sitting.table_id].append(row)
    return {table: players_at(seated) for table, seated in rows.items()}


def first_dealer(table: GameTable, players: Sequence[Player]) -> str:
    """Who deals first: the one before the first forehand; at an evening's table only before anything was played.

    The sheet of a tournament's table is that of the whole round, whenever it is printed.
    """
    if (table.last_sequence and not table.clock) or not players:
        return ""
    places = [one.number - 1 for one in players]
    if table.first_forehand not in places:
        return ""
    return players[places.index(table.first_forehand) - 1].name


def fields_of(table: GameTable, players: Sequence[Player], rules: str, rate: int) -> tuple[Field, ...]:
    """The head of the sheet of a table; `rate`: cents for a point, 0 where it is played for points."""
    return (
        Field(_("Date"), when(local(table.started).date())),
        Field(_("House rules"), rules),
        *((Field(_("A point"), cents(rate)),) if rate else ()),
        Field(_("First dealer"), first_dealer(table, players)),
        Field(_("Started at")),
        Field(_("Ended at")),
    )


def blank_of(table: GameTable, title: str, hands: int, rate: int, language: str) -> Blank:
    """The empty sheet of an evening's table, with the names of those who sit there."""
    players = seated_by_table([table])[table.pk]
    sheet = sheet_of(table.sheet_version)
    rules = sheet.names[language.startswith("en")]
    return Blank(title, "", fields_of(table, players, rules, rate), players, hands, legend_at(table, language))
