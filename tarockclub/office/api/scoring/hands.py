"""Hands: previewing, saving and undoing them."""

import uuid
from typing import Any, Literal

from django.http import HttpRequest
from pydantic import Field

from scoring.book.ledger.services import record_hand, score_table_hand
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.ledger.sql import NoRight
from scoring.engine.hand.explain import format_warning
from scoring.models import GameTable
from scoring.table.corrections.services import strike_last_deal
from scoring.table.entry.preview import load_next_deal
from scoring.table.phones import parse_phone_seats
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
from tarockclub.platform.api.errors import ApiError
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import In, Keyed, Number, Out, Place, Reason, Whole, get_key

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
