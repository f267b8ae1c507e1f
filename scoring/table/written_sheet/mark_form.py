"""The form in which other phones say that a hand is right or wrong, and the marks it has."""

import uuid
from datetime import datetime
from typing import NamedTuple

from scoring.book.ledger.book import LedgerLine
from scoring.book.marks import MARK_SETTLED, NO_VERDICT, find_author, is_own
from scoring.table.written_sheet.rows import NamedAmounts, WrittenRow, find_seat_name, list_seat_names
from scoring.table.written_sheet.selectors import TableView


class DealMarkForm(NamedTuple):
    """A hand and the form with which other phones say that it is right or wrong."""

    row: WrittenRow
    amounts: NamedAmounts
    seen: int  # the entry that the form shows; `newest`: the newest mark
    newest: int
    key: str
    names: tuple[tuple[int, str], ...]  # the players who may answer: place, name
    author: str  # the device that entered the hand
    devices: tuple[str, ...]  # those that have a mark on it
    me: int | None  # the place of this phone's player, as far as it is known
    own: bool  # this phone entered the hand
    kind: str  # this phone's present mark


class MarkRemark(NamedTuple):
    """A mark in the history of a hand."""

    name: str
    kind: str
    moment: datetime
    counts: bool


def find_earlier_place(view: TableView, device: str) -> int | None:
    """Return the place for which a phone spoke last; None if it has not yet."""
    return next((opinion.place for opinion in reversed(view.opinions) if device and opinion.device == device), None)


def build_mark_form(view: TableView, line: LedgerLine, device: str | None, me: int | None = None) -> DealMarkForm:
    """Return the form for a hand; `device` None: the same for all phones. `me`: the place of the phone's player."""
    row = next(row for row in view.rows if row.line == line.number)
    verdict, author = view.verdicts.get(line.number, NO_VERDICT), find_author(view.book.table, line.number)
    of_this_device = verdict.find_mark(device) if device else None
    order = line.before.order
    return DealMarkForm(
        row=row,
        amounts=tuple(zip(list_seat_names(line, view.seats), line.score.written, strict=True)) if line.score else (),
        seen=line.entry.sequence,
        newest=view.newest_mark,
        key=str(uuid.uuid4()) if device is not None else "",
        names=tuple((place, find_seat_name(view.seats, place, line.number)) for place in order),
        author=author,
        devices=tuple(opinion.device for opinion in (*verdict.fits, *verdict.disputed)),
        me=me if me in order else None,
        own=device is not None and is_own(author, device),
        kind=of_this_device.kind if of_this_device else "",
    )


def build_last_mark_form(view: TableView, device: str | None, me: int | None = None) -> DealMarkForm | None:
    """Return the form for the last hand; None before the first hand and after the end of the evening."""
    last = view.book.last
    return None if last is None or view.book.table.ended else build_mark_form(view, last, device, me)


def list_remarks(view: TableView, line: LedgerLine) -> list[MarkRemark]:
    """Return all marks on a hand, the oldest first."""
    verdict = view.verdicts.get(line.number, NO_VERDICT)
    counting = {opinion.id for opinion in (*verdict.fits, *verdict.disputed)}
    return [
        MarkRemark(
            name=find_seat_name(view.seats, opinion.place, line.number),
            kind=opinion.kind,
            moment=opinion.moment,
            counts=opinion.id in counting or opinion.kind == MARK_SETTLED,
        )
        for opinion in view.opinions
        if opinion.line == line.number
    ]
