"""What a page asks the other phones about a hand, and what was said of it."""

import uuid
from datetime import datetime
from typing import NamedTuple

from scoring.ledger.book import LedgerLine
from scoring.marks.services import find_author, is_own
from scoring.marks.verdicts import MARK_SETTLED, NO_VERDICT, Verdict
from scoring.written_sheet.rows import NamedAmounts, Row, find_seat_name, list_seat_names
from scoring.written_sheet.selectors import TableView


class MarkForm(NamedTuple):
    """A hand and the form with which other phones say that it fits or that it does not."""

    row: Row
    amounts: NamedAmounts
    seen: int  # what the form shows: the entry that counts, and the newest mark
    newest: int
    key: str
    names: tuple[tuple[int, str], ...]  # who may say so: place, name
    author: str  # the device that entered the hand
    said: tuple[str, ...]  # the devices that have said something
    me: int | None  # the place of whoever holds this phone, as far as it is known
    own: bool  # this phone entered the hand
    kind: str  # what this phone says of it by now


class Remark(NamedTuple):
    """A mark in the history of a hand."""

    name: str
    kind: str
    at: datetime
    counts: bool


def build_mark_form(view: TableView, one: LedgerLine, device: str | None) -> MarkForm:
    """What to ask about a hand; `device` None: for all phones alike."""
    row = next(row for row in view.rows if row.line == one.number)
    verdict, author = view.verdicts.get(one.number, NO_VERDICT), find_author(view.book.table, one.number)
    of_this_device = verdict.of(device) if device else None
    order = one.before.order
    return MarkForm(
        row=row,
        amounts=tuple(zip(list_seat_names(one, view.seats), one.score.written, strict=True)) if one.score else (),
        seen=one.entry.sequence,
        newest=view.newest_mark,
        key=str(uuid.uuid4()) if device is not None else "",
        names=tuple((place, find_seat_name(view.seats, place, one.number)) for place in order),
        author=author,
        said=_list_devices(verdict),
        me=next((said.place for said in reversed(view.opinions) if device and said.device == device), None),
        own=device is not None and is_own(author, device),
        kind=of_this_device.kind if of_this_device else "",
    )


def _list_devices(verdict: Verdict) -> tuple[str, ...]:
    return tuple(fit.device for fit in (*verdict.fits, *verdict.disputed))


def build_last_mark_form(view: TableView, device: str | None) -> MarkForm | None:
    """What to ask about the last hand; nothing after the end."""
    last = view.book.last
    return None if last is None or view.book.table.ended else build_mark_form(view, last, device)


def list_remarks(view: TableView, one: LedgerLine) -> list[Remark]:
    """All that was said of a hand, the oldest first."""
    verdict = view.verdicts.get(one.number, NO_VERDICT)
    counting = {said.id for said in (*verdict.fits, *verdict.disputed)}
    return [
        Remark(
            name=find_seat_name(view.seats, said.place, one.number),
            kind=said.kind,
            at=said.at,
            counts=said.id in counting or said.kind == MARK_SETTLED,
        )
        for said in view.opinions
        if said.line == one.number
    ]
