"""Marks: "passt" or "strittig" from a second player about a hand; append-only and safe to repeat, like all writes.

They come from phones other than the one that entered the hand. An opinion counts for the amounts that it was given for.
So a hand that is corrected to other amounts can be marked again, and one that gets its old amounts back also gets back
their marks.
"""

import hashlib
from collections.abc import Collection, Iterable
from datetime import datetime
from enum import Enum
from typing import Any, NamedTuple

from django.db import transaction

from scoring.book.ledger.book import Book
from scoring.book.ledger.codec import HANDS
from scoring.book.ledger.entries import get_money, get_written
from scoring.book.ledger.sealed_rows import TABLE_CHAIN
from scoring.book.ledger.seats import find_seat, load_seats
from scoring.book.ledger.sql import lock_table
from scoring.models import PLACES, Deal, Entry, GameTable, Mark, TableAct
from tarockclub.kit import time_source
from tarockclub.kit.hash_chain import is_key
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.act_chain import record_act
from tarockclub.platform.privacy.readers import EVERYBODY

MARK_FITS, MARK_DISPUTED, MARK_SETTLED = "fits", "disputed", "settled"
PaidAmounts = tuple[int, ...]  # sixths: the money of the six places, then the written score
_DEALS = (*HANDS, Entry.Kind.VOID)  # the kinds of entry that can be marked
_AMOUNTS = [f"entry__{kind}{place}" for kind in ("money", "written") for place in range(PLACES)]
_OPINION_FIELDS = ("pk", "entry__deal_number", "kind", "place", "device", "at", "by__name", "entry__kind")


class Opinion(NamedTuple):
    """A player's mark on a line of the book."""

    id: int  # later ones are larger
    line: int
    kind: str  # MARK_FITS, MARK_DISPUTED or MARK_SETTLED
    place: int  # of the player who gave it
    device: str
    paid: PaidAmounts | None  # the amounts of the line at that time; None: it was struck
    moment: datetime
    person: str = ""  # the name of a logged-in person


class Verdict(NamedTuple):
    """The marks on a line that count."""

    fits: tuple[Opinion, ...] = ()
    disputed: tuple[Opinion, ...] = ()

    def find_mark(self, device: str) -> Opinion | None:
        """Return a device's present mark on the line; None without one."""
        return next((fit for fit in (*self.fits, *self.disputed) if device and fit.device == device), None)


NO_VERDICT = Verdict()


def compute_verdict(paid: PaidAmounts | None, opinions: Iterable[Opinion]) -> Verdict:
    """Return the marks that count for a line with these amounts; `opinions`: of this line, in the order of entry.

    Of each device the last mark counts. "Settled" ends all disputes before it, from any device.
    """
    latest: dict[str, Opinion] = {}
    for opinion in opinions:
        if paid is None or opinion.paid != paid:
            continue
        if opinion.kind == MARK_SETTLED:
            latest = {device: other for device, other in latest.items() if other.kind == MARK_FITS}
        else:
            latest.pop(opinion.device, None)
            latest[opinion.device] = opinion
    return Verdict(
        *(tuple(opinion for opinion in latest.values() if opinion.kind == kind) for kind in (MARK_FITS, MARK_DISPUTED))
    )


class MarkOutcome(Enum):
    """The outcome of a mark."""

    MARKED = 200
    INVALID = 400  # no such line, word or player
    OWN_HAND = 403  # only a phone other than the one that entered the hand can mark it
    ENDED = 409
    STALE = 412  # the hand, or its marks, have changed since the phone displayed them
    OTHER_BODY = 422  # the key was used for something else


class MarkRequest(NamedTuple):
    """A mark on a line, with the version of the line that the phone displayed."""

    line: int
    seen: int  # sequence number of the entry that counted
    newest: int  # id of the newest mark
    kind: str
    place: int  # of the player who marks it


def load_marks(table: GameTable) -> tuple[Opinion, ...]:
    """Return the marks on a table's lines, the oldest first; one query."""
    return load_all_marks([table]).get(table.pk, ())


def load_all_marks(tables: Collection[GameTable]) -> dict[int, tuple[Opinion, ...]]:
    """Return the marks on the lines of tables, by table, the oldest first; one query."""
    rows = Mark.objects.filter(table__in=tables).order_by("pk").values_list("table", *_OPINION_FIELDS, *_AMOUNTS)
    by_table: dict[int, list[Opinion]] = {}
    for table, *row in rows:
        by_table.setdefault(table, []).append(_build_opinion(*row))
    return {table: tuple(opinions) for table, opinions in by_table.items()}


def _build_opinion(*row: Any) -> Opinion:
    pk, line, kind, place, device, time, person, entry_kind, *amounts = row
    return Opinion(pk, line, kind, place, device, tuple(amounts) if entry_kind in _DEALS else None, time, person or "")


def get_paid_amounts(entry: Entry) -> PaidAmounts | None:
    """Return the amounts that a line with this entry pays; None if it is not a counting deal."""
    return (*get_money(entry), *get_written(entry)) if entry.kind in _DEALS else None


def compute_verdicts(book: Book, opinions: tuple[Opinion, ...]) -> dict[int, Verdict]:
    """Return the marks that count, by number of the line; lines without marks are left out."""
    by_line: dict[int, list[Opinion]] = {}
    for opinion in opinions:
        by_line.setdefault(opinion.line, []).append(opinion)
    return {
        line.number: compute_verdict(get_paid_amounts(line.entry), by_line[line.number])
        for line in book.played
        if line.number in by_line
    }


def find_author(table: GameTable, line: int) -> str:
    """Return the device that entered the present content of a line; "" for one that keeps no cookies."""
    entries = Entry.objects.filter(table=table, deal_number=line).exclude(kind=Entry.Kind.FOLLOW_UP)
    return entries.order_by("-sequence").values_list("device", flat=True).first() or ""


def is_own(author: str, device: str) -> bool:
    """Return True if a device may not mark a hand: because it has entered it, or has no cookie to identify it."""
    return not device or device == author


def derive_edge_device(device: str, place: int) -> str:
    """Return the id of a player's edge of a shared tablet: each player there has a mark of their own, as on a phone."""
    return hashlib.sha256(f"edge:{device}:{place}".encode()).hexdigest()[: len(device)]


def write_mark(table: GameTable, ask: MarkRequest, key: str, who: Actor) -> MarkOutcome:
    """Write a mark on a hand; a repeated request gets the same answer as the first one."""
    if not is_key(key):
        return MarkOutcome.INVALID
    with transaction.atomic():
        row = lock_table(table.pk)
        mark = Mark.objects.filter(table=table, key=key).values_list("entry__deal_number", "kind", "place").first()
        if mark is not None:
            return MarkOutcome.MARKED if mark == (ask.line, ask.kind, ask.place) else MarkOutcome.OTHER_BODY
        if row.ended is not None:
            return MarkOutcome.ENDED
        deal = Deal.objects.filter(table=table, number=ask.line).select_related("entry").first()
        if deal is None or not _is_sensible(table, ask):
            return MarkOutcome.INVALID
        refusal, is_said_already = _check_mark(table, deal.entry, ask, who.device)
        if refusal is None and not is_said_already:
            fields = {"kind": ask.kind, "place": ask.place, "key": key, "by_id": who.person, "device": who.device}
            act = {"line": ask.line, "kind": ask.kind, "place": ask.place}
            with record_act(TABLE_CHAIN, table.pk, TableAct.Kind.MARK, act, who.person, who.device):
                Mark.objects.create(table=table, entry=deal.entry, at=time_source.now(), **fields)
        return refusal or MarkOutcome.MARKED


def _is_sensible(table: GameTable, ask: MarkRequest) -> bool:
    """Return True if the kind is known, and the player sat at the table."""
    return ask.kind in Mark.Kind.values and find_seat(load_seats(table, EVERYBODY), ask.place, ask.line) is not None


def _check_mark(table: GameTable, entry: Entry, ask: MarkRequest, device: str) -> tuple[MarkOutcome | None, bool]:
    """Return the reason why a mark is not possible, and True if it repeats the device's present mark."""
    now = get_paid_amounts(entry)
    if now is None or now != _find_paid_amounts(table, entry, ask.seen):
        return MarkOutcome.STALE, False
    verdict = compute_verdict(now, (mark for mark in load_marks(table) if mark.line == ask.line))
    if ask.kind == MARK_SETTLED:
        is_unseen = any(opinion.id > ask.newest for opinion in verdict.disputed)
        return (MarkOutcome.STALE if is_unseen else None), not verdict.disputed
    if is_own(find_author(table, ask.line), device):
        return MarkOutcome.OWN_HAND, False
    own = verdict.find_mark(device)
    return None, own is not None and (own.kind, own.place) == (ask.kind, ask.place)


def _find_paid_amounts(table: GameTable, entry: Entry, sequence: int) -> PaidAmounts | None:
    """Return the amounts that the line paid by the entry that the phone displayed."""
    if entry.sequence == sequence:
        return get_paid_amounts(entry)
    then = Entry.objects.filter(table=table, deal_number=entry.deal_number, sequence=sequence).first()
    return None if then is None else get_paid_amounts(then)
