"""Decisions about held hands: a certain deal, or none; after the gong only the director's. Safe to repeat."""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.book.hand_form import move_entry, read_hand_form
from scoring.book.ledger.book import Book, load_book
from scoring.book.ledger.codec import DEALS
from scoring.book.ledger.entries import Outcome, SubmittedHand, is_time_up
from scoring.book.ledger.held_hands import (
    DealSeats,
    HeldHands,
    build_deal_seats,
    decode_fields,
    decode_seats,
    find_held_hand,
    get_phase,
    is_readable,
    list_open_hands,
    load_held_hands,
    notify_phones,
    resolve_previous,
)
from scoring.book.ledger.sealed_rows import TABLE_CHAIN
from scoring.book.ledger.seats import Seat, find_seat, load_seats
from scoring.book.ledger.services import record_next
from scoring.book.ledger.sheet_versions import load_sheet
from scoring.book.ledger.sql import LockedTable, lock_table
from scoring.book.ledger.table_state import load_table_state
from scoring.book.table_clock import AWAITS_REFEREE, CLOCK_DONE, DOUBLE, IN_PLAY, IN_TIME, decode_clock
from scoring.engine.evening.course import Hand, LastRoundSaid, Redeal, StruckLine, Void
from scoring.engine.evening.state import Evening
from scoring.engine.problems import Problem
from scoring.models import Deal, Entry, GameTable, HeldHand, TableAct
from scoring.table.corrections.changes import insert_hand
from scoring.table.corrections.services import write_change
from scoring.table.held_hands.receiving import save_followers
from tarockclub.kit import time_source
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.act_chain import record_act
from tarockclub.platform.privacy.readers import EVERYBODY

SAME, NEXT, DROP, REOPEN = "same", "next", "drop", "again"


class DecisionOutcome(Enum):
    """The outcome of a decision."""

    DONE = 200
    INVALID = 400  # not a possible decision, or the hand is not possible as the next one
    LATE = 403  # the table's time is up, or it was stopped: the director decides
    UNKNOWN = 404  # no such hand is held
    OTHERS = 406  # the players of the next hand are not those who played it
    ENDED = 409
    DECIDED = 410  # another phone has decided otherwise
    STALE = 412  # the sheet has changed since the phone displayed it
    NO_REASON = 422
    NOT_NOW = 425  # the table's clock is stopped


class Decision(NamedTuple):
    """A decision as it was tapped."""

    what: str
    seen: int  # sequence number of the last entry that the phone displayed
    line: int = 0  # the line of the same deal
    note: str = ""  # the reason why it does not count


class DecisionResult(NamedTuple):
    """The outcome of a decision, with the hand and its problems."""

    answer: DecisionOutcome
    hand: HeldHand | None = None
    entry: Entry | None = None  # the hand's entry in the book
    problems: tuple[Problem, ...] = ()


def is_late(hand: HeldHand, clock: str) -> bool:
    """Return True if only the director decides about a hand that is held at a table with this clock."""
    return bool(clock) and (hand.why == HeldHand.Why.TIME or is_time_up(clock))


def list_waiting(tables: Iterable[int]) -> list[HeldHand]:
    """Return the hands that wait for the director at these tables, in the order of their arrival; one query."""
    rows = list_open_hands().filter(table__in=list(tables)).select_related("table").order_by("table", "pk")
    return [hand for hand in rows if is_late(hand, hand.table.clock)]


def find_overtime_line(table: int) -> int:
    """Return the first line of a book that was played after the gong; 0: there is none."""
    after = Deal.objects.filter(table=table, entry__phase__in=(IN_PLAY, DOUBLE))
    return after.order_by("number").values_list("number", flat=True).first() or 0


def insert_in_time(row: LockedTable, hand: HeldHand, decision: Decision, who: Actor) -> DecisionResult | None:
    """Insert a hand that was played in time at its place, with the players of that time; None: it is the next hand."""
    table = GameTable.objects.select_related("sheet_version").get(pk=row.id)
    book, held = load_book(table), load_held_hands(row.id)
    is_listed = hand.key in {late.key for late in held.late}
    spots = _list_spots(book, held, hand) if is_listed else _list_gong_spots(book, find_overtime_line(row.id))
    if get_phase(hand) != IN_TIME or spots is None:
        return None
    was, seats = decode_seats(hand), load_seats(table, EVERYBODY)
    pairs = ((spot, _find_seats(spot, was, seats, is_known=is_listed)) for spot in spots)
    spot, then = next(((spot, then) for spot, then in pairs if then is not None), (None, None))
    if spot is None or then is None:
        return DecisionResult(DecisionOutcome.OTHERS, hand)
    form = read_hand_form(move_entry(decode_fields(hand), was, then, book.sheet), book.sheet, then.seat_of_forehand)
    if form.problems:
        return DecisionResult(DecisionOutcome.INVALID, hand, None, form.problems)
    ask = insert_hand(spot.line, form.raw, forehand=then.forehand)
    author = Actor(hand.by_id, hand.device, directs=who.directs)
    reason = _("entered in time, arrived late: accepted by the director")
    sent = {"late": hand.key, "before": spot.line}
    written = write_change(table, hand.key, decision.seen, ask, reason, sent=sent, who=author, phase=IN_TIME)
    if written.outcome is not Outcome.SAVED:
        return DecisionResult(DecisionOutcome.INVALID, hand, None, written.problems)
    return DecisionResult(DecisionOutcome.DONE, hand, written.entry)


class _Spot(NamedTuple):
    """A possible position of a hand: before a line of the book (0: after the last one), with the evening there."""

    line: int
    evening: Evening
    number: int  # of a line there, or just before: for the players of that time


def _list_gong_spots(book: Book, line: int) -> list[_Spot] | None:
    """Return the position before the first line after the gong, for a hand whose own position is unknown."""
    return [_Spot(line, current.before, line - 1)] if (current := book.find_line(line)) is not None else None


def _list_spots(book: Book, held: HeldHands, hand: HeldHand) -> list[_Spot] | None:
    """Return the possible positions of a late hand: after the deal that it followed, before the next; None: unknown."""
    after = _find_line_before(book, held, hand)
    if after is None:
        return None
    spots: list[_Spot] = []
    for played in book.played:
        if played.number <= after or isinstance(played.content, StruckLine):
            continue
        is_deal = isinstance(played.content, Hand | Void | Redeal | LastRoundSaid)
        if is_deal and _is_earlier(held, played.key, hand):
            spots.clear()
            continue
        spots.append(_Spot(played.number, played.before, played.number - 1))
        if is_deal:
            return spots
    return [*spots, _Spot(0, book.stands, book.number)]


def _find_line_before(book: Book, held: HeldHands, hand: HeldHand) -> int | None:
    """Return the line of the deal that a late hand followed, skipping hands that wait or do not count.

    None if it is unknown.
    """
    lines, passed = {"": 0, **{line.key: line.number for line in book.played}}, {hand.key}
    while True:
        key, line = resolve_previous(hand, held)
        if line or key in lines:
            return line or lines[key]
        if key in passed or key not in held.hands:
            return None
        passed.add(key)
        hand = held.hands[key]


def _is_earlier(held: HeldHands, key: str, hand: HeldHand) -> bool:
    """Return True if a deal of the book is another late hand that was entered before this one."""
    other = held.hands.get(key)
    return other is not None and get_phase(other) == IN_TIME and (other.entered, other.pk) < (hand.entered, hand.pk)


def _find_seats(spot: _Spot, was: DealSeats, seats: Sequence[Seat], *, is_known: bool) -> DealSeats | None:
    """Return the seats of a hand at a position, with its own forehand if that is known.

    None: not all of its players sit there.
    """
    evening = spot.evening
    if is_known and was.forehand in evening.order:
        evening = evening._replace(forehand=was.forehand)
    sitting = {place: find_seat(seats, place, spot.number) for place in evening.active}
    then = build_deal_seats(evening, {place: seat.id for place, seat in sitting.items() if seat is not None})
    return then if then.people == was.people else None


def decide_hand(table: GameTable, key: str, decision: Decision, who: Actor) -> DecisionResult:
    """Write a decision, then save the hands that waited for it."""
    with transaction.atomic():
        row = lock_table(table.pk)
        hand = find_held_hand(row.id, key)
        if hand is None:
            return DecisionResult(DecisionOutcome.UNKNOWN)
        entry = Entry.objects.filter(table=row.id, key=key).first()
        if entry is not None:
            return DecisionResult(
                DecisionOutcome.DONE if decision.what == NEXT else DecisionOutcome.DECIDED, hand, entry
            )
        if (refused := _check_right(row, hand, who)) is not None:
            return DecisionResult(refused, hand)
        decided = _apply_decision(row, hand, decision, who)
        if decided.answer is DecisionOutcome.DONE and decision.what != REOPEN:
            save_followers(row.id, directs=who.directs)
        return decided


def _check_right(row: LockedTable, hand: HeldHand, who: Actor) -> DecisionOutcome | None:
    """Return LATE if only the director may decide: the hand came too late, or the table has finished or was stopped."""
    clock = decode_clock(row.clock)
    if clock is None or who.directs:
        return None
    return (
        DecisionOutcome.LATE if hand.why == HeldHand.Why.TIME or clock.stands in (CLOCK_DONE, AWAITS_REFEREE) else None
    )


def _apply_decision(row: LockedTable, hand: HeldHand, decision: Decision, who: Actor) -> DecisionResult:
    if decision.what == REOPEN:
        return _reopen_hand(hand, who)
    if hand.decided_as:
        asked = {SAME: (HeldHand.As.SAME, decision.line), DROP: (HeldHand.As.DROPPED, 0)}.get(decision.what)
        return DecisionResult(
            DecisionOutcome.DONE if asked == (hand.decided_as, hand.deal) else DecisionOutcome.DECIDED, hand
        )
    if decision.what == SAME:
        return _decide_same(hand, decision, who)
    if decision.what == NEXT and is_readable(hand):
        return _decide_next(row, hand, decision, who)
    if decision.what == DROP:
        return _decide_drop(hand, decision, who)
    return DecisionResult(DecisionOutcome.INVALID, hand)


def _decide_same(hand: HeldHand, decision: Decision, who: Actor) -> DecisionResult:
    """Decide that it is a deal of the sheet that another phone has entered too; STALE if that has changed since."""
    deal = Deal.objects.filter(table=hand.table_id, number=decision.line).select_related("entry").first()
    if deal is None or deal.entry.kind not in DEALS or deal.entry.sequence > decision.seen:
        return DecisionResult(DecisionOutcome.STALE, hand)
    return _write_decision(hand, who, decided_as=HeldHand.As.SAME, deal=decision.line)


def _decide_next(row: LockedTable, hand: HeldHand, decision: Decision, who: Actor) -> DecisionResult:
    """Decide that it is the next hand: of the same players at their present seats, with the original author.

    A hand that was played in time is inserted before those that were played after the gong.
    """
    if row.ended is not None:
        return DecisionResult(DecisionOutcome.ENDED, hand)
    if row.last_sequence != decision.seen:
        return DecisionResult(DecisionOutcome.STALE, hand)
    (state, _waits), sheet = load_table_state(row, until=hand.key), load_sheet(row.sheet_digest, row.sheet_version)
    if row.clock and who.directs and (put_in := insert_in_time(row, hand, decision, who)) is not None:
        notify_phones(row.id)
        return put_in
    was, now = decode_seats(hand), state.next_seats
    if was.people != now.people:
        return DecisionResult(DecisionOutcome.OTHERS, hand)
    form = read_hand_form(move_entry(decode_fields(hand), was, now, sheet), sheet, now.seat_of_forehand)
    author = Actor(hand.by_id, hand.device, directs=who.directs)
    phase = get_phase(hand) if row.clock else ""
    sent = SubmittedHand(hand.key, row.last_key, form.raw, hand.body_digest, now, phase, form.problems)
    written = record_next(row, sent, author)
    if written.outcome is Outcome.SAVED:
        notify_phones(row.id)
        return DecisionResult(DecisionOutcome.DONE, hand, written.entry)
    answer = {Outcome.TIME_OVER: DecisionOutcome.LATE, Outcome.NOT_NOW: DecisionOutcome.NOT_NOW}.get(
        written.outcome, DecisionOutcome.INVALID
    )
    return DecisionResult(answer, hand, None, written.problems)


def _decide_drop(hand: HeldHand, decision: Decision, who: Actor) -> DecisionResult:
    """Decide that it does not count; a hand that came too late needs a reason."""
    if hand.why == HeldHand.Why.TIME and not decision.note:
        return DecisionResult(DecisionOutcome.NO_REASON, hand)
    return _write_decision(hand, who, decided_as=HeldHand.As.DROPPED, note=decision.note)


def _reopen_hand(hand: HeldHand, who: Actor) -> DecisionResult:
    """Reopen a decided hand, so that a wrong tap loses nothing."""
    return _write_decision(hand, who, decided_as="") if hand.decided_as else DecisionResult(DecisionOutcome.DONE, hand)


def _write_decision(hand: HeldHand, who: Actor, *, decided_as: str, deal: int = 0, note: str = "") -> DecisionResult:
    hand.decided_as, hand.deal, hand.note = decided_as, deal, note
    hand.decided_by_id, hand.decided_device, hand.decided_at = who.person, who.device, time_source.now()
    content = {"key": hand.key, "as": decided_as, "line": deal}
    with record_act(TABLE_CHAIN, hand.table_id, TableAct.Kind.DECIDED, content, who.person, who.device):
        hand.save(update_fields=["decided_as", "deal", "note", "decided_by", "decided_device", "decided_at"])
    notify_phones(hand.table_id)
    return DecisionResult(DecisionOutcome.DONE, hand)
