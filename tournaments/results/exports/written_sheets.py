"""The written sheets of a round's tables with the resulting capital (§2, §4), and the table of all hands."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.book.ledger.book import LedgerLine
from scoring.book.ledger.codec import get_active_places
from scoring.book.ledger.seats import Seat
from scoring.engine.evening.course import compute_amounts
from scoring.models import Entry
from scoring.reports.exports.data import find_deal_entry, format_entry_kind
from scoring.reports.exports.written_sheet import COLUMNS_BEFORE, Layout, build_written_rows
from scoring.table.written_sheet.rows import WrittenRow as BookRow
from scoring.table.written_sheet.rows import find_seat_name
from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable
from tarockclub.kit.xlsx.cells import (
    AMOUNT,
    BLANK,
    COUNT,
    FACTOR,
    MOMENT,
    PLAY,
    SUM,
    Cell,
    Rows,
    build_text_cell,
    count_cell,
    format_column_name,
)
from tournaments.core.rules.line_facts import CapitalCourse
from tournaments.core.table_names import name_table
from tournaments.hall.rounds.table_capital import Holder, build_rule
from tournaments.hall.rulings.actions import PHASES
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


class ExportHand(NamedTuple):
    """A hand, or anything else that has moved points."""

    sat: TableData
    row: BookRow
    line: LedgerLine
    deal: Entry  # with the seats
    paid: dict[int, tuple[int, int]]  # sixths in money and in the written score, by place

    def find_name(self, place: int) -> str:
        """Return the name of the player at a place; "" where nothing was dealt."""
        return "" if self.row.moves else self.find_seat(place)

    def find_seat(self, place: int) -> str:
        """Return the name of the player at a place."""
        return find_seat_name(self.sat.evening.seats, place, self.line.number)


def build_hands_table(data: TournamentData) -> FileTable:
    """Build the columns: as many for players as ever sat at one table."""
    places = range(data.places)
    columns = (
        Column("round", _("Round"), "sat__round__number", kind=COUNT, width=7),
        Column("table", _("Table"), "sat__table__number", kind=COUNT, width=7),
        Column("number", _("No."), lambda hand: hand.row.number or "", kind=COUNT, width=6),
        Column("kind", _("Kind"), _format_kind, width=11),
        Column("phase", _("Phase"), _format_phase, width=20),
        Column("dealer", _("Dealer"), lambda hand: hand.find_name(hand.deal.dealer), width=20),
        Column("forehand", _("Forehand"), lambda hand: hand.find_name(hand.deal.forehand), width=20),
        Column("hand", _("Hand and remark"), lambda hand: format_hand_remark(hand.row), width=44),
        Column("formula", _("Calculation"), "row__formula", width=26),
        Column("radl", _("Factor"), lambda hand: hand.deal.radl if hand.deal.radl > 1 else "", kind=FACTOR, width=8),
        *(_build_name_column(place) for place in places),
        *(_build_amount_column("points", _("Points %(number)s"), place, 0) for place in places),
        *(_build_amount_column("written", _("Written %(number)s"), place, 1) for place in places if data.apart),
        Column("reason", _("Reason"), "row__reason", width=24),
        Column(
            "counts", _("Table counts"), lambda hand: "" if hand.sat.table.counts else _("does not count"), width=14
        ),
        Column("entered", _("Entered"), _find_first_moment, kind=MOMENT, width=17),
        Column("changed", _("Changed"), _find_last_moment, kind=MOMENT, width=17),
    )
    return FileTable("hands", _("Hands"), columns, heading=_("All hands"), still=3, filtered=True)


def _build_name_column(place: int) -> Column:
    def find_name(hand: ExportHand) -> str:
        return hand.find_seat(place) if place in hand.line.before.order else ""

    return Column(f"name_{place + 1}", _("Place %(number)s") % {"number": place + 1}, find_name, width=20)


def _build_amount_column(name: str, title: str, place: int, index: int) -> Column:
    def find_amount(hand: ExportHand) -> int | None:
        return hand.paid[place][index] if place in hand.paid else None

    return Column(f"{name}_{place + 1}", title % {"number": place + 1}, find_amount, kind=AMOUNT, width=9)


def list_export_hands(sat: TableData) -> Iterator[ExportHand]:
    """Yield the hands of a table, in the order of play."""
    for row, line in zip(sat.evening.rows, sat.evening.book.played, strict=True):
        if row.number or row.moves or row.kind == Entry.Kind.REDEAL:
            paid = compute_amounts(line.content, line.score, get_active_places(line.entry))
            yield ExportHand(sat, row, line, find_deal_entry(line), paid)


def _format_kind(hand: ExportHand) -> str:
    return format_entry_kind(hand.row.kind, hand.sat.evening.doubling, by_gong=bool(hand.line.entry.phase))


def _format_phase(hand: ExportHand) -> str:
    return str(PHASES.get((hand.line.entry.replaces or hand.line.entry).phase, ""))


def format_hand_remark(row: BookRow) -> str:
    """Return the words of a hand, and the players who dispute it."""
    who = ", ".join(row.disputed)
    return "; ".join(filter(None, (row.words, ": ".join((_("not correct"), who)) if who else "")))


def _find_first_moment(hand: ExportHand) -> datetime:
    """Return the moment when the line was first entered; corrections of corrections lead back to it."""
    entry, before = hand.line.entry, hand.line.entry.replaces
    if before is None:
        return entry.at
    moment = Entry.objects.filter(table=entry.table_id, key=hand.line.key).values_list("at", flat=True).first()
    return moment or before.at


def _find_last_moment(hand: ExportHand) -> datetime | str:
    return hand.line.entry.at if hand.line.entry.replaces is not None else ""
