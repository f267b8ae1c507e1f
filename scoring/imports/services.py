"""Writing an evening that is brought in: its table and all its lines in one transaction, once for its key."""

import uuid
from collections.abc import Sequence
from datetime import date, datetime, time
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from scoring.corrections.services import change
from scoring.engine.evening.course import Content, ForehandSet, Hand, Redeal, Void
from scoring.engine.evening.state import Evening, after_hand, after_void
from scoring.engine.hand.record import HandRecord, to_json
from scoring.engine.hand.score_lines import Score
from scoring.evenings.services import NewEvening, start_evening
from scoring.imports.chosen_rules import House
from scoring.imports.replay import HAND, VOID, Evened, Said, ids_in
from scoring.ledger.book import read_book
from scoring.ledger.codec import kind_of, text_of
from scoring.ledger.entries import Outcome, Pen, Sent
from scoring.ledger.late_deals import read_counted
from scoring.ledger.selectors import table_of
from scoring.ledger.services import body_of, record_at
from scoring.ledger.sql import Stand, locked, put_table
from scoring.ledger.table_state import state_of, to_text
from scoring.models import DEAL_STEP, Deal, Entry, GameTable, Total
from scoring.settlement.services import end
from tarockclub import time_source
from tarockclub.accounts.actors import Who
from tarockclub.idempotency import digest_of
from tarockclub.models import Club


def append(table: int, content: Content, key: str, who: Who, score: Score | None = None, body: str = "") -> None:
    """Write a hand with what it counts set by hand, a void deal, a redeal, or another forehand, behind all others.

    Within the transaction that has opened the table: nobody else writes there yet.
    """
    row = locked(table)
    state, _waits = read_counted(row)
    before, number = state.evening, state.number + DEAL_STEP
    entry = Entry(kind=kind_of(content), key=key, body_digest=body, deal_number=number, record=text_of(content))
    if isinstance(content, Hand):
        entry.kind, entry.radl_set, entry.radl = Entry.Kind.HAND, content.radl_set, content.radl_set or before.radl
    pen = Pen(row, who)
    pen.write(entry, before, score)
    Deal.objects.create(table_id=row.id, number=number, key=key, entry=entry)
    if score is not None:
        for place, money, written in zip(before.active, score.payouts, score.written, strict=True):
            added = {"money": F("money") + money, "written": F("written") + written}
            Total.objects.filter(sitting=dict(state.sittings)[place]).update(**added)
    last = key if isinstance(content, Hand | Void) else row.last_key
    after = state_of(_after(before, content, score), dict(state.sittings), number)
    put_table(row.id, Stand(last, pen.sequence, pen.head, to_text(after)))


def _after(before: Evening, content: Content, score: Score | None) -> Evening:
    if score is not None:
        return after_hand(before, score)
    if isinstance(content, ForehandSet):
        return before._replace(forehand=content.place)
    return after_void(before) if isinstance(content, Void) else before


BEGAN = time(19)  # when an evening of another day is said to have begun
HALF = 32  # hexadecimal digits: of a table's start_digest the first half tells its hands, the second all that was said
LOOKED_FOR = 50  # ids that are looked for in the club's books
LONG_ENOUGH = 16  # characters of an id that nobody else gives to another hand


class Brought(NamedTuple):
    """An evening that somebody brings in."""

    evening: Evened
    names: tuple[str, ...]
    day: date
    agreed: str  # about money, as JSON text (engine.agreed)
    ends: bool  # it is over: nothing more is to be written


class NotWritten(Exception):  # noqa: N818 -- no error of the program, but an answer
    """A line could not be written as it was looked at, and so nothing was."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


def bring(key: str, brought: Brought, club: Club, who: Who) -> GameTable:
    """Write an evening with all its good lines; the same key brings it in only once.

    OtherEvening where the key has brought another one, NotWritten where a line does not fit: then nothing is written.
    """
    evening = brought.evening
    wanted = NewEvening(
        brought.names, evening.house.sheet, dict(evening.house.options), evening.first_forehand, brought.agreed
    )
    with transaction.atomic():
        table = start_evening(key, wanted, club, digest=_digest(brought), started=_began(brought.day))
        if not table.last_sequence:
            _write(table, brought, who)
        return table_of(table.slug)


def _write(table: GameTable, brought: Brought, who: Who) -> None:
    """Write the lines, and look whether the book says what was looked at before."""
    evening = brought.evening
    for one in evening.good:
        if one.forehand_set:
            append(table.pk, ForehandSet(one.before.forehand), _named(one, "forehand"), who)
        if one.what != HAND or one.radl_set is not None:
            append(table.pk, _content(one), _key(one), who, one.score, _said_of(one))
        else:
            _hand(table.pk, one, who)
    fresh = table_of(table.slug)
    if brought.ends:
        written = change(fresh, str(uuid.uuid4()), fresh.last_sequence, end(), sent="end", who=who)
        if written.outcome is not Outcome.SAVED:
            raise NotWritten(evening.said[-1].line)
    if read_book(fresh).now.totals[: evening.players] != evening.totals:
        raise NotWritten(evening.said[-1].line)


def _hand(table: int, one: Said, who: Who) -> None:
    """A hand as a phone would save it."""
    row = locked(table)
    raw = _raw(one)
    sent = Sent(_key(one), row.last_key, raw, body_of(row.last_key, raw))
    if record_at(row, sent, who).outcome is not Outcome.SAVED:
        raise NotWritten(one.line)


def _raw(one: Said) -> dict[str, Any]:
    """The record of a hand, without what the table says itself."""
    return to_json(_record(one))


def _record(one: Said) -> HandRecord:
    if one.record is None:
        raise NotWritten(one.line)
    return one.record._replace(id=None, sheet=None, options=(), radl=None)


def _content(one: Said) -> Content:
    """What the book says in this line."""
    if one.what == HAND:
        return Hand(_record(one), one.before.forehand, one.before.active, one.radl_set)
    return Void(one.before.forehand) if one.what == VOID else Redeal(one.before.forehand)


def _said_of(one: Said) -> str:
    """The hash of a line."""
    return digest_of(_body(one))


def _body(one: Said) -> list[Any]:
    """All that tells a line from another."""
    record = None if one.record is None else to_json(one.record)
    return [one.what, one.before.forehand, one.radl_set, one.forehand_set, record]


def _key(one: Said) -> str:
    """The key of its entry: its own id, or the number of its line."""
    return one.key or _named(one, one.what)


def _named(one: Said, what: str) -> str:
    """A key that no client may send: it has a blank."""
    return f"{what} {one.line}"


def _began(day: date) -> datetime | None:
    """When the evening of a day is said to have begun; none: today."""
    now = time_source.now()
    began = timezone.make_aware(datetime.combine(day, BEGAN))
    return None if day == timezone.localtime(now).date() else began


def _digest(brought: Brought) -> str:
    evening = brought.evening
    said = [evening.house, brought.names, brought.day.isoformat(), brought.agreed, brought.ends, _keys(evening.good)]
    return _of_the_hands(evening)[:HALF] + digest_of(said)[:HALF]


def _keys(said: Sequence[Said]) -> list[list[Any]]:
    return [[_key(one), _body(one)] for one in said]


def _of_the_hands(evening: Evened) -> str:
    """The hash of what was played, whoever played it and however the lines are called."""
    rules: House = evening.house
    return digest_of([rules, evening.players, [_body(one) for one in evening.good]])


def brought_before(club: Club, evening: Evened, key: str) -> GameTable | None:
    """The club's evening that has these hands already, by another key: brought in, or with hands of the same ids."""
    tables = GameTable.objects.filter(club=club).exclude(start_key=key)
    same = tables.filter(start_digest__startswith=_of_the_hands(evening)[:HALF]).order_by("-pk").first()
    if same is not None:
        return same
    ids = [one for one in ids_in(evening.good) if len(one) >= LONG_ENOUGH][:LOOKED_FOR]
    there = Entry.objects.filter(table__club=club, key__in=ids).exclude(table__start_key=key)
    found = there.values_list("table", flat=True).first() if ids else None
    return None if found is None else tables.get(pk=found)
