"""The standings of the rounds: ranks, capitals and place points as formulas that begin at the written sheets."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.points import SIXTHS
from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import FIRST_ROW, FileTable, Lines
from tarockclub.kit.xlsx.cells import (
    AMOUNT,
    COUNT,
    PLAY,
    POINTS,
    Cell,
    build_amount_cell,
    build_text_cell,
    count_cell,
    format_column_name,
)
from tournaments.core.rules.ranking import PARTS
from tournaments.core.settings import LOT, NO_REPLACEMENTS, TABLE, TABLE_PLACES, Settings
from tournaments.hall.standing.standing import RankedLine, RoundStanding
from tournaments.results.exports import place_points as points
from tournaments.results.exports.data import TournamentData
from tournaments.results.exports.place_points import DIGITS, ROUND_DIGITS, PointsColumns
from tournaments.results.exports.rank_formulas import (
    ROUND_COLUMNS,
    Criterion,
    Span,
    build_rank_formula,
    filter_criteria,
)
from tournaments.results.exports.written_sheets import CENTS, SheetStay, format_forgiven
from tournaments.results.standings.column import convert_play_money
from tournaments.results.standings.columns import has_points


class RoundResult(NamedTuple):
    """The result of a player in a round, and its row."""

    line: RankedLine
    row: int


def build_standing_table(data: TournamentData, number: int) -> FileTable:
    """Build the columns of a round's standing: those that the tournament uses."""
    settings = data.settings
    money = [
        Column("points", _("Points"), kind=AMOUNT, width=10),
        Column("replaced", _("Replacements"), kind=COUNT, width=13),
        Column("counted", _("Capital without replacements"), kind=PLAY, width=16),
        Column("capital", _("Capital at the end"), kind=PLAY, width=16),
    ]
    columns = (
        Column("rank", _("Rank"), kind=COUNT, width=7),
        Column("number", _("Start no."), kind=COUNT, width=9),
        Column("name", _("Name"), width=30),
        Column("table", _("Table"), kind=COUNT, width=7),
        *(money if settings.start else ()),
        Column("hands", _("Hands"), kind=COUNT, width=8),
        Column("won", _("Hands won"), kind=COUNT, width=10),
        Column("written", _("Written score"), kind=AMOUNT, width=11),
        *([Column("place", _("Place at the table"), kind=COUNT, width=11)] if has_points(settings) else []),
        *([Column("place_points", _("Place points"), kind=POINTS, width=12)] if settings.place_points else []),
        *([Column("sum", _("Sum"), kind=POINTS, width=11)] if settings.place_points else []),
        *(
            [Column("order", _("Order by place"), kind=COUNT, width=10)]
            if TABLE_PLACES in settings.round_criteria
            else []
        ),
        *([Column("lot", _("Lot"), kind=COUNT, width=7)] if LOT in settings.round_criteria else []),
    )
    title = _("Standings of round %(number)s") % {"number": number}
    return FileTable(f"standing_{number}", title, columns, reckons=True, still=3)


class StandingFormulas(NamedTuple):
    """The input of the rows of a standing."""

    settings: Settings
    spans: Mapping[str, Span]
    criteria: Sequence[Criterion]
    lots: Mapping[int, int]
    counted: PointsColumns | None  # where places at the tables are shown
    places: frozenset[int]  # tables (numbers) whose places follow from the rows
    points: frozenset[int]  # and whose place points do
    points_table: Lines | None


def write_standing(
    data: TournamentData,
    table: FileTable,
    standing: RoundStanding,
    stays: dict[int, list[SheetStay]],
    lines: Lines,
    *,
    lots_drawn: bool,
    points_table: Lines | None = None,
) -> dict[int, RoundResult]:
    """Write a round's standing, and return everybody's result with its row, by person."""
    by = _build_formulas(data, table, standing, lots_drawn=lots_drawn, points_table=points_table)
    names = [column.name for column in table.columns]
    won = {}
    for line in standing.lines:
        row = lines.next
        cells = _build_cells(by, line, stays.get(line.player.person, []), row)
        lines.add(tuple(cells[name] for name in names))
        won[line.player.person] = RoundResult(line, row)
    return won


def _build_formulas(
    data: TournamentData, table: FileTable, standing: RoundStanding, *, lots_drawn: bool, points_table: Lines | None
) -> StandingFormulas:
    settings, rows = data.settings, standing.lines
    spans = list_spans(table, len(rows))
    places = points.list_computable_tables(rows) if "place" in spans else frozenset()
    return StandingFormulas(
        settings,
        spans,
        list_criteria_names(filter_criteria(settings, settings.round_criteria), ROUND_COLUMNS, spans),
        number_lots([line.player.person for line in rows], were_drawn=lots_drawn),
        PointsColumns(spans["table"], spans["written"], spans["place"]) if "place" in spans else None,
        places,
        points.filter_computable_points(rows, settings.place_points, places),
        points_table,
    )


def list_criteria_names(names: Iterable[str], columns: dict[str, str], spans: Mapping[str, Span]) -> list[Criterion]:
    """Return the criteria that are there, each with its column."""
    return [(name, spans[columns[name]]) for name in names if columns.get(name) in spans]


def list_spans(table: FileTable, rows: int) -> dict[str, Span]:
    """Return the columns of a table with this number of rows, by name."""
    last = FIRST_ROW + rows - 1
    return {column.name: Span(format_column_name(at), FIRST_ROW, last) for at, column in enumerate(table.columns)}


def _build_cells(by: StandingFormulas, line: RankedLine, stays: Sequence[SheetStay], row: int) -> dict[str, Cell]:
    """Build a row of the standing by its columns; the values that rank follow from the written sheets."""
    among = by.spans["table"] if by.settings.scope == TABLE else None
    cells = {
        "rank": count_cell(line.rank, formula=_build_rank_formula(by, row, among)),
        "number": count_cell(line.player.number) if line.player.number else Cell(None, COUNT),
        "name": build_text_cell(" / ".join([*line.before, line.player.real])),
        "table": count_cell(line.table),
        "hands": count_cell(line.hands),
        "won": count_cell(line.won),
        "written": build_amount_cell(line.written),
        "lot": count_cell(by.lots[line.player.person]),
    }
    if by.settings.start:
        cells |= _build_money_cells(by, line, stays, row)
    if by.counted is not None:
        cells |= _build_point_cells(by, by.counted, line, stays, row)
    return cells


def _build_rank_formula(by: StandingFormulas, row: int, among: Span | None) -> str:
    """Return the formula of a rank; players who needed a replacement may be last by rule."""
    if not by.settings.replaced_last or "replaced" not in by.spans:
        return build_rank_formula(by.criteria, row, among)
    replaced = by.spans["replaced"]
    rank = build_rank_formula([(NO_REPLACEMENTS, replaced), *by.criteria], row, among)
    last = f"COUNTIF({among.all},{among.find_cell(row)})" if among is not None else f"ROWS({replaced.all})"
    return f"IF({replaced.find_cell(row)}>0,{last},{rank})"


def _build_money_cells(by: StandingFormulas, line: RankedLine, stays: Sequence[SheetStay], row: int) -> dict[str, Cell]:
    start, stake = by.settings.start / CENTS, by.settings.stake / CENTS
    replacement = (by.settings.replacement or by.settings.start) / CENTS
    forgiven = format_forgiven(stay.course for stay in stays)
    at = {name: f"{by.spans[name].letter}{row}" for name in ("points", "replaced", "counted")}
    sixths = sum(stay.points for stay in stays)
    counted = f"ROUND({start!r}+{at['points']}*{stake!r}{forgiven},4)"
    return {
        "points": build_amount_cell(sixths, formula=build_sum_formula([stay.points_at for stay in stays])),
        "replaced": count_cell(line.replaced, formula=build_sum_formula([stay.replaced_at for stay in stays])),
        "counted": Cell(convert_play_money(line.ranked_amount), PLAY, formula=counted),
        "capital": Cell(
            convert_play_money(line.capital), PLAY, formula=f"ROUND({at['counted']}+{at['replaced']}*{replacement!r},4)"
        ),
    }


def _build_point_cells(
    by: StandingFormulas, at: PointsColumns, line: RankedLine, stays: Sequence[SheetStay], row: int
) -> dict[str, Cell]:
    """Build the cells of written score, place, place points and their sum, where results are in points."""
    added = build_sum_formula([stay.written_at for stay in stays])
    follows, gets = line.table in by.places, line.table in by.points and by.points_table is not None
    place = points.build_place_formula(at, row) if follows else ""
    given = points.build_points_formula(at, row, by.points_table) if gets and by.points_table is not None else ""
    cells = {
        "written": Cell(
            convert_points(line.written, SIXTHS), AMOUNT, formula=f"ROUND({added},{ROUND_DIGITS})" if added else ""
        ),
        "place": count_cell(line.place, formula=place),
        "order": count_cell(
            points.compute_place_order([line.place], 2),
            formula=f"IF({at.place.find_cell(row)}>0,2^(8-{at.place.find_cell(row)}),0)",
        ),
    }
    if by.settings.place_points:
        both = f"ROUND({by.spans['written'].find_cell(row)}+{by.spans['place_points'].find_cell(row)},{DIGITS})"
        cells["place_points"] = Cell(convert_points(line.points), POINTS, formula=given)
        cells["sum"] = Cell(convert_points(line.together, digits=DIGITS), POINTS, formula=both)
    return cells


def convert_points(parts: int, each: int = PARTS, digits: int = ROUND_DIGITS) -> int | float:
    """Convert points to a number, as exact as formulas compare it.

    >>> convert_points(90), convert_points(8, 6), convert_points(12, 6)
    (1.5, 1.333333333, 2)
    """
    return convert_to_number(parts, each, digits)


def number_lots(people: Sequence[int], *, were_drawn: bool) -> dict[int, int]:
    """Number the lots so that a workbook can hold them: the larger is placed first; 0 where none were drawn.

    >>> number_lots([7, 9], were_drawn=True), number_lots([7, 9], were_drawn=False)
    ({7: 2, 9: 1}, {7: 0, 9: 0})
    """
    return {person: (len(people) - at) * were_drawn for at, person in enumerate(people)}


def build_sum_formula(cells: Sequence[str]) -> str:
    """Build the formula that adds up cells; "" where one of them is unknown."""
    return "+".join(cells) if all(cells) else ""
