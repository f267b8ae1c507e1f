"""The writer of new hands: the only one, and the one path that must be quick. Safe to repeat."""

import uuid

from django.db import transaction
from django.db.models import F

from scoring.book.ledger.entries import (
    EntryWriter,
    Outcome,
    SubmittedHand,
    WriteResult,
    check_phase,
    choose_outcome,
    is_double_round_begun,
    is_on_paper,
    refuse_write,
)
from scoring.book.ledger.held_hands import DealSeats, find_decided_hand, find_held_hand
from scoring.book.ledger.seats import Sum
from scoring.book.ledger.sheet_versions import load_sheet
from scoring.book.ledger.sql import (
    EntryKeyTaken,
    LedgerHead,
    LockedTable,
    build_entry,
    lock_table_at,
    update_table,
    write_hand,
)
from scoring.book.ledger.table_state import (
    LateDeals,
    State,
    build_table_state,
    decode_state,
    encode_state,
    load_table_state,
)
from scoring.book.table_clock import DOUBLE, IN_TIME, NO_PHASE, ON_PAPER, PlayTime, decode_clock
from scoring.engine.evening.course import DEALER, CourseLine, Hand, LastRoundSaid, Void, compute_amounts, count_line
from scoring.engine.evening.state import Evening, apply_hand, begin_last_round_dealt_by
from scoring.engine.hand.reader import parse
from scoring.engine.hand.score_lines import Score, encode_record
from scoring.engine.hand.scorer import Result, score_record
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Problem
from scoring.models import DEAL_STEP, Entry, Total
from tarockclub.kit.hash_chain import compute_request_digest, is_key
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor


def score_table_hand(
    evening: Evening, sheet: Sheet, raw: object, radl: int | None = None, *, missing: tuple[Problem, ...] = ()
) -> Result:
    """Score a record (JSON values) in a deal, with the forehand and Radl of the table whatever the record says.

    Write nothing. `radl` is the factor of the hand if somebody has set it manually; `missing` are problems that were
    found before it became a record.
    """
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
    seen: DealSeats | None = None,
    who: Actor = ANONYMOUS,
    link: str = "",
    phase: str = "",
) -> WriteResult:
    """Write the next hand of the table with this address: one transaction, one entry, its deal and the totals.

    `raw` is its record (JSON values). `previous` is the key of the deal it follows ("" for the first),
    `seen` the seats that the record was entered for. `sent` is what the client sent, if that is not the record: it
    distinguishes two requests with one key. `link` is the hash of the link that the phone has opened, "" if the right
    has been checked already; NoRight if it is not valid. `phase`: when it was played, at a table with a clock.
    """
    if not is_key(key):
        return refuse_write("key", "missing_field", field="key")
    sent_hand = SubmittedHand(
        key, previous, raw, compute_body_digest(previous, raw if sent is None else sent), seen, phase
    )
    with transaction.atomic():
        return record_next(lock_table_at(slug, link), sent_hand, who)


def compute_body_digest(previous: str | None, sent: object) -> str:
    """Return the hash of a hand as it was submitted."""
    return compute_request_digest({"previous": previous, "record": sent})


def record_next(row: LockedTable, sent: SubmittedHand, who: Actor) -> WriteResult:
    """Write the next hand of a table, within the transaction that holds its row.

    Where it cannot be written, an earlier write with its key is the answer, if there is one. A hand that people have
    decided about may have been saved with other content than the phone has sent.
    """
    if row.held and (decided := find_decided_hand(row.id, sent.key)) is not None:
        return WriteResult(Outcome.DECIDED, held=decided)
    written = _write_next(row, sent, who)
    if written.outcome is Outcome.SAVED:
        return written
    entry = Entry.objects.filter(table=row.id, key=sent.key).first()
    if entry is None:
        return written
    is_same = entry.body_digest == sent.body or (row.held and find_held_hand(row.id, sent.key) is not None)
    return WriteResult(Outcome.SAVED if is_same else Outcome.OTHER_BODY, entry)


def _write_next(row: LockedTable, sent: SubmittedHand, who: Actor) -> WriteResult:
    """Write the next hand, or return why it cannot be written."""
    state, waits = load_table_state(row, until=sent.key)
    refusal = _check_state(row, state, sent, waits)
    late = refusal is Outcome.STALE and waits.follows and _is_late_too(row, sent)
    if refusal is not None and not late:
        return WriteResult(refusal)
    phase = ""
    if row.clock:
        clock = require_clock(row)
        phase = sent.phase or (IN_TIME if who.directs or not clock.needs_phase else "")
        on_paper = ON_PAPER if is_on_paper(row) else ""
        if code := on_paper or check_phase(row, clock, state.evening, phase, who, waiting=len(waits.after)):
            return _refuse_by_clock(row, state, sent, code)
        if late:
            return WriteResult(Outcome.STALE)
        if is_double_round_begun(phase, state.evening):
            return _begin_double_round(row, state, sent, who)
    result = _score_sent(row, state, sent)
    if result.score is None or result.record is None:
        return WriteResult(Outcome.INVALID, problems=tuple(result.problems))
    entry = build_entry(
        kind=Entry.Kind.HAND,
        key=sent.key,
        body_digest=sent.body,
        phase=phase,
        deal_number=state.number + DEAL_STEP,
        record=encode_record(result.record),
        radl=state.evening.radl,
    )
    try:
        _write_entry(row, state, entry, result.score, who)
    except EntryKeyTaken:  # a hand that has been struck since is sent again
        return WriteResult(Outcome.STALE)
    return WriteResult(Outcome.SAVED, entry)


def _refuse_by_clock(row: LockedTable, state: State, sent: SubmittedHand, code: str) -> WriteResult:
    """Return the refusal by the clock; if only the phase is missing, with all other problems of the hand."""
    if code != NO_PHASE:
        return WriteResult(choose_outcome(code), code=code)
    return WriteResult(Outcome.INVALID, problems=tuple(_score_sent(row, state, sent).problems), code=code)


def _score_sent(row: LockedTable, state: State, sent: SubmittedHand) -> Result:
    sheet = load_sheet(row.sheet_digest, row.sheet_version)
    return score_table_hand(state.evening, sheet, sent.raw, missing=sent.problems)


def require_clock(row: LockedTable) -> PlayTime:
    """Return the clock of a table; ValueError if it has none."""
    clock = decode_clock(row.clock)
    if clock is None:
        raise ValueError(row.slug)
    return clock


def _begin_double_round(row: LockedTable, state: State, sent: SubmittedHand, who: Actor) -> WriteResult:
    """Write that the round with double stake begins, dealt by the dealer of this hand, and then the hand."""
    evening, dealer = state.evening, state.evening.dealer
    begun = state._replace(evening=begin_last_round_dealt_by(evening, dealer), number=state.number + DEAL_STEP)
    result = _score_sent(row, begun, sent)
    if result.score is None or Entry.objects.filter(table=row.id, key=sent.key).exists():
        return WriteResult(Outcome.INVALID, problems=tuple(result.problems))
    # A blank keeps its key distinct from every key that a client may send.
    key, line = f"double {row.last_sequence + 1}", CourseLine(begun.number, LastRoundSaid(DEALER, dealer))
    begins = build_entry(kind=Entry.Kind.LAST_ROUND, key=key, body_digest="", phase=DOUBLE)
    return _write_next(append_line(row, state, line, begins, who), sent, who)


def append_line(row: LockedTable, state: State, line: CourseLine, entry: Entry, who: Actor) -> LockedTable:
    """Append a line to the book: its entry, its deal, the totals and the state; return the table's row after it.

    The general way; the next hand has a quicker one (_write_entry), and a line about who sits at the table changes
    more (scoring.table.corrections).
    """
    step, sittings, pen = count_line(state.evening, line), dict(state.sittings), EntryWriter(row, who)
    pen.write_line(entry, line, step.before)
    for place, (money, written) in compute_amounts(line.content, line.score, step.before.active).items():
        added = {"money": F("money") + money, "written": F("written") + written}
        Total.objects.filter(sitting=sittings[place]).update(**added)
    last_key = entry.key if isinstance(line.content, Hand | Void) else row.last_key
    after = encode_state(build_table_state(step.after, sittings, line.number))
    head = LedgerHead(last_key, pen.sequence, pen.head, after)
    update_table(row.id, head)
    return row._replace(**head._asdict())


def _check_state(row: LockedTable, state: State, sent: SubmittedHand, waits: LateDeals) -> Outcome | None:
    """Return the reason why no new hand at all can be written now; None if one can."""
    if sent.previous is None:
        return Outcome.NO_PREVIOUS
    if row.ended is not None:
        return Outcome.ENDED
    other_seats = sent.seen is not None and not sent.seen.is_still(state.next_seats)
    follows = sent.previous == row.last_key or sent.previous in waits.follows
    return None if follows and not other_seats else Outcome.STALE


def _is_late_too(row: LockedTable, sent: SubmittedHand) -> bool:
    """Return True if a hand was entered in time for the same deal as a waiting hand: it is no staler than that one."""
    if sent.phase != IN_TIME or sent.seen is None or sent.previous != row.last_key:
        return False
    state = decode_state(row.state)
    return sent.seen.is_still(state.next_seats)


def _write_entry(row: LockedTable, state: State, entry: Entry, score: Score, who: Actor) -> None:
    pen = EntryWriter(row, who)
    pen.complete(entry, state.evening, score)
    sittings = dict(state.sittings)
    amounts = zip(state.evening.active, score.payouts, score.written, strict=True)
    sums = {sittings[place]: Sum(money, written) for place, money, written in amounts}
    after = build_table_state(apply_hand(state.evening, score), sittings, entry.deal_number)
    write_hand(entry, sums, LedgerHead(entry.key, pen.sequence, pen.head, encode_state(after)))
