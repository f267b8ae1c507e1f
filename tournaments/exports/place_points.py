"""Place points in a workbook: the table of what each place gets, and formulas that place a table's players by it."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.xlsx.cells import COUNT, POINTS, Cell, count
from tournaments.exports.data import Gathered
from tournaments.exports.rank_formulas import Span
from tournaments.exports.schema import FIRST_ROW, Column, Lines, Row, Table
from tournaments.rules.place_points import row_for
from tournaments.rules.ranking import PARTS
from tournaments.standings.standing import Line

LARGEST = 8  # table that is listed: of six, with two who have left it
LAST_ROW = FIRST_ROW + sum(range(1, LARGEST + 1)) - 1
ROUND_DIGITS, DIGITS = 9, 6  # what comes from halves and thirds is compared after rounding, sums of it once more


class Counted(NamedTuple):
    """Where the numbers of a round's table stand, that its formulas name."""

    table: Span
    written: Span
    place: Span


def points_table(told: Gathered) -> Table:
    """Its columns: what each place at a table of so many gets."""
    columns = (
        Column("players", _("Players at the table"), COUNT, 14),
        Column("place", _("Place"), COUNT, 8),
        Column("place_points", _("Place points"), POINTS, 12),
    )
    title = _("Place points")
    return Table("place_points", title, f"{told.tournament.name} – {title}", columns)


def points_rows(told: Gathered) -> Iterator[Row]:
    """All places of all sizes of tables."""
    for players in range(1, LARGEST + 1):
        for place, points in enumerate(row_for(players, told.settings.place_points), 1):
            yield count(players), count(place), Cell(points, POINTS)


def place_formula(at: Counted, row: int) -> str:
    """The place at his table of whom a row is about: one more than those who have a better written score there."""
    return f'1+COUNTIFS({_here(at, row)},{at.written.all},">"&{at.written.mine(row)})'


def points_formula(at: Counted, row: int, table: Lines) -> str:
    """The mean of what his places at the table get: his, and as many more as there are equal ones."""
    players, places, points = (f"{table.before}${letter}${FIRST_ROW}:${letter}${LAST_ROW}" for letter in "ABC")
    there = f'COUNTIFS({_here(at, row)},{at.place.all},">0")'
    place, equals = at.place.mine(row), f"COUNTIFS({_here(at, row)},{at.written.all},{at.written.mine(row)})"
    mine = f'{players},{there},{places},">="&{place},{places},"<="&({place}+{equals}-1)'
    return f"ROUND(AVERAGEIFS({points},{mine}),{ROUND_DIGITS})"


def _here(at: Counted, row: int) -> str:
    return f"{at.table.all},{at.table.mine(row)}"


def follow(lines: Sequence[Line]) -> frozenset[int]:
    """The tables (numbers) whose places follow from the rows of the standing alone.

    They do not where somebody has sat at two tables in one round: his row says both together, and stands at the last.
    """
    found: dict[int, list[Line]] = {}
    for line in lines:
        found.setdefault(line.table, []).append(line)
    return frozenset(table for table, there in found.items() if all(_follows(line, there) for line in there))


def _follows(line: Line, there: Sequence[Line]) -> bool:
    better = sum(one.written > line.written for one in there)
    return bool(line.place) and len(there) <= LARGEST and line.place == 1 + better


def follow_in_points(lines: Sequence[Line], rows: Sequence[Sequence[int]], tables: frozenset[int]) -> frozenset[int]:
    """Of these tables those whose place points follow as well."""
    sizes: dict[int, int] = {}
    for line in lines:
        sizes[line.table] = sizes.get(line.table, 0) + 1
    given: dict[int, int] = {}
    for line in lines:
        given[line.table] = given.get(line.table, 0) + line.points
    return frozenset(table for table in tables if given[table] == sum(row_for(sizes[table], rows)) * PARTS)


def order_of(places: Sequence[int], base: int) -> int:
    """How good somebody's places at his tables are, as a number: more first ones, then more second ones, and so on.

    >>> order_of([1, 3], 4) > order_of([2, 2], 4) > order_of([2], 4)
    True
    """
    return sum(base ** (LARGEST - place) for place in places if place)


def order_formula(cells: str, base: int) -> str:
    """The same of a row's cells.

    >>> order_formula("D3:E3", 3)[:42]
    'COUNTIF(D3:E3,1)*2187+COUNTIF(D3:E3,2)*729'
    """
    return "+".join(f"COUNTIF({cells},{place})*{base ** (LARGEST - place)}" for place in range(1, LARGEST + 1))
