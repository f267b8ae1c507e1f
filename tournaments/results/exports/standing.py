"""The standings of the rounds: ranks, capitals and place points as formulas that begin at the written sheets."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables.files import FIRST_ROW, FileTable, OpenTable
from tournaments.core.settings import NO_REPLACEMENTS, TABLE, Settings
from tournaments.hall.standing.standing import RankedLine, RoundStanding, build_standing_scope
from tournaments.results.exports.data import TournamentData
from tournaments.results.exports.rank_formulas import (
    ROUND_COLUMNS,
    Criterion,
    PointsColumns,
    Span,
    build_place_formula,
    build_points_formula,
    build_rank_formula,
    filter_computable_points,
    filter_criteria,
    list_computable_tables,
)
from tournaments.results.exports.sheet_columns import ROUND_SHEET, list_sheet_columns
from tournaments.results.exports.written_sheets import SheetStay


class RoundSheet(NamedTuple):
    """The input of the rows of a round's standing."""

    settings: Settings
    spans: Mapping[str, Span]
    criteria: Sequence[Criterion]
    lots: Mapping[int, int]
    places: frozenset[int]  # tables (numbers) whose places follow from the rows
    points: frozenset[int]  # and whose place points do
    points_table: OpenTable | None


class RoundRow(NamedTuple):
    """A player's row, with what its formulas name beyond it."""

    sheet: RoundSheet
    line: RankedLine
    stays: Sequence[SheetStay]

    @property
    def settings(self) -> Settings:
        """The settings of the tournament."""
        return self.sheet.settings

    @property
    def lot(self) -> int:
        """The player's lot; the larger is placed first."""
        return self.sheet.lots[self.line.player.person]

    @property
    def payout(self) -> int | float:
        """The points that were paid."""
        return convert_to_number(sum(stay.points for stay in self.stays))

    def add_stays(self, name: str) -> str:
        """Return the sum of the player's cells on the written sheets; "" where one of them is unknown."""
        cells = [getattr(stay, name) for stay in self.stays]
        return "+".join(cells) if all(cells) else ""

    def build_rank(self, row: int) -> str:
        """Return the formula of the rank; players who needed a replacement may be last by rule."""
        spans, names = self.sheet.spans, self.sheet.criteria
        among = spans["table"] if self.settings.scope == TABLE else None
        if not self.settings.replaced_last or "replaced" not in spans:
            return build_rank_formula(names, row, among)
        replaced = spans["replaced"]
        rank = build_rank_formula([(NO_REPLACEMENTS, replaced), *names], row, among)
        last = f"COUNTIF({among.all},{among.find_cell(row)})" if among is not None else f"ROWS({replaced.all})"
        return f"IF({replaced.find_cell(row)}>0,{last},{rank})"

    def build_place(self, row: int) -> str:
        """Return the formula of the place at the table; "" where it does not follow from the rows."""
        return build_place_formula(self._columns, row) if self.line.table in self.sheet.places else ""

    def build_points(self, row: int) -> str:
        """Return the formula of the place points; "" where they do not follow from the rows."""
        table = self.sheet.points_table
        if table is None or self.line.table not in self.sheet.points:
            return ""
        return build_points_formula(self._columns, row, table)

    @property
    def _columns(self) -> PointsColumns:
        return PointsColumns(*(self.sheet.spans[name] for name in PointsColumns._fields))


def build_standing_table(data: TournamentData, number: int) -> FileTable:
    """Build the columns of a round's standing: those that the tournament uses."""
    title = _("Standings of round %(number)s") % {"number": number}
    columns = list_sheet_columns(ROUND_SHEET, data.settings)
    return FileTable(f"standing_{number}", title, columns, reckons=True, still=3)


def list_standing_rows(
    data: TournamentData,
    table: FileTable,
    standing: RoundStanding,
    stays: dict[int, list[SheetStay]],
    points_table: OpenTable | None,
) -> list[RoundRow]:
    """Return the rows of a round's standing; `stays`: those at its tables that count, by person."""
    settings, rows = data.settings, standing.lines
    spans = list_spans(table, len(rows))
    are_lots_drawn = build_standing_scope(standing.round.number) in data.lots
    places = list_computable_tables(rows) if "place" in spans else frozenset()
    sheet = RoundSheet(
        settings,
        spans,
        list_criteria_names(filter_criteria(settings, settings.round_criteria), ROUND_COLUMNS, spans),
        number_lots([line.player.person for line in rows], were_drawn=are_lots_drawn),
        places,
        filter_computable_points(rows, settings.place_points, places),
        points_table,
    )
    return [RoundRow(sheet, line, stays.get(line.player.person, [])) for line in rows]


def list_criteria_names(names: Iterable[str], columns: dict[str, str], spans: Mapping[str, Span]) -> list[Criterion]:
    """Return the criteria that are there, each with its column."""
    return [(name, spans[columns[name]]) for name in names if columns.get(name) in spans]


def list_spans(table: FileTable, rows: int) -> dict[str, Span]:
    """Return the columns of a table with this number of rows, by name."""
    return {name: Span(letter, FIRST_ROW, FIRST_ROW + rows - 1) for name, letter in table.letters.items()}


def number_lots(people: Sequence[int], *, were_drawn: bool) -> dict[int, int]:
    """Number the lots so that a workbook can hold them: the larger is placed first; 0 where none were drawn.

    >>> number_lots([7, 9], were_drawn=True), number_lots([7, 9], were_drawn=False)
    ({7: 2, 9: 1}, {7: 0, 9: 0})
    """
    return {person: (len(people) - index) * were_drawn for index, person in enumerate(people)}
