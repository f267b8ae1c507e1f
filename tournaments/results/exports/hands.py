"""The table of all hands: one row for each deal, and for everything else that has moved points."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.book.ledger.book import LedgerLine
from scoring.book.ledger.codec import get_active_places
from scoring.engine.evening.course import compute_amounts
from scoring.models import Entry
from scoring.reports.exports.data import find_deal_entry, format_entry_kind
from scoring.table.written_sheet.rows import WrittenRow as BookRow
from scoring.table.written_sheet.rows import find_seat_name
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import FileTable
from tarockclub.kit.xlsx.cells import AMOUNT, COUNT, FACTOR, MOMENT
from tournaments.hall.rulings.actions import PHASES
from tournaments.results.exports.data import TableData, TournamentData


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
