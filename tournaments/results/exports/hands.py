"""The table of all hands: one row for each deal, and for everything else that has moved points."""

from collections.abc import Iterator
from datetime import datetime

from django.utils.translation import gettext as _

from scoring.book.ledger.book import LedgerLine
from scoring.book.ledger.codec import get_active_places
from scoring.engine.evening.course import compute_amounts
from scoring.models import Entry
from scoring.reports.exports.data import convert_to_local, find_deal_entry, format_entry_kind
from scoring.table.written_sheet.rows import WrittenRow as BookRow
from scoring.table.written_sheet.rows import find_seat_name
from tarockclub.kit.xlsx.cells import (
    AMOUNT,
    COUNT,
    EMPTY,
    FACTOR,
    MOMENT,
    Cell,
    build_amount_cell,
    build_text_cell,
    count_cell,
)
from tournaments.hall.rulings.actions import PHASES
from tournaments.results.exports.data import TableData, TournamentData
from tournaments.results.exports.schema import ExportColumn, ExportTable, Row


def build_hands_table(data: TournamentData) -> ExportTable:
    """Build the columns: as many for players as ever sat at one table."""
    names = [
        ExportColumn(f"name_{at}", _("Place %(number)s") % {"number": at}, width=20) for at in range(1, data.places + 1)
    ]
    points = [_build_amount_column(f"points_{at}", _("Points %(number)s"), at) for at in range(1, data.places + 1)]
    written = [_build_amount_column(f"written_{at}", _("Written %(number)s"), at) for at in range(1, data.places + 1)]
    columns = (
        ExportColumn("round", _("Round"), COUNT, 7),
        ExportColumn("table", _("Table"), COUNT, 7),
        ExportColumn("number", _("No."), COUNT, 6),
        ExportColumn("kind", _("Kind"), width=11),
        ExportColumn("phase", _("Phase"), width=20),
        ExportColumn("dealer", _("Dealer"), width=20),
        ExportColumn("forehand", _("Forehand"), width=20),
        ExportColumn("hand", _("Hand and remark"), width=44),
        ExportColumn("formula", _("Calculation"), width=26),
        ExportColumn("radl", _("Factor"), FACTOR, 8),
        *names,
        *points,
        *(written if data.apart else ()),
        ExportColumn("reason", _("Reason"), width=24),
        ExportColumn("counts", _("Table counts"), width=14),
        ExportColumn("entered", _("Entered"), MOMENT, 17),
        ExportColumn("changed", _("Changed"), MOMENT, 17),
    )
    return ExportTable("hands", _("Hands"), _("All hands"), columns, still=3, filtered=True)


def _build_amount_column(name: str, head: str, at: int) -> ExportColumn:
    return ExportColumn(name, head % {"number": at}, AMOUNT, 9)


def build_hand_rows(data: TournamentData, sat: TableData) -> Iterator[Row]:
    """Yield the hands of a table, in the order of play."""
    for row, line in zip(sat.told.rows, sat.told.book.played, strict=True):
        if row.number or row.moves or row.kind == Entry.Kind.REDEAL:
            yield _build_row(data, sat, row, line)


def _build_row(data: TournamentData, sat: TableData, row: BookRow, line: LedgerLine) -> Row:
    dealt, seats = find_deal_entry(line), sat.told.seats
    dealer, forehand = (find_seat_name(seats, place, line.number) for place in (dealt.dealer, dealt.forehand))
    is_deal = not row.moves
    paid = compute_amounts(line.content, line.score, get_active_places(line.entry))
    before = line.entry.replaces
    return (
        count_cell(sat.round.number),
        count_cell(sat.table.number),
        count_cell(row.number) if row.number else EMPTY,
        build_text_cell(format_entry_kind(row.kind, sat.told.doubling, by_gong=bool(line.entry.phase))),
        build_text_cell(str(PHASES.get((before or line.entry).phase, ""))),
        build_text_cell(dealer if is_deal else ""),
        build_text_cell(forehand if is_deal else ""),
        build_text_cell(format_hand_remark(row)),
        build_text_cell(row.formula),
        Cell(dealt.radl, FACTOR) if dealt.radl > 1 else EMPTY,
        *_build_name_cells(data, sat, line),
        *_build_point_cells(data, {place: money for place, (money, _written) in paid.items()}),
        *(
            _build_point_cells(data, {place: written for place, (_money, written) in paid.items()})
            if data.apart
            else ()
        ),
        build_text_cell(row.reason),
        build_text_cell("" if sat.table.counts else _("does not count")),
        Cell(convert_to_local(_find_first_moment(line)), MOMENT),
        Cell(convert_to_local(line.entry.at), MOMENT) if before is not None else EMPTY,
    )


def format_hand_remark(row: BookRow) -> str:
    """Return the words of a hand, and the players who dispute it."""
    who = ", ".join(row.disputed)
    return "; ".join(filter(None, (row.words, ": ".join((_("not correct"), who)) if who else "")))


def _build_name_cells(data: TournamentData, sat: TableData, line: LedgerLine) -> Iterator[Cell]:
    here = line.before.order
    for place in range(data.places):
        yield build_text_cell(find_seat_name(sat.told.seats, place, line.number)) if place in here else EMPTY


def _build_point_cells(data: TournamentData, paid: dict[int, int]) -> Iterator[Cell]:
    for place in range(data.places):
        yield build_amount_cell(paid[place]) if place in paid else Cell(None, AMOUNT)


def _find_first_moment(line: LedgerLine) -> datetime:
    """Return the moment when the line was first entered; corrections of corrections lead back to it."""
    if line.entry.replaces is None:
        return line.entry.at
    found = Entry.objects.filter(table=line.entry.table_id, key=line.key).values_list("at", flat=True).first()
    return found or line.entry.replaces.at
