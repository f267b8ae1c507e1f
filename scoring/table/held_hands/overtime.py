"""Hands that arrived at a table after its time was up: only the director decides about them; safe to repeat."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.book.hand_form.fields import read_hand_form
from scoring.book.hand_form.fill import move_entry
from scoring.book.ledger.book import Book, load_book
from scoring.book.ledger.deal_seats import DealSeats, build_deal_seats, decode_seats
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.held_hands import (
    HeldHands,
    decode_fields,
    get_phase,
    list_open_hands,
    load_held_hands,
    resolve_previous,
)
from scoring.book.ledger.phase_checks import is_time_up
from scoring.book.ledger.seats import Seat, find_seat, load_seats
from scoring.book.ledger.sql import LockedTable
from scoring.book.table_clock.clock import DOUBLE, IN_PLAY, IN_TIME
from scoring.engine.evening.course import Hand, LastRoundSaid, Redeal, StruckLine, Void
from scoring.engine.evening.state import Evening
from scoring.models import Deal, GameTable, HeldHand
from scoring.table.corrections.changes import insert_hand
from scoring.table.corrections.services import write_change
from scoring.table.held_hands.decisions import Decision, DecisionOutcome, DecisionResult
from tarockclub.platform.accounts.actors import Actor


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
    was, seats = decode_seats(hand), load_seats(table)
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
