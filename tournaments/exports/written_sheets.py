"""The written sheets of a round's tables, one under the other, each with the capital it comes to (§2, §4)."""

import re
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.exports.written_sheet import BEFORE, Layout, written_rows
from scoring.ledger.entries import written_of
from scoring.ledger.seats import Seat
from scoring.xlsx.cells import BLANK, COUNT, PLAY, SUM, Cell, Rows, column_name, count, in_points, text
from tournaments.exports.data import Gathered, Sat
from tournaments.rounds.table_capital import of_book, rule_of
from tournaments.rules.capital import PARTS, Course

CENTS = 100
LABEL = 4  # the column of the words
WIDTHS = (5, 12, 14, 14, 40, 24, 9)
WIDTH_OF_AMOUNTS, WIDEST_NAME, WIDTH_OF_REASON = 11, 15, 24


class Stay(NamedTuple):
    """Somebody's stay at a table, and the cells that say what it came to; "" where there is no workbook."""

    seat: Seat
    course: Course
    points: int  # sixths, in money
    points_at: str = ""
    replaced_at: str = ""
    written: int = 0  # sixths
    written_at: str = ""

    def on(self, sheet: str) -> "Stay":
        """The same with its cells as formulas of other sheets say them."""
        cells = ("points_at", "replaced_at", "written_at")
        return self._replace(**{name: sheet + at for name in cells if (at := getattr(self, name))})


class Drawn(NamedTuple):
    """A table's written sheet."""

    rows: Rows
    stays: tuple[Stay, ...]


def sheet_form(told: Gathered, number: int) -> tuple[str, str, tuple[int, ...]]:
    """Title, heading and widths of the sheet with a round's written sheets."""
    title = _("Score sheets of round %(number)s") % {"number": number}
    names = (word for one in told.entrants.values() for word in re.split(r"[\s-]+", one.name))
    amounts = min(max(WIDTH_OF_AMOUNTS, *(len(word) + 3 for word in names), 0), WIDEST_NAME)
    widths = (*WIDTHS, *[amounts] * _last_column(told), WIDTH_OF_REASON)
    return title, f"{told.tournament.name} – {title}", widths


def stays_of(told: Gathered, sat: Sat) -> tuple[Stay, ...]:
    """Who sat at a table, with what he has won there."""
    rule = rule_of(told.settings)
    courses = {one.stay.id: one for one in of_book(sat.told.book, sat.told.seats, rule)}
    here = [(seat, courses[seat.id]) for seat in sat.told.columns if seat.id in courses]
    return tuple(
        Stay(seat, course, points_of(course, rule.stake), written=_written(sat, course)) for seat, course in here
    )


def _written(sat: Sat, course: Course) -> int:
    """The written score of a stay, in sixths."""
    mine = (one.entry for one in sat.told.book.played if course.is_paid_in(one.number))
    return sum(written_of(one)[course.stay.place] for one in mine)


def points_of(course: Course, stake: int) -> int:
    """The sixths of points that a capital has gained, at a stake in cents for a point."""
    return course.gain // stake


def drawn(told: Gathered, sat: Sat, above: int) -> Drawn:
    """The written sheet of a table under so many rows, and under it what everybody's capital comes to."""
    title = _("Round %(round)s, table %(table)s") % {"round": sat.round.number, "table": sat.table.number}
    if not sat.table.counts:
        title = " – ".join((title, _("does not count")))
    rows, layout = written_rows(sat.told, title, above)
    rows = tuple(_reason_last(row, BEFORE + _last_column(told)) if len(row) > BEFORE else row for row in rows)
    stays = stays_of(told, sat)
    sums = above + len(rows)  # the row of the sums is the last one
    stays = tuple(_with_written(stay, layout.amounts(sat.told.columns.index(stay.seat)), sums, rows) for stay in stays)
    if not told.settings.start:
        return Drawn((*rows, BLANK, BLANK), stays)
    columns = [_column(sat, layout, stay.seat) for stay in stays]
    found = [_with_cells(stay, at, sums, rows[-1][at]) for stay, at in zip(stays, columns, strict=True)]
    capital = _capital(told, [(stay, at) for stay, at in zip(found, columns, strict=True)], sums)
    return Drawn((*rows, *capital, BLANK, BLANK), tuple(found))


def _last_column(told: Gathered) -> int:
    """How many columns of amounts the fullest table has: behind them stand the reasons of every table."""
    return (3 if told.apart else 2) * told.columns


def _reason_last(row: tuple[Cell, ...], last: int) -> tuple[Cell, ...]:
    """A row whose last cell, the reason, stands in the same column as that of the fullest table."""
    return (*row[:-1], *[Cell(None, look=row[-1].look)] * (last + 1 - len(row)), row[-1])


def _with_written(stay: Stay, column: int, sums: int, rows: Rows) -> Stay:
    """With the cell of his written score; none where the sheet says something else."""
    if rows[-1][column].value != in_points(stay.written):
        return stay
    return stay._replace(written_at=f"${column_name(column)}${sums}")


def _with_cells(stay: Stay, column: int, sums: int, total: Cell) -> Stay:
    """With the cells of what he has won and of his replacements; none where the sheet says something else.

    It does where a ruling has moved points of somebody who had left.
    """
    if total.value != in_points(stay.points):
        return stay
    name = column_name(column)
    return stay._replace(points_at=f"${name}${sums}", replaced_at=f"${name}${sums + 2}")


def _column(sat: Sat, layout: Layout, seat: Seat) -> int:
    """The column of the points that decide the capital: those in money."""
    at = sat.told.columns.index(seat)
    return layout.money(at) if sat.told.with_money else layout.amounts(at)


def _capital(told: Gathered, stays: list[tuple[Stay, int]], sums: int) -> Rows:
    """Three rows: the starting capital, how many replacements there were, the capital in the end."""
    start, stake = told.settings.start / CENTS, told.settings.stake / CENTS

    def end(stay: Stay, column: int) -> Cell:
        name = column_name(column)
        formula = f"ROUND({name}{sums + 1}*(1+{name}{sums + 2})+{name}{sums}*{stake!r},4)"
        return Cell(play_money(stay.course.now), PLAY, SUM, formula)

    return (
        _under(_("Starting capital"), {at: Cell(start, PLAY) for _stay, at in stays}),
        _under(_("Replacement capital (how often)"), {at: count(stay.course.replaced) for stay, at in stays}, COUNT),
        _under(_("Capital at the end"), {at: end(stay, at) for stay, at in stays}),
    )


def _under(label: str, cells: dict[int, Cell], shown: str = PLAY) -> tuple[Cell, ...]:
    """A row with a label, and a cell for everybody."""
    last = max(cells, default=BEFORE)
    words = [text(label if at == LABEL else "") for at in range(BEFORE)]
    return (*words, *(cells.get(at, Cell(None, shown)) for at in range(BEFORE, last + 1)))


def play_money(parts: int) -> float:
    """Play money as a number, from sixths of a cent; as exact as formulas compare it.

    >>> play_money(5000 * PARTS), play_money(-200)
    (50.0, -0.3333)
    """
    return round(parts / (PARTS * CENTS), 4)
