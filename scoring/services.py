"""The only writers of a table's book. Every write carries a key from the client and is safe to repeat."""

import json
import re
import secrets
from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.book import Book, read_book
from scoring.digests import digest_of
from scoring.engine.desk import Result, judged
from scoring.engine.lines import Score
from scoring.engine.problems import Problem
from scoring.engine.reader import parse
from scoring.engine.record import to_json
from scoring.engine.stored import to_stored
from scoring.models import DEAL_STEP, KEY_LENGTH, Deal, Entry, GameTable, Sitting, Total
from tarockclub.models import Note

# What a client may call a write. PostgreSQL refuses a NUL in any text, SQLite takes it.
_KEY = re.compile(f"[!-~]{{1,{KEY_LENGTH}}}")


class Outcome(Enum):
    """What became of a write."""

    SAVED = 200
    INVALID = 400  # the record has problems; nothing was written
    STALE = 412  # somebody else was quicker; nothing was written
    OTHER_BODY = 422  # the key was used for something else; nothing was written
    NO_PREVIOUS = 428  # the write does not say which deal it follows


class Written(NamedTuple):
    """The outcome of a write, with the entry that holds it."""

    outcome: Outcome
    entry: Entry | None = None
    problems: tuple[Problem, ...] = ()


def judge(book: Book, raw: object) -> Result:
    """Score a record as the next deal: forehand and Radl are the table's, whatever the record says; writes nothing."""
    record, problems = parse(raw)
    if record is None:
        return Result(None, problems, None)
    return judged(record._replace(forehand=book.now.seat_of_forehand, radl=book.now.radl), problems, book.sheet)


def record_hand(table: GameTable, key: str, previous: str | None, raw: object, sent: object = None) -> Written:
    """Write the next hand of a table: one transaction, one entry, its deal and the totals.

    `previous` is the key of the deal it follows ("" for the first). `sent` is what the client sent, where the record
    was made from it: made again after the hand is saved, the record may say another forehand, what was sent does not.
    """
    body = digest_of({"previous": previous, "record": raw if sent is None else sent})

    def write(book: Book) -> Written:
        result = judge(book, raw)
        if result.score is None or result.record is None:
            return Written(Outcome.INVALID, problems=tuple(result.problems))
        entry = _entry(book, key, body, Entry.Kind.HAND)
        # Its sheet is the table's version, its id is the key, and its Radl follows from the deals before it.
        kept = result.record._replace(id=None, sheet=None, options=(), radl=None)
        entry.record = json.dumps(to_json(kept), ensure_ascii=False)
        entry.radl = book.now.radl
        entry.answer = to_stored(result.score)
        _put_amounts(entry, result.score)
        entry.save(force_insert=True)
        Deal.objects.create(table=book.table, number=entry.deal_number, entry=entry)
        _add_to_totals(entry, 1)
        GameTable.objects.filter(pk=table.pk).update(last_key=key, last_sequence=entry.sequence)
        return Written(Outcome.SAVED, entry)

    return _once(table, key, previous, body, write)


def strike_last(table: GameTable, key: str, previous: str | None, reason: str) -> Written:
    """Strike out the last hand that stands, with a reason; the next hand takes its turn."""
    body = digest_of({"previous": previous, "strike": reason})

    def write(book: Book) -> Written:
        if not reason:
            return Written(Outcome.INVALID, problems=(Problem("reason", "missing_field", (("field", "reason"),)),))
        if book.last is None:
            return Written(Outcome.STALE)
        struck = book.last.entry
        entry = _entry(book, key, body, Entry.Kind.STRIKE)
        for same in ("deal_number", "dealer", "active0", "active1", "active2", "active3"):
            setattr(entry, same, getattr(struck, same))
        entry.replaces = struck
        entry.note = Note.objects.create(text=reason, salt=secrets.token_bytes(16))
        entry.answer = "{}"
        entry.save(force_insert=True)
        Deal.objects.filter(table=table, number=struck.deal_number).update(entry=entry)
        _add_to_totals(struck, -1)
        standing = [one.entry for one in book.played if one.entry.kind != Entry.Kind.STRIKE and one.entry != struck]
        last_key = standing[-1].key if standing else ""
        GameTable.objects.filter(pk=table.pk).update(last_key=last_key, last_sequence=entry.sequence)
        return Written(Outcome.SAVED, entry)

    return _once(table, key, previous, body, write)


def _once(table: GameTable, key: str, previous: str | None, body: str, write: Callable[[Book], Written]) -> Written:
    """Run a write once for its key, and only if the table still stands where the writer saw it."""
    if not is_key(key):
        return Written(Outcome.INVALID, problems=(Problem("key", "missing_field", (("field", "key"),)),))
    with transaction.atomic():
        # Locks the table's row (on SQLite the transaction is the only writer anyway), so that what is read next holds.
        GameTable.objects.filter(pk=table.pk).update(last_sequence=F("last_sequence"))
        known = Entry.objects.filter(table=table, key=key).first()
        if known is not None:
            return Written(Outcome.SAVED if known.body_digest == body else Outcome.OTHER_BODY, known)
        if previous is None:
            return Written(Outcome.NO_PREVIOUS)
        fresh = GameTable.objects.select_related("sheet_version").get(pk=table.pk)
        if fresh.last_key != previous:
            return Written(Outcome.STALE)
        return write(read_book(fresh))


def is_key(key: str) -> bool:
    """Whether a write may be called so."""
    return bool(_KEY.fullmatch(key))


def _entry(book: Book, key: str, body: str, kind: str) -> Entry:
    """A new entry for the table's next deal."""
    last = book.played[-1].entry.deal_number if book.played else 0
    active = book.now.active
    return Entry(
        table=book.table,
        sequence=book.table.last_sequence + 1,
        deal_number=last + DEAL_STEP,
        kind=kind,
        key=key,
        at=timezone.now(),
        body_digest=body,
        dealer=book.now.dealer,
        active0=active[0],
        active1=active[1],
        active2=active[2],
        active3=active[3],
    )


def _put_amounts(entry: Entry, score: Score) -> None:
    """Put the four seats' amounts in the columns of their places."""
    active = (entry.active0, entry.active1, entry.active2, entry.active3)
    for name, amounts in (("money", score.payouts), ("written", score.written)):
        for place, amount in zip(active, amounts, strict=True):
            setattr(entry, f"{name}{place}", amount)


def _add_to_totals(entry: Entry, sign: int) -> None:
    """Add an entry's amounts to (or take them from) the totals of those who sit there."""
    sittings = Sitting.objects.filter(table=entry.table, to_deal=None)
    for sitting in sittings:
        money, written = amounts_at(entry, sitting.place)
        if money or written:
            Total.objects.filter(pk=sitting.pk).update(
                money=F("money") + sign * money, written=F("written") + sign * written
            )


def amounts_at(entry: Entry, place: int) -> tuple[int, int]:
    """Money and written score of an entry at a place, in sixths."""
    return getattr(entry, f"money{place}"), getattr(entry, f"written{place}")
