"""Decisions about held hands: the hand is a certain deal, or it does not count; safe to repeat."""

from django.db import transaction

from scoring.book.hand_form.fields import read_hand_form
from scoring.book.hand_form.fill import move_entry
from scoring.book.ledger.codec import DEALS
from scoring.book.ledger.deal_seats import decode_seats
from scoring.book.ledger.entries import Outcome, SubmittedHand
from scoring.book.ledger.held_hands import decode_fields, find_held_hand, get_phase, is_readable, notify_phones
from scoring.book.ledger.sealed_rows import TABLE_CHAIN
from scoring.book.ledger.services import record_next
from scoring.book.ledger.sheet_versions import load_sheet
from scoring.book.ledger.sql import LockedTable, lock_table
from scoring.book.ledger.table_state import load_table_state
from scoring.book.table_clock.clock import AWAITS_REFEREE, CLOCK_DONE, decode_clock
from scoring.models import Deal, Entry, GameTable, HeldHand, TableAct
from scoring.table.held_hands.decisions import DROP, NEXT, REOPEN, SAME, Decision, DecisionOutcome, DecisionResult
from scoring.table.held_hands.follow_ups import save_followers
from scoring.table.held_hands.overtime import insert_in_time
from tarockclub.kit import time_source
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.act_chain import record_act


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
