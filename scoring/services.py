"""Saving a hand: the only writer of new hands, and the one path that must be quick. Safe to repeat."""

import uuid

from django.db import transaction

from scoring.dealt import Dealt, dealt_in
from scoring.digests import digest_of
from scoring.engine.desk import Result, judged
from scoring.engine.evening import Evening, after_hand
from scoring.engine.lines import Score
from scoring.engine.problems import Problem
from scoring.engine.reader import parse
from scoring.engine.sheet import Sheet
from scoring.entry_fields import Form, record_from, unsaid
from scoring.held.kept import decided_hand, held_hand
from scoring.lines import record_text
from scoring.models import DEAL_STEP, Entry
from scoring.plan import Sum
from scoring.sheets_in_use import sheet_called
from scoring.state import State, read_state, state_of, to_text
from scoring.store import KeyTaken, Locked, Stand, locked_at, new_entry, write_hand
from scoring.writing import NOBODY_KNOWN, Outcome, Pen, Sent, Who, Written, is_key, refused


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
    result = judged(record._replace(forehand=evening.seat_of_forehand, radl=radl or evening.radl), problems, sheet)
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
) -> Written:
    """Write the next hand of the table with this address: one transaction, one entry, its deal and the totals.

    `raw` is its record (JSON values), or a Form. `previous` is the key of the deal it follows ("" for the first),
    `seen` the seats that the record means. `sent` is what the client sent, where that is not the record: what tells
    two requests with one key apart. `link` is the hash of the link that the phone has opened: NoRight where it does
    not count; "" where the right is known already.
    """
    if not is_key(key):
        return refused("key", "missing_field", field="key")
    sent_hand = Sent(key, previous, raw, body_of(previous, raw if sent is None else sent), seen)
    with transaction.atomic():
        return record_at(locked_at(slug, link), sent_hand, who)


def body_of(previous: str | None, sent: object) -> str:
    """The hash of a hand as it was sent."""
    return digest_of({"previous": previous, "record": sent})


def record_at(row: Locked, sent: Sent, who: Who) -> Written:
    """Write the next hand of a table, within the transaction that holds its row."""
    if row.held and (decided := decided_hand(row.id, sent.key)) is not None:
        return Written(Outcome.DECIDED, held=decided)
    state = read_state(row.state)
    refusal = _refusal(row, state, sent.previous, sent.seen)
    if refusal is not None:
        return known(row, sent) or Written(refusal)
    result = judge(state.evening, sheet_called(row.sheet_digest, row.sheet_version), sent.raw)
    if result.score is None or result.record is None:
        return known(row, sent) or Written(Outcome.INVALID, problems=tuple(result.problems))
    entry = new_entry(
        kind=Entry.Kind.HAND,
        key=sent.key,
        body_digest=sent.body,
        deal_number=state.number + DEAL_STEP,
        record=record_text(result.record),
        radl=state.evening.radl,
    )
    try:
        _write(row, state, entry, result.score, who)
    except KeyTaken:  # a hand that was struck out since is sent once more
        return known(row, sent) or Written(Outcome.STALE)
    return Written(Outcome.SAVED, entry)


def known(row: Locked, sent: Sent) -> Written | None:
    """What became of the write with this key, if there was one: asked only where a new hand cannot be written.

    A hand that people have decided about may have been saved with other words than the phone has sent.
    """
    entry = Entry.objects.filter(table=row.id, key=sent.key).first()
    if entry is None:
        return None
    same = entry.body_digest == sent.body or (row.held and held_hand(row.id, sent.key) is not None)
    return Written(Outcome.SAVED if same else Outcome.OTHER_BODY, entry)


def _refusal(row: Locked, state: State, previous: str | None, seen: Dealt | None) -> Outcome | None:
    """Why a new hand cannot be written now, whatever it is."""
    if previous is None:
        return Outcome.NO_PREVIOUS
    if row.ended is not None:
        return Outcome.ENDED
    stale = row.last_key != previous or (
        seen is not None and not seen.is_still(dealt_in(state.evening, dict(state.sittings)))
    )
    return Outcome.STALE if stale else None


def _write(row: Locked, state: State, entry: Entry, score: Score, who: Who) -> None:
    pen = Pen(row, who)
    pen.complete(entry, state.evening, score)
    sittings = dict(state.sittings)
    amounts = zip(state.evening.active, score.payouts, score.written, strict=True)
    sums = {sittings[place]: Sum(money, written) for place, money, written in amounts}
    after = state_of(after_hand(state.evening, score), sittings, entry.deal_number)
    write_hand(entry, sums, Stand(entry.key, pen.sequence, pen.head, to_text(after)))
