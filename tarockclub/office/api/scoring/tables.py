"""A table as anybody with its address may watch it: seats, totals, the book, its clock; and its exports."""

import uuid
from datetime import datetime
from typing import Literal

from django.http import Http404, HttpRequest, HttpResponse
from pydantic import Field

from scoring.book.access.permissions import find_reader
from scoring.book.ledger.book import LedgerLine
from scoring.book.ledger.entries import list_open_phases
from scoring.book.ledger.seats import Seat as SeatHeld
from scoring.book.ledger.seats import find_game_table, find_seat
from scoring.book.ledger.table_state import decode_state, load_table_state
from scoring.book.table_clock import decode_clock
from scoring.engine.evening.course import Hand
from scoring.engine.hand.record import print_record
from scoring.models import GameTable
from scoring.reports.exports.evening_workbook import build_workbook
from scoring.table.table_page.live import PAGE_CACHE, load_page_version
from scoring.table.written_sheet.rows import WrittenRow, compute_seat_totals
from scoring.table.written_sheet.selectors import TableView, build_scored_line, load_table_view
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.office.api.scoring.common import RECORD, WRITER, BookTable
from tarockclub.platform.accounts.looks import EVENING_FILE, note_file
from tarockclub.platform.api.authentication import find_author
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Number, Out, Place, Whole
from tarockclub.platform.privacy.readers import Reader
from tarockclub.platform.server.downloads import XLSX, build_download
from tarockclub.platform.server.page_cache import build_json_etag_response

part = Part("tables", "A table, for anyone who has its address: its book, players and clock.")
Line = Number


class SheetRef(Out):
    """The house rules of a table, as they were when its evening began."""

    id: str
    name: str
    digest: str


class Clock(Out):
    """The clock of a tournament table."""

    stands: Literal["", "before", "paused", "referee", "done"] = Field(
        description="The reason why it is stopped; empty: it runs."
    )
    ends: Number | None = Field(description="Milliseconds since 1970, if it runs towards an end.")
    left: Number | None = Field(description="Milliseconds left, if it is stopped.")
    timed: bool = Field(description="Whether the round has a time limit: without one, `ends` and `left` mean nothing.")


class ClockNow(Clock):
    """The clock of a table at this moment."""

    now: Number = Field(description="The server's time in milliseconds since 1970.")
    phases: list[str] = Field(description="The phases a hand may have now, the likeliest first.")
    needs_phase: bool = Field(description="Whether a hand must give its phase.")


class Seat(Out):
    """A player at the table."""

    place: Place
    sitting: Number
    name: str
    role: Literal["forehand", "dealer", "sits_out", ""] = Field(description="Role in the next deal.")
    money: Whole = Field(description="Current total, in sixths of a point.")
    written: Whole = Field(description="The same in the written score.")


class Sitting(Out):
    """A player who sits or sat at a place; a replaced player and the replacement are two."""

    sitting: Number = Field(validation_alias="id")
    place: Place
    name: str = Field(description="A substitute who continues the score comes after the previous player.")
    since: Line = Field(description="The first line from which they sit there; 0: from the start.")
    until: Line | None = Field(description="The line with which they left; null: they sit there.")
    money: Whole = Field(description="Sixths of a point.")
    written: Whole = Field(description="The same in the written score.")


class Next(Out):
    """The next deal."""

    number: Number
    forehand: Place
    dealer: Place
    seats: list[Place] = Field(description="The places of the four seats, the forehand's last, as hands name them.")
    sittings: list[Number]
    radl: Number
    radl_left: Number


class Cell(Out):
    """The effect of a line at a place."""

    place: Place
    name: str
    money: Whole
    written: Whole
    total: Whole = Field(description="Total after it in the written score, in sixths.")


class BookLine(Out):
    """A line of the book."""

    line: Line = Field(description="Its number in the order of play, by which it is named.")
    number: Number = Field(description="Number of the deal as on paper; 0 if it is not a deal.")
    kind: str
    key: str = Field(description="Key of the entry that opened it: the next hand names it as `previous`.")
    sequence: Number = Field(description="Sequence number of the entry that counts: `seen` of a mark.")
    radl: Number
    remark: str = Field(description="The play, as written beside the numbers on paper.")
    story: str = Field(description="For a hand: who played it and how it ended.")
    formula: str
    reason: str
    changed: bool = Field(description="It has been changed.")
    cells: list[Cell]
    fits: list[str] = Field(description="The people who say that it is right.")
    disputed: list[str] = Field(description="The people who say that it is not.")


class Table(Out):
    """A table and its book."""

    slug: uuid.UUID
    sheet: SheetRef
    started: datetime
    ended: datetime | None
    sequence: Number = Field(
        validation_alias="last_sequence", description="Sequence number of the last entry: `seen` of a change."
    )
    previous: str = Field(
        validation_alias="last_key", description="Key of the last deal that counts: `previous` of the next hand."
    )
    newest_mark: Number
    next: Next
    seats: list[Seat]
    left: list[str] = Field(description="Players who sat there and have left.")
    sittings: list[Sitting] = Field(description="Everybody who ever sat there, with totals that add up to 0.")
    lines: list[BookLine]
    clock: Clock | None = Field(description="For a tournament table.")
    undecided: Number = Field(validation_alias="held", description="Counts late hands and the decisions about them.")


class LineDetail(BookLine):
    """A line with its record and its calculation."""

    record: dict[str, object] | None = Field(json_schema_extra={"properties": RECORD["properties"]})
    seats: list[Place] = Field(description="The places of its four seats, the forehand's last.")
    notes: list[str]


@part.get("tables/{uuid:slug}", gives=Table, tagged=True)
def read_table(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Return a table: seats, totals, the next deal, the whole book

    With an ETag: 304 if nothing has changed. Clients that follow a table ask every second or two.
    """
    stand = load_page_version(slug)
    if stand is None:
        raise Http404
    spoken, reader = get_current_language(), find_reader(request, slug)
    tag, name = stand.build_tag(f"api-{spoken}", reader), (slug, spoken, "api", reader.sign)
    return build_json_etag_response(
        request, tag, lambda: PAGE_CACHE.load_body(name, tag, lambda: _render_table_json(slug, reader))
    )


def _render_table_json(slug: uuid.UUID, reader: Reader) -> str:
    table = find_game_table(slug)
    return build_table(table, load_table_view(table, reader)).model_dump_json()


def build_table(table: GameTable, view: TableView) -> Table:
    """Return everything about a table that the reader of the view may see."""
    order, book = view.now.order, view.book
    sittings = dict(decode_state(table.state).sittings)
    names, roles = {}, {total.name: total.role for total in view.totals}
    for place in order:
        seat = find_seat(view.seats, place, book.number)
        names[place] = "?" if seat is None else seat.get_name(book.number)
    seats = [
        Seat.read(
            view.now,
            place=place,
            sitting=sittings[place],
            name=names[place],
            role=roles.get(names[place], ""),
            money=view.now.totals[place],
            written=view.now.written[place],
        )
        for place in order
    ]
    sheet, english = table.sheet_version, get_current_language().startswith("en")
    return Table.read(
        table,
        sheet=SheetRef.read(sheet, id=sheet.sheet, name=book.sheet.names[english]),
        newest_mark=view.newest_mark,
        next=Next.read(
            view.now,
            number=view.next_number,
            seats=[*view.now.active, view.now.forehand],
            sittings=[sittings[place] for place in view.now.active],
            radl_left=view.radl_left,
        ),
        seats=seats,
        left=[seat.name for seat in view.seats if seat.until is not None and seat.until != seat.since],
        sittings=[_build_sitting(column, view) for column in view.columns],
        lines=[_build_line(row, line, view) for row, line in zip(view.rows, book.played, strict=True)],
        clock=_parse_clock(table.clock),
    )


def _build_sitting(seat: SeatHeld, view: TableView) -> Sitting:
    money, written = compute_seat_totals(view.book, seat)
    return Sitting.read(seat, money=money, written=written)


def _build_line(row: WrittenRow, line: LedgerLine, view: TableView) -> BookLine:
    return BookLine.read(
        row,
        key=line.key,
        sequence=line.entry.sequence,
        radl=line.line.radl,
        cells=[_build_cell(place, line, view) for place in line.after.order],
    )


def _build_cell(place: int, line: LedgerLine, view: TableView) -> Cell:
    seat = find_seat(view.seats, place, line.number)
    return Cell(
        place=place,
        name="?" if seat is None else seat.get_name(line.number),
        money=line.after.totals[place] - line.before.totals[place],
        written=line.after.written[place] - line.before.written[place],
        total=line.after.written[place],
    )


def _parse_clock(text: str) -> Clock | None:
    clock = decode_clock(text)
    if clock is None:
        return None
    ends = None if clock.ends is None or clock.stands else round(clock.ends.timestamp() * 1000)
    return Clock.read(clock, ends=ends, left=clock.left if clock.stands and clock.timed else None)


@part.get("clock")
def read_table_clock(request: HttpRequest, table: BookTable) -> ClockNow:
    """Return the clock of a tournament table, and what may be entered now"""
    clock, shown = decode_clock(table.clock), _parse_clock(table.clock)
    if clock is None or shown is None:
        raise Http404
    state, waits = load_table_state(table)
    phases = list_open_phases(table.pk, clock, state.evening, len(waits.after))
    return ClockNow.read(shown, now=round(now().timestamp() * 1000), phases=phases, needs_phase=clock.needs_phase)


@part.get("lines/{int:line}")
def read_line(request: HttpRequest, table: BookTable, line: Line) -> LineDetail:
    """Return a line of the book, with its record"""
    view = load_table_view(table, find_reader(request, table.slug))
    matches = [(row, entry) for row, entry in zip(view.rows, view.book.played, strict=True) if entry.number == line]
    if not matches:
        raise Http404
    row, ledger_line = matches[0]
    scored_line = build_scored_line(ledger_line, view.seats, get_current_language())
    return LineDetail.read(
        _build_line(row, ledger_line, view),
        record=print_record(ledger_line.content.record) if isinstance(ledger_line.content, Hand) else None,
        seats=[*ledger_line.before.active, ledger_line.before.forehand],
        notes=[note.text for note in scored_line.notes] if scored_line is not None else [],
    )


@part.offer_file("export.xlsx", kinds=[XLSX], door=WRITER, says="The evening as a workbook.")
def export_table(request: HttpRequest, table: BookTable) -> HttpResponse:
    """Return the evening as a workbook file"""
    note_file(request, table.club_id, EVENING_FILE, "xlsx", find_author(request), of=table.pk)
    name, content = build_workbook(table, get_current_language())
    return build_download(content, name, XLSX)
