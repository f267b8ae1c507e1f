"""Hands: preview, save, hold if too late, undo; marks on them from other phones."""

import uuid
from typing import Any, Literal

from django.http import HttpRequest
from pydantic import Field

from scoring.book.ledger.services import record_hand, score_table_hand
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.ledger.sql import NoRight
from scoring.book.marks import MarkOutcome, MarkRequest, write_mark
from scoring.engine.hand.explain import format_warning
from scoring.models import GameTable
from scoring.table.corrections.services import strike_last_deal
from scoring.table.entry.preview import load_next_deal
from scoring.table.phones.schemas import check_body, parse_phone_seats
from scoring.table.phones.views import receive_fields
from scoring.table.table_page.views import format_mark
from scoring.table.written_sheet.selectors import build_scored_hand
from tarockclub.kit.text import clean_reason
from tarockclub.kit.words import get_current_language
from tarockclub.office.api.scoring.common import (
    HAND_WRITER,
    WRITE_FAILS,
    WRITER,
    BookTable,
    Saved,
    TableProblem,
    build_mistakes,
    build_saved,
    find_link_hash,
    find_table_actor,
    read_record,
)
from tarockclub.office.api.scoring.hand_record import Record
from tarockclub.platform.api.errors import ApiError, build_input_error
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Done, In, Keyed, Number, Out, Place, Reason, Whole, get_key

part = Part("hands", "Hands: previewing, saving and undoing them.")
marks = Part("marks", "Marks on a hand by players with other phones: right, disputed, settled.")
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


class KeptHand(Keyed):
    """A hand kept by a phone, as its form was filled in."""

    previous: str = Field(max_length=64)
    seats: list[Place] = Field(min_length=5, max_length=5, description=_SEATS)
    sittings: list[Number] = Field(min_length=4, max_length=4)
    fields: dict[str, str] = Field(description="The fields of the entry form.")
    at: str | None = Field(default=None, max_length=40, description="The time of entry by the clock of the phone.")
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
    told = build_scored_hand(result.record, result.score, names, get_current_language())
    amounts = zip(names, result.score.payouts, result.score.written, strict=True)
    return Preview.read(
        told,
        amounts=[Amount(name=name, money=money, written=on_paper) for name, money, on_paper in amounts],
        notes=[note.text for note in told.notes],
        warnings=[format_warning(warned, result.score.sheet, get_current_language()) for warned in result.warnings],
    )


@part.post("tables/{uuid:slug}/hands", door=HAND_WRITER, fails=WRITE_FAILS, problem=TableProblem)
def save_hand(request: HttpRequest, slug: uuid.UUID, body: Hand) -> Saved:
    """Save the next hand

    It names the deal it follows; if somebody else was quicker, nothing is saved, and the response contains the current
    state of the table.
    """
    key, record = get_key(request, body), read_record(body.record, "record")
    seen = None if body.seats is None else parse_phone_seats(body.seats, body.sittings)
    sent: dict[str, Any] = {"seats": body.seats, "sittings": body.sittings, "record": record}
    sent |= {"phase": body.phase} if body.phase else {}
    try:
        written = record_hand(
            slug,
            key,
            body.previous,
            record,
            sent,
            seen=seen,
            who=find_table_actor(request),
            link=find_link_hash(request, slug),
            phase=body.phase or "",
        )
    except NoRight as error:
        raise ApiError(403, "no_right") from error
    except GameTable.DoesNotExist as error:
        raise ApiError(404, "not_found") from error
    return build_saved(written, slug, "record")


@part.post("hands/kept", door=WRITER, fails=WRITE_FAILS, problem=TableProblem)
def send_kept_hand(request: HttpRequest, table: BookTable, body: KeptHand) -> Saved:
    """Save a hand that a phone kept without a network

    A hand that comes too late is held beside the book for people to decide about: `held` is then true in the refusal.
    """
    key = get_key(request, body)
    sent = check_body({**body.model_dump(), "key": key})
    if sent is None:
        raise build_input_error("fields", "wrong_form")
    return build_saved(receive_fields(table.slug, sent, find_table_actor(request)), table.slug, "fields")


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


class NewMark(Keyed):
    """A mark on a line."""

    kind: Literal["fits", "disputed", "settled"]
    line: Number
    place: Place = Field(description="The person who makes the mark.")
    seen: Number = Field(description="`sequence` of the line as it was shown.")
    newest: Number = Field(default=0, description="`newest_mark` of the table as it was shown; for `settled`.")


@marks.post("marks", door=WRITER, fails=(404, 409, 412))
def mark_line(request: HttpRequest, table: BookTable, body: NewMark) -> Done:
    """Mark a hand as right or disputed, or a dispute as settled

    Only a phone other than the one that entered the hand may do this: phones are told apart by X-Device, programs by
    their tokens.
    """
    ask = MarkRequest(line=body.line, seen=body.seen, newest=body.newest, kind=body.kind, place=body.place)
    answer = write_mark(table, ask, get_key(request, body), find_table_actor(request))
    if answer is not MarkOutcome.MARKED:
        raise ApiError(answer.value, answer.name.lower(), format_mark(answer))
    return Done()
