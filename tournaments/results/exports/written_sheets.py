"""The written sheets of a round's tables, one under the other, each with the resulting capital (§2, §4)."""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.book.ledger.seats import Seat
from scoring.reports.exports.written_sheet import COLUMNS_BEFORE, Layout, build_written_rows
from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.xlsx.cells import (
    BLANK,
    COUNT,
    PLAY,
    SUM,
    Cell,
    Rows,
    build_text_cell,
    count_cell,
    format_column_name,
)
from tournaments.core.rules.capital import CapitalCourse
from tournaments.core.table_names import name_table
from tournaments.hall.rounds.table_capital import Holder, build_rule
from tournaments.results.exports.data import TableData, TournamentData
from tournaments.results.standings.column import convert_play_money

CENTS = 100
LABEL = 4  # the column of the words
WIDTHS = (5, 12, 14, 14, 40, 24, 9)
WIDTH_OF_AMOUNTS, WIDEST_NAME, WIDTH_OF_REASON = 11, 15, 24


class SheetStay(NamedTuple):
    """A player's stay at a table, and the cells of its results; "" where there is no workbook."""

    seat: Seat
    course: CapitalCourse
    points: int  # sixths, in money
    points_at: str = ""
    replaced_at: str = ""
    written: int = 0  # sixths
    written_at: str = ""

    def move_to_sheet(self, sheet: str) -> "SheetStay":
        """Return the same with its cells as formulas of other sheets say them."""
        cells = ("points_at", "replaced_at", "written_at")
        return self._replace(**{name: sheet + cell for name in cells if (cell := getattr(self, name))})


def build_sheet_form(data: TournamentData, number: int) -> tuple[str, str, tuple[int, ...]]:
    """Build title, heading and column widths of the sheet with a round's written sheets."""
    title = _("Score sheets, round %(number)s") % {"number": number}
    names = (word for entrant in data.entrants.values() for word in re.split(r"[\s-]+", entrant.name))
    amounts = min(max(WIDTH_OF_AMOUNTS, *(len(word) + 3 for word in names), 0), WIDEST_NAME)
    widths = (*WIDTHS, *[amounts] * _count_amount_columns(data), WIDTH_OF_REASON)
    return title, f"{data.tournament.name} – {title}", widths


def list_stays(data: TournamentData, sat: TableData, holders: Sequence[Holder]) -> tuple[SheetStay, ...]:
    """Return the stays at a table with their results."""
    stake, by_seat = build_rule(data.settings).stake, {holder.course.stay.id: holder for holder in holders}
    return tuple(
        SheetStay(seat, holder.course, (holder.course.gain - holder.course.forgiven) // stake, written=holder.written)
        for seat in sat.evening.columns
        if (holder := by_seat.get(seat.id)) is not None
    )


def format_forgiven(courses: Iterable[CapitalCourse]) -> str:
    """Return the end of a formula that adds the debt that was forgiven; "" if there is none."""
    forgiven = sum(course.forgiven for course in courses)
    return f"+{convert_play_money(forgiven)!r}" if forgiven else ""


def build_table_sheet(
    data: TournamentData, sat: TableData, stays: Sequence[SheetStay], above: int
) -> tuple[Rows, tuple[SheetStay, ...]]:
    """Build the written sheet of a table under `above` rows, and under it everybody's capital.

    Return its rows, and the stays with their cells on it.
    """
    title = name_table(sat.table.number, sat.round.number, begins=True)
    if not sat.table.counts:
        title = " – ".join((title, _("does not count")))
    rows, layout = build_written_rows(sat.evening, title, above)
    rows = tuple(
        _move_reason_last(row, COLUMNS_BEFORE + _count_amount_columns(data)) if len(row) > COLUMNS_BEFORE else row
        for row in rows
    )
    sums = above + len(rows)  # the row of the sums is the last one
    placed = [_place_stay(data, sat, stay, layout, rows[-1], sums) for stay in stays]
    capital = _build_capital_rows(data, placed, sums) if data.settings.start else ()
    return (*rows, *capital, BLANK, BLANK), tuple(stay for stay, _column in placed)


def _count_amount_columns(data: TournamentData) -> int:
    """Count the columns of amounts of the fullest table: the reasons of every table come after them."""
    return (3 if data.apart else 2) * data.columns


def _move_reason_last(row: tuple[Cell, ...], last: int) -> tuple[Cell, ...]:
    """Move the last cell of a row, the reason, to the same column as that of the fullest table."""
    return (*row[:-1], *[Cell(None, look=row[-1].look)] * (last + 1 - len(row)), row[-1])


def _place_stay(
    data: TournamentData, sat: TableData, stay: SheetStay, layout: Layout, totals: tuple[Cell, ...], sums: int
) -> tuple[SheetStay, int]:
    """Return a stay with its cells, and the column of the points that decide the capital: those in money.

    It has no cell where the sheet has a different value: a ruling has moved points of a player who had left.
    """
    index = sat.evening.columns.index(stay.seat)
    written = layout.get_amounts_column(index)
    money = layout.get_money_column(index) if sat.evening.with_money else written
    if totals[written].value == convert_to_number(stay.written):
        stay = stay._replace(written_at=f"${format_column_name(written)}${sums}")
    if data.settings.start and totals[money].value == convert_to_number(stay.points):
        name = format_column_name(money)
        stay = stay._replace(points_at=f"${name}${sums}", replaced_at=f"${name}${sums + 2}")
    return stay, money


def _build_capital_rows(data: TournamentData, stays: list[tuple[SheetStay, int]], sums: int) -> Rows:
    """Build three rows: the starting capital, the number of replacements, the final capital."""
    start, stake = data.settings.start / CENTS, data.settings.stake / CENTS
    replacement = (data.settings.replacement or data.settings.start) / CENTS

    def build_end_cell(stay: SheetStay, column: int) -> Cell:
        name = format_column_name(column)
        added = f"{name}{sums + 2}*{replacement!r}{format_forgiven([stay.course])}"
        formula = f"ROUND({name}{sums + 1}+{added}+{name}{sums}*{stake!r},4)"
        return Cell(convert_play_money(stay.course.now), PLAY, SUM, formula)

    return (
        _build_label_row(_("Starting capital"), {column: Cell(start, PLAY) for _stay, column in stays}),
        _build_label_row(
            _("Replacement capital (how often)"),
            {column: count_cell(stay.course.replaced) for stay, column in stays},
            COUNT,
        ),
        _build_label_row(_("Capital at the end"), {column: build_end_cell(stay, column) for stay, column in stays}),
    )


def _build_label_row(label: str, cells: dict[int, Cell], shown: str = PLAY) -> tuple[Cell, ...]:
    """Build a row with a label, and a cell for everybody."""
    last = max(cells, default=COLUMNS_BEFORE)
    words = [build_text_cell(label if index == LABEL else "") for index in range(COLUMNS_BEFORE)]
    return (*words, *(cells.get(column, Cell(None, shown)) for column in range(COLUMNS_BEFORE, last + 1)))
