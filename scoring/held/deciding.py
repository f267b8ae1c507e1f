"""What people decide about a held hand: which deal it is, or that it does not count; safe to repeat."""

from enum import Enum
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone

from scoring.dealt import dealt_in
from scoring.engine.problems import Problem
from scoring.entry_fields import Form
from scoring.entry_moved import moved_to
from scoring.held.following import save_what_follows
from scoring.held.kept import dealt_of, fields_of, held_hand, told_phones
from scoring.lines import HANDS
from scoring.models import Deal, Entry, GameTable, HeldHand
from scoring.services import record_at
from scoring.sheets_in_use import sheet_called
from scoring.state import read_state
from scoring.store import Locked, locked
from scoring.writing import Outcome, Sent, Who

SAME, NEXT, DROP, AGAIN = "same", "next", "drop", "again"
_DEALS = (*HANDS, Entry.Kind.VOID)


class Answer(Enum):
    """What became of a decision."""

    DONE = 200
    INVALID = 400  # nothing that can be decided, or it is no possible hand as the next one
    UNKNOWN = 404  # no such hand is held
    OTHERS = 406  # not all of those who play the next hand have played it
    ENDED = 409
    DECIDED = 410  # another phone has decided otherwise
    STALE = 412  # the sheet is not what the phone showed
    NO_REASON = 422


class Decision(NamedTuple):
    """What somebody taps."""

    what: str
    seen: int  # sequence number of the last entry that his phone showed
    line: int = 0  # of the deal that it is the same as
    note: str = ""  # why it does not count


class Decided(NamedTuple):
    """The answer; with the hand, and what is wrong with it."""

    answer: Answer
    hand: HeldHand | None = None
    entry: Entry | None = None  # it is in the book
    problems: tuple[Problem, ...] = ()


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
        decided = _decided(row, hand, decision, who)
        if decided.answer is Answer.DONE and decision.what != AGAIN:
            save_what_follows(row.id)
        return decided


def _decided(row: Locked, hand: HeldHand, decision: Decision, who: Who) -> Decided:
    if decision.what == AGAIN:
        return _taken_back(hand, who)
    if hand.decided_as:
        asked = {SAME: (HeldHand.As.SAME, decision.line), DROP: (HeldHand.As.DROPPED, 0)}.get(decision.what)
        return Decided(Answer.DONE if asked == (hand.decided_as, hand.deal) else Answer.DECIDED, hand)
    if decision.what == SAME:
        return _same(hand, decision, who)
    if decision.what == NEXT:
        return _next(row, hand, decision)
    if decision.what == DROP:
        return _dropped(hand, decision, who)
    return Decided(Answer.INVALID, hand)


def _same(hand: HeldHand, decision: Decision, who: Who) -> Decided:
    """It is a deal of the sheet that another phone has entered too; as that one was shown."""
    deal = Deal.objects.filter(table=hand.table_id, number=decision.line).select_related("entry").first()
    if deal is None or deal.entry.kind not in _DEALS or deal.entry.sequence > decision.seen:
        return Decided(Answer.STALE, hand)
    return _written(hand, who, decided_as=HeldHand.As.SAME, deal=decision.line)


def _next(row: Locked, hand: HeldHand, decision: Decision) -> Decided:
    """It is the next hand: of the same players, where they sit now; entered by whoever had entered it."""
    if row.ended is not None:
        return Decided(Answer.ENDED, hand)
    if row.last_sequence != decision.seen:
        return Decided(Answer.STALE, hand)
    state, sheet = read_state(row.state), sheet_called(row.sheet_digest, row.sheet_version)
    was, now = dealt_of(hand), dealt_in(state.evening, dict(state.sittings))
    if was.people != now.people:
        return Decided(Answer.OTHERS, hand)
    form = Form(moved_to(fields_of(hand), was, now, sheet))
    author = Who(hand.by_id, hand.device)
    written = record_at(row, Sent(hand.key, row.last_key, form, hand.body_digest, now), author)
    if written.outcome is Outcome.SAVED:
        told_phones(row.id)
        return Decided(Answer.DONE, hand, written.entry)
    return Decided(Answer.INVALID, hand, None, written.problems)


def _dropped(hand: HeldHand, decision: Decision, who: Who) -> Decided:
    if not decision.note:
        return Decided(Answer.NO_REASON, hand)
    return _written(hand, who, decided_as=HeldHand.As.DROPPED, note=decision.note)


def _taken_back(hand: HeldHand, who: Who) -> Decided:
    """A wrong tap loses no hand: it is open again."""
    return _written(hand, who, decided_as="") if hand.decided_as else Decided(Answer.DONE, hand)


def _written(hand: HeldHand, who: Who, *, decided_as: str, deal: int = 0, note: str = "") -> Decided:
    hand.decided_as, hand.deal, hand.note = decided_as, deal, note
    hand.decided_by_id, hand.decided_device, hand.decided_at = who.person, who.device, timezone.now()
    hand.save(update_fields=["decided_as", "deal", "note", "decided_by", "decided_device", "decided_at"])
    told_phones(hand.table_id)
    return Decided(Answer.DONE, hand)
