"""What people decide about a held hand: which deal it is, or that it does not count; safe to repeat."""

from django.db import transaction

from scoring.hand_form.deal_seats import dealt_in
from scoring.hand_form.fields import Form
from scoring.hand_form.fill import moved_to
from scoring.held_hands.decisions import AGAIN, DROP, NEXT, SAME, Answer, Decided, Decision
from scoring.held_hands.follow_ups import save_what_follows
from scoring.held_hands.overtime import put_in_time
from scoring.ledger.codec import DEALS
from scoring.ledger.entries import Outcome, Sent
from scoring.ledger.held_hands import dealt_of, fields_of, held_hand, phase_of, told_phones
from scoring.ledger.late_deals import read_counted
from scoring.ledger.sealed_rows import TABLE
from scoring.ledger.services import record_at
from scoring.ledger.sheet_versions import sheet_called
from scoring.ledger.sql import Locked, locked
from scoring.models import Deal, Entry, GameTable, HeldHand, TableAct
from scoring.table_clock.clock import DONE, REFEREE
from scoring.table_clock.clock import read as read_clock
from tarockclub import time_source
from tarockclub.accounts.actors import Who
from tarockclub.act_chain import acting


def decide(table: GameTable, key: str, decision: Decision, who: Who) -> Decided:
    """Write down what somebody decides; then save what was waiting for that."""
    with transaction.atomic():
        row = locked(table.pk)
        hand = held_hand(row.id, key)
        if hand is None:
            return Decided(Answer.UNKNOWN)
        entry = Entry.objects.filter(table=row.id, key=key).first()
        if entry is not None:
            return Decided(Answer.DONE if decision.what == NEXT else Answer.DECIDED, hand, entry)
        if (refused := _refused(row, hand, who)) is not None:
            return Decided(refused, hand)
        decided = _decided(row, hand, decision, who)
        if decided.answer is Answer.DONE and decision.what != AGAIN:
            save_what_follows(row.id, directs=who.directs)
        return decided


def _refused(row: Locked, hand: HeldHand, who: Who) -> Answer | None:
    """Whether it is the director who decides: of what came too late, and at a table that is done or halted."""
    clock = read_clock(row.clock)
    if clock is None or who.directs:
        return None
    return Answer.LATE if hand.why == HeldHand.Why.TIME or clock.stands in (DONE, REFEREE) else None


def _decided(row: Locked, hand: HeldHand, decision: Decision, who: Who) -> Decided:
    if decision.what == AGAIN:
        return _taken_back(hand, who)
    if hand.decided_as:
        asked = {SAME: (HeldHand.As.SAME, decision.line), DROP: (HeldHand.As.DROPPED, 0)}.get(decision.what)
        return Decided(Answer.DONE if asked == (hand.decided_as, hand.deal) else Answer.DECIDED, hand)
    if decision.what == SAME:
        return _same(hand, decision, who)
    if decision.what == NEXT:
        return _next(row, hand, decision, who)
    if decision.what == DROP:
        return _dropped(hand, decision, who)
    return Decided(Answer.INVALID, hand)


def _same(hand: HeldHand, decision: Decision, who: Who) -> Decided:
    """It is a deal of the sheet that another phone has entered too; as that one was shown."""
    deal = Deal.objects.filter(table=hand.table_id, number=decision.line).select_related("entry").first()
    if deal is None or deal.entry.kind not in DEALS or deal.entry.sequence > decision.seen:
        return Decided(Answer.STALE, hand)
    return _written(hand, who, decided_as=HeldHand.As.SAME, deal=decision.line)


def _next(row: Locked, hand: HeldHand, decision: Decision, who: Who) -> Decided:
    """It is the next hand: of the same players, where they sit now; entered by whoever had entered it.

    One that was played in time stands before those that were played after the gong.
    """
    if row.ended is not None:
        return Decided(Answer.ENDED, hand)
    if row.last_sequence != decision.seen:
        return Decided(Answer.STALE, hand)
    (state, _waits), sheet = read_counted(row, until=hand.key), sheet_called(row.sheet_digest, row.sheet_version)
    if row.clock and who.directs and (put_in := put_in_time(row, hand, decision, who)) is not None:
        told_phones(row.id)
        return put_in
    was, now = dealt_of(hand), dealt_in(state.evening, dict(state.sittings))
    if was.people != now.people:
        return Decided(Answer.OTHERS, hand)
    form = Form(moved_to(fields_of(hand), was, now, sheet))
    author = Who(hand.by_id, hand.device, directs=who.directs)
    phase = phase_of(hand) if row.clock else ""
    written = record_at(row, Sent(hand.key, row.last_key, form, hand.body_digest, now, phase), author)
    if written.outcome is Outcome.SAVED:
        told_phones(row.id)
        return Decided(Answer.DONE, hand, written.entry)
    answer = {Outcome.TIME_OVER: Answer.LATE, Outcome.NOT_NOW: Answer.NOT_NOW}.get(written.outcome, Answer.INVALID)
    return Decided(answer, hand, None, written.problems)


def _dropped(hand: HeldHand, decision: Decision, who: Who) -> Decided:
    """It does not count; of one about which the director decides he says why."""
    if hand.why == HeldHand.Why.TIME and not decision.note:
        return Decided(Answer.NO_REASON, hand)
    return _written(hand, who, decided_as=HeldHand.As.DROPPED, note=decision.note)


def _taken_back(hand: HeldHand, who: Who) -> Decided:
    """A wrong tap loses no hand: it is open again."""
    return _written(hand, who, decided_as="") if hand.decided_as else Decided(Answer.DONE, hand)


def _written(hand: HeldHand, who: Who, *, decided_as: str, deal: int = 0, note: str = "") -> Decided:
    hand.decided_as, hand.deal, hand.note = decided_as, deal, note
    hand.decided_by_id, hand.decided_device, hand.decided_at = who.person, who.device, time_source.now()
    said = {"key": hand.key, "as": decided_as, "line": deal}
    with acting(TABLE, hand.table_id, TableAct.Kind.DECIDED, said, who.person, who.device):
        hand.save(update_fields=["decided_as", "deal", "note", "decided_by", "decided_device", "decided_at"])
    told_phones(hand.table_id)
    return Decided(Answer.DONE, hand)
