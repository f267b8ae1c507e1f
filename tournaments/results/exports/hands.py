"""All hands of a tournament: the table of CSV and JSON, and that of the workbook, from which all others follow."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.book.ledger.book import LedgerLine
from scoring.book.ledger.codec import get_active_places
from scoring.book.ledger.seats import build_seat_names
from scoring.engine.evening.course import compute_amounts
from scoring.engine.hand.story import BETWEEN
from scoring.models import Entry
from scoring.reports.exports.evening_book import find_deal_entry, format_entry_kind
from scoring.table.written_sheet.rows import WrittenRow as BookRow
from scoring.table.written_sheet.rows import find_seat_name
from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable
from tarockclub.kit.xlsx.cells import (
    AMOUNT,
    COUNT,
    EXACT,
    FACTOR,
    GAINS,
    LOSS,
    MOMENT,
    STRONG,
    STRUCK_LOOK,
    CellMark,
    Extras,
)
from tournaments.hall.rounds.table_capital import Holder
from tournaments.hall.rulings.actions import PHASES
from tournaments.hall.standing.players import People
from tournaments.results.exports.data import TableData, TournamentData
from tournaments.results.standings.columns import has_points


class ExportHand(NamedTuple):
    """A hand, or anything else that has moved points; the last three only in the workbook."""

    sat: TableData
    row: BookRow
    line: LedgerLine
    deal: Entry  # with the seats
    paid: dict[int, tuple[int, int]]  # sixths in money and in the written score, by place
    names: Mapping[str, str] = {}  # short ones
    owners: Mapping[int, int] = {}  # by place: the numbers of those who have its points; nobody's if they do not count
    told: tuple[str, str, str] = ("", "", "")  # the game, who played it and how, the premiums

    def find_name(self, place: int) -> str:
        """Return the name of the player at a place; "" where nothing was dealt."""
        return "" if self.row.moves else self.find_seat(place)

    def find_seat(self, place: int) -> str:
        """Return the name of the player at a place."""
        return find_seat_name(self.sat.evening.seats, place, self.line.number)

    def find_active(self, place: int) -> str:
        """Return the name of the player at a place, a short one where it is known; "" if nobody sits there."""
        name = self.find_seat(place) if place in self.line.before.order else ""
        return self.names.get(name, name)


def _list_columns() -> dict[str, Column]:
    """Return the columns that the table of CSV and JSON and that of the workbook share, by name."""
    columns = (
        Column("round", _("Round"), "sat__round__number", COUNT, 7),
        Column("table", _("Table"), "sat__table__number", COUNT, 6),
        Column("number", _("No."), lambda hand: hand.row.number or None, COUNT, 5),
        Column("kind", _("Kind"), _format_kind, width=12),
        Column("phase", _("Phase"), _format_phase, width=20),
        Column("dealer", _("Dealer"), lambda hand: hand.find_name(hand.deal.dealer), width=20),
        Column("forehand", _("Forehand"), lambda hand: hand.find_name(hand.deal.forehand), width=20),
        Column("formula", _("Calculation"), "row__formula", width=26),
        Column("radl", _("Factor"), lambda hand: hand.deal.radl if hand.deal.radl > 1 else None, FACTOR, 8),
        Column("reason", _("Reason"), "row__reason", width=24),
        Column(
            "counts", _("Table counts"), lambda hand: "" if hand.sat.table.counts else _("does not count"), width=14
        ),
        Column("entered", _("Entered"), _find_first_moment, MOMENT, 17),
        Column("changed", _("Changed"), _find_last_moment, MOMENT, 17),
    )
    return {column.name: column for column in columns}


def _build_name_column(place: int) -> Column:
    title = _("Place %(number)s") % {"number": place + 1}
    return Column(f"name_{place + 1}", title, lambda hand: hand.find_active(place), width=8)


def build_hands_table(data: TournamentData) -> FileTable:
    """Build the columns of CSV and JSON: as many for players as ever sat at one table."""
    shared, places = _list_columns(), range(data.places)
    columns = (
        *(shared[name] for name in ("round", "table", "number", "kind", "phase", "dealer", "forehand")),
        Column("hand", _("Hand and remark"), lambda hand: format_hand_remark(hand.row)),
        shared["formula"],
        shared["radl"],
        *map(_build_name_column, places),
        *(_build_amount_column("points", _("Points %(number)s"), place, 0) for place in places),
        *(_build_amount_column("written", _("Written %(number)s"), place, 1) for place in places if data.apart),
        *(shared[name] for name in ("reason", "counts", "entered", "changed")),
    )
    return FileTable("hands", _("Hands"), columns)


def _build_amount_column(name: str, title: str, place: int, index: int, kind: str = AMOUNT) -> Column:
    """Return the column of an amount: a number for those kinds whose cells do not convert it."""

    def find_amount(hand: ExportHand) -> int | float | None:
        amount = hand.paid[place][index] if place in hand.paid else None
        return amount if kind == AMOUNT or amount is None else convert_to_number(amount)

    return Column(f"{name}_{place + 1}", title % {"number": place + 1}, find_amount, kind, 8, look=STRONG)


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


# The workbook: one hand a row, its amounts beside the numbers of those who have them, by which all sums find them.


PAGE_WIDTH = 168  # characters across a page, in letters of eight points
MANY = 6  # seats of a table, which leave less room for words


# The amounts that the hands of a round have brought everybody, by number: sixths in money and in the written score.
PaidSums = dict[int, tuple[int, int]]


def _tell_hand(hand: ExportHand) -> tuple[str, str, str]:
    """Return the game, who played it and how, and the premiums; of what is no game the words alone."""
    words = format_hand_remark(hand.row)
    if not hand.row.story:
        return "", words, ""
    game, *parts = words.split(BETWEEN)
    return game, ", ".join(parts[:2]), ", ".join(parts[2:])


def number_people(people: People) -> dict[int, int]:
    """Return a number for everybody: that of the start, and behind all of them one for who only took over a seat."""
    numbers = {who: player.number for who, player in sorted(people.by_person.items())}
    last = max(numbers.values(), default=0)
    unknown = [who for who, number in numbers.items() if not number]
    return numbers | dict(zip(unknown, range(last + 1, last + 1 + len(unknown)), strict=True))


def list_book_hands(
    data: TournamentData, sat: TableData, holders: Sequence[Holder], numbers: Mapping[int, int], sums: PaidSums
) -> Iterator[ExportHand]:
    """Yield the hands of a table, and add what they bring everybody to the sums."""
    names = build_seat_names(sat.evening.seats)
    for hand in list_export_hands(sat):
        owners = (
            {place: _find_owner(data, hand, holders, place, numbers) for place in hand.paid} if sat.table.counts else {}
        )
        for place, number in owners.items():
            money, written = sums.get(number, (0, 0))
            sums[number] = money + hand.paid[place][0], written + hand.paid[place][1]
        yield hand._replace(names=names, owners=owners, told=_tell_hand(hand))


def _find_owner(
    data: TournamentData, hand: ExportHand, holders: Sequence[Holder], place: int, numbers: Mapping[int, int]
) -> int:
    """Return the number of the person who has the points of a hand at a place in the end; 0 for nobody."""
    courses = (holder for holder in holders if holder.course.stay.place == place)
    owner = next((holder for holder in courses if holder.course.is_paid_in(hand.line.number)), None)
    return numbers[data.people.get_player(owner.person).person] if owner is not None else 0


def build_book_hands(data: TournamentData) -> FileTable:
    """Return the table of all hands; what nobody reads on paper stands behind."""
    kind, shared = EXACT if data.in_parts else GAINS[0], _list_columns()
    places, is_written_first = range(data.places), data.apart and has_points(data.settings)
    points = [_build_amount_column("points", _("Points %(number)s"), place, 0, kind) for place in places]
    written = [
        _build_amount_column("written", _("Written %(number)s"), place, 1, kind) for place in places if data.apart
    ]
    first, second = (written, points) if is_written_first else (points, written)
    unprinted = ("counts", "formula", "phase", "dealer", "forehand", "reason", "entered", "changed")
    printed = [
        *(shared[name] for name in ("round", "table", "number", "kind")),
        Column("game", _("Game"), lambda hand: hand.told[0], width=12),
        Column("premiums", _("Premiums"), lambda hand: hand.told[2], width=11 if data.places >= MANY else 15),
        shared["radl"],
        *(replace(_build_name_column(place), width=7 if data.places >= MANY else 8) for place in places),
        *first,
    ]
    room = PAGE_WIDTH - sum(column.width for column in printed)
    printed.insert(5, Column("who", _("Who and how"), lambda hand: hand.told[1], width=min(room, 31)))
    columns = (
        *printed,
        *second,
        *(_build_owner(place) for place in places),
        *(shared[name] for name in unprinted),
    )
    table = FileTable("hands", _("Hands"), columns, about=_("All hands"), still=3, prefix="H")
    letters, struck = table.letters, format_entry_kind(Entry.Kind.STRIKE)
    signed = [letters[column.name] for column in (*points, *written)]
    is_out = f'OR($D4="{struck}",${letters["counts"]}4<>"")'
    marks = (
        CellMark(f"A:{letters['counts']}", STRUCK_LOOK, is_out),
        *(CellMark(f"{letter}:{letter}", LOSS, f"N({letter}4)<0") for letter in signed),
    )
    note = _(
        "One hand a row. A new one at the bottom (round, table, points, start numbers) counts at once in all sheets."
    )
    return replace(table, note=note, extras=Extras(marks=marks, is_landscape=True, columns=len(printed)))


def _build_owner(place: int) -> Column:
    title = _("Start no. %(number)s") % {"number": place + 1}
    return Column(f"owner_{place + 1}", title, lambda hand: hand.owners.get(place) or None, COUNT, 9)
