"""Saving a hand: the only writer of new hands, and the one path that must be quick. Safe to repeat."""

import uuid

from django.db import transaction

from scoring.engine.evening.course import DEALER, LastRoundSaid
from scoring.engine.evening.state import Evening, after_hand, last_round_dealt_by
from scoring.engine.hand.reader import parse
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import Result, score_record
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Problem
from scoring.hand_form.deal_seats import Dealt, dealt_in
from scoring.hand_form.fields import Form, record_from, unsaid
from scoring.ledger.codec import record_text, text_of
from scoring.ledger.entries import Outcome, Pen, Sent, Written, refused
from scoring.ledger.held_hands import decided_hand, held_hand
from scoring.ledger.late_deals import Counted, read_counted
from scoring.ledger.phase_checks import begins_double_round, is_on_paper, not_taken, outcome_of
from scoring.ledger.sheet_versions import sheet_called
from scoring.ledger.sql import KeyTaken, Locked, Stand, locked_at, new_entry, put_table, write_hand
from scoring.ledger.table_state import State, read_state, state_of, to_text
from scoring.ledger.totals import Sum
from scoring.models import DEAL_STEP, Deal, Entry
from scoring.table_clock.clock import DOUBLE, IN_TIME, NO_PHASE, ON_PAPER, PlayTime
from scoring.table_clock.clock import read as read_clock
from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tarockclub.idempotency import digest_of, is_key


def judge(evening: Evening, sheet: Sheet, raw: object, radl: int | None = None) -> Result:
    """Score a record in a deal: forehand and Radl are the table's, whatever the record says; writes nothing.

    `raw`: JSON values, or a Form. `radl` is what the hand counts where somebody said so by hand.
    """
    missing: tuple[Problem, ...] = ()
    if isinstance(raw, Form):
        missing, raw = unsaid(raw.fields, sheet), record_from(raw.fields, sheet, evening.seat_of_forehand)
    record, problems = parse(raw)
    if record is None:
        return Result(None, problems, None)
    result = score_record(
        record._replace(forehand=evening.seat_of_forehand, radl=radl or evening.radl), problems, sheet
    )
    return Result(result.record, [*missing, *result.problems], None) if missing else result


def record_hand(
    slug: uuid.UUID,
    key: str,
    previous: str | None,
    raw: object,
    sent: object = None,
    *,
    seen: Dealt | None = None,
    who: Who = NOBODY_KNOWN,
    link: str = "",
    phase: str = "",
) -> Written:
    """Write the next hand of the table with this address: one transaction, one entry, its deal and the totals.

    `raw` is its record (JSON values), or a Form. `previous` is the key of the deal it follows ("" for the first),
    `seen` the seats that the record means. `sent` is what the client sent, where that is not the record: what tells
    two requests with one key apart. `link` is the hash of the link that the phone has opened: NoRight where it does
    not count; "" where the right is known already. `phase` says when it was played, at a table with a clock.
    """
    if not is_key(key):
        return refused("key", "missing_field", field="key")
    sent_hand = Sent(key, previous, raw, body_of(previous, raw if sent is None else sent), seen, phase)
    with transaction.atomic():
        return record_at(locked_at(slug, link), sent_hand, who)


def body_of(previous: str | None, sent: object) -> str:
    """The hash of a hand as it was sent."""
    return digest_of({"previous": previous, "record": sent})


def record_at(row: Locked, sent: Sent, who: Who) -> Written:
    """Write the next hand of a table, within the transaction that holds its row."""
    if row.held and (decided := decided_hand(row.id, sent.key)) is not None:
        return Written(Outcome.DECIDED, held=decided)
    state, waits = read_counted(row, until=sent.key)
    refusal = _refusal(row, state, sent, waits)
    late = refusal is Outcome.STALE and waits.follows and _is_late_too(row, sent)
    if refusal is not None and not late:
        return known(row, sent) or Written(refusal)
    phase = ""
    if row.clock:
        clock = clock_of(row)
        phase = sent.phase or (IN_TIME if who.directs or not clock.needs_phase else "")
        on_paper = ON_PAPER if is_on_paper(row) else ""
        if code := on_paper or not_taken(row, clock, state.evening, phase, who, waiting=len(waits.after)):
            return known(row, sent) or _not_now(row, state, sent, code)
        if late:
            return known(row, sent) or Written(Outcome.STALE)
        if begins_double_round(phase, state.evening):
            return _first_of_double_round(row, state, sent, who)
    result = judge(state.evening, sheet_called(row.sheet_digest, row.sheet_version), sent.raw)
    if result.score is None or result.record is None:
        return known(row, sent) or Written(Outcome.INVALID, problems=tuple(result.problems))
    entry = new_entry(
        kind=Entry.Kind.HAND,
        key=sent.key,
        body_digest=sent.body,
        phase=phase,
        deal_number=state.number + DEAL_STEP,
        record=record_text(result.record),
        radl=state.evening.radl,
    )
    try:
        _write(row, state, entry, result.score, who)
    except KeyTaken:  # a hand that was struck out since is sent once more
        return known(row, sent) or Written(Outcome.STALE)
    return Written(Outcome.SAVED, entry)


def _not_now(row: Locked, state: State, sent: Sent, code: str) -> Written:
    """What the clock says of a hand; where it only lacks its phase, with all else that is wrong with it."""
    if code != NO_PHASE:
        return Written(outcome_of(code), code=code)
    result = judge(state.evening, sheet_called(row.sheet_digest, row.sheet_version), sent.raw)
    return Written(Outcome.INVALID, problems=tuple(result.problems), code=code)


def clock_of(row: Locked) -> PlayTime:
    """The clock of a table that has one."""
    clock = read_clock(row.clock)
    if clock is None:
        raise ValueError(row.slug)
    return clock


def _first_of_double_round(row: Locked, state: State, sent: Sent, who: Who) -> Written:
    """Write that the round with double stake begins, dealt by the dealer of this hand, and then the hand."""
    evening, dealer = state.evening, state.evening.dealer
    begun = state._replace(evening=last_round_dealt_by(evening, dealer), number=state.number + DEAL_STEP)
    result = judge(begun.evening, sheet_called(row.sheet_digest, row.sheet_version), sent.raw)
    if result.score is None or Entry.objects.filter(table=row.id, key=sent.key).exists():
        return known(row, sent) or Written(Outcome.INVALID, problems=tuple(result.problems))
    pen, content = Pen(row, who), LastRoundSaid(DEALER, dealer)
    # A blank keeps its key apart from every one that a client may send.
    begins = new_entry(
        kind=Entry.Kind.LAST_ROUND,
        key=f"double {row.last_sequence + 1}",
        body_digest="",
        phase=DOUBLE,
        deal_number=begun.number,
        record=text_of(content),
    )
    pen.write(begins, evening)
    Deal.objects.create(table_id=row.id, number=begins.deal_number, key=begins.key, entry=begins)
    stand = Stand(row.last_key, pen.sequence, pen.head, to_text(begun))
    put_table(row.id, stand)
    return record_at(row._replace(**stand._asdict()), sent, who)


def known(row: Locked, sent: Sent) -> Written | None:
    """What became of the write with this key, if there was one: asked only where a new hand cannot be written.

    A hand that people have decided about may have been saved with other words than the phone has sent.
    """
    entry = Entry.objects.filter(table=row.id, key=sent.key).first()
    if entry is None:
        return None
    same = entry.body_digest == sent.body or (row.held and held_hand(row.id, sent.key) is not None)
    return Written(Outcome.SAVED if same else Outcome.OTHER_BODY, entry)


def _refusal(row: Locked, state: State, sent: Sent, waits: Counted) -> Outcome | None:
    """Why a new hand cannot be written now, whatever it is."""
    if sent.previous is None:
        return Outcome.NO_PREVIOUS
    if row.ended is not None:
        return Outcome.ENDED
    other_seats = sent.seen is not None and not sent.seen.is_still(dealt_in(state.evening, dict(state.sittings)))
    follows = sent.previous == row.last_key or sent.previous in waits.follows
    return None if follows and not other_seats else Outcome.STALE


def _is_late_too(row: Locked, sent: Sent) -> bool:
    """Whether a hand was entered in time where one stands that waits: it is no staler than that one."""
    if sent.phase != IN_TIME or sent.seen is None or sent.previous != row.last_key:
        return False
    state = read_state(row.state)
    return sent.seen.is_still(dealt_in(state.evening, dict(state.sittings)))


def _write(row: Locked, state: State, entry: Entry, score: Score, who: Who) -> None:
    pen = Pen(row, who)
    pen.complete(entry, state.evening, score)
    sittings = dict(state.sittings)
    amounts = zip(state.evening.active, score.payouts, score.written, strict=True)
    sums = {sittings[place]: Sum(money, written) for place, money, written in amounts}
    after = state_of(after_hand(state.evening, score), sittings, entry.deal_number)
    write_hand(entry, sums, Stand(entry.key, pen.sequence, pen.head, to_text(after)))
