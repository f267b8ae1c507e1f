"""Ranks, places and place points as formulas, and the table of points for each place that they name (§3, §4).

A rank is one more than the number placed before, by a list of criteria that is data.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, FormulaRow
from tarockclub.kit.xlsx.cells import COUNT, POINTS
from tournaments.core.rules.ranking import PARTS, select_row
from tournaments.core.settings import (
    BEST_ROUND,
    BEST_SUM,
    BEST_WRITTEN,
    CAPITAL,
    HANDS_WON,
    LOT,
    NO_REPLACEMENTS,
    PLACE_POINTS,
    PLACES,
    REPLACEMENTS,
    ROUNDS_WON,
    SUM,
    TABLE_PLACES,
    WRITTEN_ROUNDS,
    WRITTEN_SCORE,
    Settings,
)
from tournaments.hall.standing.standing import RankedLine
from tournaments.results.exports.data import TournamentData
from tournaments.results.standings.columns import ROUND_DIGITS

# The column that each criterion compares.
OVERALL_COLUMNS = {
    NO_REPLACEMENTS: "replaced",
    REPLACEMENTS: "replaced",
    CAPITAL: "gain",
    PLACES: "places",
    BEST_ROUND: "best_round",
    ROUNDS_WON: "rounds_won",
    WRITTEN_SCORE: "written",
    HANDS_WON: "won",
    PLACE_POINTS: "place_points",
    SUM: "sum",
    TABLE_PLACES: "order",
    BEST_WRITTEN: "best_written",
    WRITTEN_ROUNDS: "written_rounds",
    BEST_SUM: "best_sum",
    LOT: "lot",
}
# The value of a team that a criterion compares is in a column; all else is compared by the last one.
TEAM_COLUMNS = {
    CAPITAL: "gain",
    REPLACEMENTS: "replaced",
    WRITTEN_SCORE: "written",
    PLACE_POINTS: "place_points",
    SUM: "sum",
}
_WITHOUT_PLACE_POINTS = {SUM: WRITTEN_SCORE, BEST_SUM: BEST_WRITTEN}  # the same then


def filter_criteria(settings: Settings, names: Sequence[str]) -> tuple[str, ...]:
    """Return the criteria that columns of a workbook can compare: without place points the sum is the written score."""
    if settings.place_points:
        return tuple(names)
    return tuple(_WITHOUT_PLACE_POINTS.get(name, name) for name in names)


class NamedColumn(NamedTuple):
    """A column whose cells formulas call by a name."""

    all: str
    letter: str

    def find_cell(self, row: int) -> str:
        """Return the cell of a row."""
        return f"${self.letter}{row}"


Criterion = tuple[str, NamedColumn]


def list_named_criteria(names: Iterable[str], columns: Mapping[str, str], table: FileTable) -> list[Criterion]:
    """Return the criteria that are there, each with its column; `columns`: by criteria."""
    pairs = [(name, columns[name]) for name in names if columns.get(name) in table.letters]
    return [(name, NamedColumn(table.names[column], table.letters[column])) for name, column in pairs]


def build_rank_formula(criteria: Sequence[Criterion], row: int) -> str:
    """Build the formula of the rank of a row.

    >>> build_rank_formula([("replacements", NamedColumn("G_R", "F")), ("capital", NamedColumn("G_P", "G"))], 5)
    '1+COUNTIFS(G_R,"<"&$F5)+COUNTIFS(G_R,$F5,G_P,">"&$G5)'
    """
    return "+".join(["1", *_build_terms(criteria, row, [])])


def _build_terms(criteria: Sequence[Criterion], row: int, conditions: list[str]) -> Iterator[str]:
    """Yield for each criterion the formula that counts the better ones among those equal by all criteria before it."""
    for name, span in criteria:
        cells, mine = span.all, span.find_cell(row)
        if name == NO_REPLACEMENTS:
            yield f"IF({mine}>0,COUNTIFS({','.join([*conditions, cells, '0'])}),0)"
            conditions.append(f'{cells},IF({mine}>0,">0",0)')
            continue
        better = f'"<"&{mine}' if name == REPLACEMENTS else f'">"&{mine}'
        yield f"COUNTIFS({','.join([*conditions, cells, better])})"
        conditions.append(f"{cells},{mine}")


LARGEST = 8  # players of a listed table: six, and two who have left it
POINTS_TABLE = FileTable(
    "place_points",
    _("Place points"),
    (
        Column("players", _("Players at the table"), lambda row: row[0], kind=COUNT, width=14),
        Column("place", _("Place"), lambda row: row[1], kind=COUNT, width=8),
        Column("place_points", _("Place points"), lambda row: row[2], kind=POINTS, width=12),
    ),
)


def build_points_table() -> FileTable:
    """Return the same table for a workbook, whose formulas call its columns by names."""
    return replace(POINTS_TABLE, prefix="P", note=gettext("Equal players share the mean of their places."))


def list_points_rows(data: TournamentData) -> Iterator[tuple[int, int, int]]:
    """Yield all places of all sizes of tables, with their points."""
    for players in range(1, LARGEST + 1):
        for place, points in enumerate(select_row(players, data.settings.place_points), 1):
            yield players, place, points


def build_place_formula(at: FormulaRow) -> str:
    """Build the formula of a player's place at the table: one more than the number of better written scores there."""
    names, written = at.table.names, at.find_cell("written")
    return f'1+COUNTIFS({_choose_table(at)},{names["written"]},">"&{written})'


def build_points_formula(at: FormulaRow, all_points: Mapping[str, str]) -> str:
    """Build the formula of a player's place points: the mean for their place and one more for each equal player.

    `all_points`: the names of the columns of the points of each place.
    """
    names, place = at.table.names, at.find_cell("place")
    count = f'COUNTIFS({_choose_table(at)},{names["place"]},">0")'
    equals = f"COUNTIFS({_choose_table(at)},{names['written']},{at.find_cell('written')})"
    places = all_points["place"]
    mine = f'{all_points["players"]},{count},{places},">="&{place},{places},"<="&({place}+{equals}-1)'
    return f"ROUND(AVERAGEIFS({all_points['place_points']},{mine}),{ROUND_DIGITS})"


def _choose_table(at: FormulaRow) -> str:
    """Return the criteria that choose a row's table in its round."""
    names = at.table.names
    return f"{names['round']},{at.find_cell('round')},{names['table']},{at.find_cell('table')}"


def list_computable_tables(lines: Sequence[RankedLine]) -> frozenset[int]:
    """Return the tables (numbers) whose places follow from the rows of the standing alone.

    They do not if a player has sat at two tables in one round: their row has the sum of both, at the last table.
    """
    by_table: dict[int, list[RankedLine]] = {}
    for line in lines:
        by_table.setdefault(line.table, []).append(line)
    return frozenset(table for table, group in by_table.items() if all(_is_computable(line, group) for line in group))


def _is_computable(line: RankedLine, lines: Sequence[RankedLine]) -> bool:
    better = sum(other.written > line.written for other in lines)
    return bool(line.place) and len(lines) <= LARGEST and line.place == 1 + better


def filter_computable_points(
    lines: Sequence[RankedLine], rows: Sequence[Sequence[int]], tables: frozenset[int]
) -> frozenset[int]:
    """Return those of these tables whose place points follow as well."""
    sizes: dict[int, int] = {}
    for line in lines:
        sizes[line.table] = sizes.get(line.table, 0) + 1
    sums: dict[int, int] = {}
    for line in lines:
        sums[line.table] = sums.get(line.table, 0) + line.points
    return frozenset(table for table in tables if sums[table] == sum(select_row(sizes[table], rows)) * PARTS)


def compute_place_order(places: Sequence[int], base: int) -> int:
    """Encode a player's places as a number for comparison: more first ones, then more second ones, and so on.

    >>> compute_place_order([1, 3], 4) > compute_place_order([2, 2], 4) > compute_place_order([2], 4)
    True
    """
    return sum(base ** (LARGEST - place) for place in places if place)


def build_order_formula(criteria: str, places: str, base: int) -> str:
    """Build the same of the places of the rows that criteria choose.

    >>> build_order_formula("R_No,B4", "R_Place", 3)[:64]
    'COUNTIFS(R_No,B4,R_Place,1)*2187+COUNTIFS(R_No,B4,R_Place,2)*729'
    """
    return "+".join(
        f"COUNTIFS({criteria},{places},{place})*{base ** (LARGEST - place)}" for place in range(1, LARGEST + 1)
    )
