"""Hands: previewing, saving and undoing them; changes of a book."""

import uuid
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from pydantic import Field, StringConstraints

from scoring.book.ledger.seats import Seat, load_seats
from scoring.book.ledger.services import record_hand, score_table_hand
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.ledger.sql import NoRight
from scoring.engine.hand.explain import format_warning
from scoring.models import GameTable
from scoring.table.corrections.changes import ChangeRequest, correct_hand, insert_hand
from scoring.table.corrections.forms import PersonLookup, parse_change
from scoring.table.corrections.services import build_person_lookup, execute_change, strike_last_deal
from scoring.table.entry.preview import load_next_deal
from scoring.table.phones import parse_phone_seats
from scoring.table.written_sheet.selectors import build_scored_hand
from tarockclub.kit.text import clean_name, clean_reason
from tarockclub.kit.words import get_current_language
from tarockclub.models import NAME_LENGTH
from tarockclub.office.api.scoring.common import (
    HAND_WRITER,
    WRITE_FAILS,
    WRITER,
    BookTable,
    Record,
    Saved,
    TableProblem,
    build_mistakes,
    build_saved,
    find_link_hash,
    find_table_actor,
    read_record,
)
from tarockclub.platform.api.errors import ApiError, build_input_error, format_bound
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import In, Keyed, Number, Out, Place, Reason, Whole, get_key
from tarockclub.platform.privacy.readers import INSIDE

part = Part("hands", "Hands: previewing, saving and undoing them.")
Phase = Literal["time", "play", "double"]
_SEATS = "The places of the four seats in the record, the forehand's last; refused if others sit there."
_PHASE = (
    "The phase it was played in, at a tournament table: in time, at the gong, with double stake. Required there"
    " (400 `no_phase`) unless the round has neither a time limit nor a round with double stake; ignored elsewhere."
)


class ToPreview(In):
    """A hand to preview."""

    record: Record
    phase: Phase | None = Field(default=None, description=_PHASE)


class Hand(Keyed):
    """The next hand of a table."""

    previous: str | None = Field(
        default=None, max_length=64, description="Key of the deal it follows; empty: it is the first."
    )
    seats: list[Place] | None = Field(default=None, min_length=5, max_length=5, description=_SEATS)
    sittings: list[Number] | None = Field(
        default=None, min_length=4, max_length=4, description="Ids of the sittings on these seats."
    )
    record: Record
    phase: Phase | None = Field(default=None, description=_PHASE)


class Undo(Keyed):
    """Strike out the last hand."""

    previous: str = Field(max_length=64, description="Its key: refused if another hand is the last one by now.")
    reason: Reason = Field(min_length=1)


class Amount(Out):
    """The amount a player gets or, if negative, pays."""

    name: str
    money: Whole = Field(description="Sixths of a point.")
    written: Whole = Field(description="Sixths of a point, in the written score.")


class Preview(Out):
    """The payout of a hand; nothing was written."""

    amounts: list[Amount] = Field(description="Of the four seats.")
    formula: str
    remark: str
    story: str = Field(description="Who plays it and how it ends.")
    notes: list[str]
    warnings: list[str]
    starts_radl: bool


@part.post("preview", door=WRITER, problem=TableProblem)
def preview_hand(request: HttpRequest, table: BookTable, body: ToPreview) -> Preview:
    """Preview the payout of a hand as the next one

    Nothing is written. An impossible hand is answered with 400 and everything that is wrong with it.
    """
    record = read_record(body.record, "record")
    evening, names = load_next_deal(table, body.phase or "")
    result = score_table_hand(evening, parse_sheet(table.sheet_version), record)
    if result.score is None or result.record is None:
        raise ApiError(400, "invalid", errors=build_mistakes(tuple(result.problems), "record"))
    scored_hand = build_scored_hand(result.record, result.score, names, get_current_language())
    amounts = zip(names, result.score.payouts, result.score.written, strict=True)
    return Preview.read(
        scored_hand,
        amounts=[Amount(name=name, money=money, written=on_paper) for name, money, on_paper in amounts],
        notes=[note.text for note in scored_hand.notes],
        warnings=[format_warning(warned, result.score.sheet, get_current_language()) for warned in result.warnings],
    )


@part.post("tables/{uuid:slug}/hands", door=HAND_WRITER, fails=WRITE_FAILS, problem=TableProblem)
def save_hand(request: HttpRequest, slug: uuid.UUID, body: Hand) -> Saved:
    """Save the next hand

    It names the deal it follows; if somebody else was quicker, nothing is saved, and the response contains the current
    state of the table.
    """
    key, record = get_key(request, body), read_record(body.record, "record")
    phone_seats = None if body.seats is None else parse_phone_seats(body.seats, body.sittings)
    sent: dict[str, Any] = {"seats": body.seats, "sittings": body.sittings, "record": record}
    sent |= {"phase": body.phase} if body.phase else {}
    try:
        written = record_hand(
            slug,
            key,
            body.previous,
            record,
            sent,
            seen=phone_seats,
            who=find_table_actor(request),
            link=find_link_hash(request, slug),
            phase=body.phase or "",
        )
    except NoRight as error:
        raise ApiError(403, "no_right") from error
    except GameTable.DoesNotExist as error:
        raise ApiError(404, "not_found") from error
    return build_saved(written, slug, "record")


@part.post("undo", door=WRITER, fails=WRITE_FAILS, problem=TableProblem)
def undo_last_hand(request: HttpRequest, table: BookTable, body: Undo) -> Saved:
    """Strike out the last hand

    The next hand takes its place.
    """
    key = get_key(request, body)
    written = strike_last_deal(
        table, key, body.previous, clean_reason(body.reason), who=find_table_actor(request, table)
    )
    return build_saved(written, table.slug)


correction_part = Part("changes", "Changes of a book, with everything that follows; nothing is ever lost.")
Line = Annotated[int, Field(ge=1, le=2**63 - 1, description="A line of the book.")]
Since = Annotated[int, Field(ge=0, le=2**63 - 1, description="Before this line of the book; 0: from now on.")]
TypedText = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Shift = Annotated[bool, Field(description="The forehand of all later deals moves as well.")]


class _Change(In):
    """A change."""


class Strike(_Change):
    """Strike out a line."""

    what: Literal["strike"]
    line: Line
    shift: Shift = False


class ChangeOfLine(_Change):
    """Let a struck-out line count again; or void a hand that nobody can clear up: everybody gets 0."""

    what: Literal["restore", "void"]
    line: Line


class ChangeOfNext(_Change):
    """Void the next deal: it was played and counts nothing; or redeal it: the same dealer deals again."""

    what: Literal["void_next", "redeal"]


class Correct(_Change):
    """Replace the record of a hand; seats are those of its own deal."""

    what: Literal["correct"]
    line: Line
    record: Record
    radl_set: Literal[1, 2] | None = Field(default=None, description="The factor by which it counts, set by hand.")


class Insert(_Change):
    """Insert a forgotten hand before a line."""

    what: Literal["insert"]
    line: Line
    record: Record
    shift: Shift = False


class SetRadl(_Change):
    """Start a Radl of this many deals; 0 ends it."""

    what: Literal["radl"]
    deals: int = Field(ge=0, le=1000)
    line: Since = 0


class SetForehand(_Change):
    """Set the forehand from here on."""

    what: Literal["forehand"]
    place: Place
    line: Since = 0


class LastRound(_Change):
    """Announce or start the Schlussradl."""

    what: Literal["last_round"]
    form: Literal["first_forehand", "gstiess", "dealer"]
    dealer: Place | None = Field(default=None, description="With the form `dealer`: the player who had the Gstieß.")
    line: Since = 0


class Swap(_Change):
    """Two players were mixed up: swap their seats for all hands so far."""

    what: Literal["swap"]
    place: Place
    other: Place


class Come(_Change):
    """Seat somebody after a place."""

    what: Literal["come"]
    place: Place
    name: TypedText
    line: Since = 0


class Go(_Change):
    """Let somebody leave."""

    what: Literal["go"]
    place: Place
    line: Since = 0


class Replace(_Change):
    """Replace the player at a place, with a total of their own; `substitute`: they continue with the old one."""

    what: Literal["replace", "substitute"]
    place: Place
    name: TypedText
    line: Since = 0


class Exchange(_Change):
    """Let two players swap places from here on."""

    what: Literal["exchange"]
    place: Place
    other: Place
    line: Since = 0


_All = (
    Strike
    | ChangeOfLine
    | ChangeOfNext
    | Correct
    | Insert
    | SetRadl
    | SetForehand
    | LastRound
    | Swap
    | Come
    | Go
    | Replace
    | Exchange
)
Change = Annotated[_All, Field(discriminator="what")]


class ToWrite(Keyed):
    """A change to write."""

    seen: Number | None = Field(default=None, description="`sequence` of the table as it was shown.")
    reason: Reason = Field(default="", description="Required if anything is undone.")
    change: Change


@correction_part.post("changes", door=WRITER, fails=WRITE_FAILS, problem=TableProblem)
def change_book(request: HttpRequest, table: BookTable, body: ToWrite) -> Saved:
    """Change the book, with everything that follows

    Refused if something has been written since `seen`.
    """
    seats = load_seats(table, INSIDE)
    sent = body.change.model_dump(mode="json", exclude_none=True)
    # What cannot be read is refused before any other check.
    _build_change_request(body.change, seats, build_person_lookup(table))
    written = execute_change(
        table,
        get_key(request, body),
        body.seen,
        lambda person_of: _build_change_request(body.change, seats, person_of),
        clean_reason(body.reason),
        sent=sent,
        who=find_table_actor(request, table),
    )
    return build_saved(written, table.slug, "change")


def _build_change_request(change: _All, seats: tuple[Seat, ...], person_of: PersonLookup) -> ChangeRequest:
    if isinstance(change, Correct):
        return correct_hand(change.line, read_record(change.record, "change/record"), change.radl_set)
    if isinstance(change, Insert):
        return insert_hand(change.line, read_record(change.record, "change/record"), shift=change.shift)
    # As a form posts them: there 0 is a text, which is not empty.
    data: dict[str, Any] = {
        name: str(value) if type(value) is int else value
        for name, value in change.model_dump(exclude_none=True).items()
    }
    if "name" in data:
        data["name"] = _get_person_name(change)
    return parse_change(data, seats, person_of)


def _get_person_name(change: _All) -> str:
    name = clean_name(getattr(change, "name", ""))
    if len(name) > NAME_LENGTH:
        message = format_bound("string_too_long", {"max_length": NAME_LENGTH})
        raise build_input_error("change/name", "out_of_range", message)
    return name
