"""Saving a hand: the only writer of new hands, and the one path that must be quick. Safe to repeat."""

import uuid
from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction

from scoring.digests import digest_of
from scoring.engine.course import Places
from scoring.engine.desk import Result, judged
from scoring.engine.evening import Evening, after_hand
from scoring.engine.lines import Score
from scoring.engine.problems import Problem
from scoring.engine.reader import parse
from scoring.engine.sheet import Sheet
from scoring.entry_fields import Form, record_from, unsaid
from scoring.lines import record_text
from scoring.models import DEAL_STEP, Entry
from scoring.plan import Sum
from scoring.sheets_in_use import sheet_called
from scoring.state import State, read_state, state_of, to_text
from scoring.store import KeyTaken, Locked, Stand, locked_at, new_entry, write_hand
from scoring.writing import NOBODY_KNOWN, Outcome, Pen, Who, Written, is_key, refused


class Dealt(NamedTuple):
    """Who sits on the four seats of a deal, and whose forehand it is; places."""

    active: Places
    forehand: int
    sittings: tuple[int, ...] | None = None  # ids, by seat; None: it is not said who sits at the places

    @property
    def seat_of_forehand(self) -> int:
        """The forehand's seat."""
        return self.active.index(self.forehand) if self.forehand in self.active else 0

    def is_still(self, now: "Dealt") -> bool:
        """Whether a record for these seats means the same people now."""
        return self[:2] == now[:2] and self.sittings in (None, now.sittings)


def dealt_in(evening: Evening, sittings: Mapping[int, int]) -> Dealt:
    """The seats of the next deal; `sittings`: ids by place."""
    return Dealt(evening.active, evening.forehand, tuple(sittings.get(place, 0) for place in evening.active))


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
    body = digest_of({"previous": previous, "record": raw if sent is None else sent})
    with transaction.atomic():
        row = locked_at(slug, link)
        state = read_state(row.state)
        refusal = _refusal(row, state, previous, seen)
        if refusal is not None:
            return _known(row, key, body) or Written(refusal)
        result = judge(state.evening, sheet_called(row.sheet_digest, row.sheet_version), raw)
        if result.score is None or result.record is None:
            return _known(row, key, body) or Written(Outcome.INVALID, problems=tuple(result.problems))
        entry = new_entry(
            kind=Entry.Kind.HAND,
            key=key,
            body_digest=body,
            deal_number=state.number + DEAL_STEP,
            record=record_text(result.record),
            radl=state.evening.radl,
        )
        try:
            _write(row, state, entry, result.score, who)
        except KeyTaken:  # a hand that was struck out since is sent once more
            return _known(row, key, body) or Written(Outcome.STALE)
        return Written(Outcome.SAVED, entry)


def _known(row: Locked, key: str, body: str) -> Written | None:
    """What became of the write with this key, if there was one: asked only where a new hand cannot be written."""
    known = Entry.objects.filter(table=row.id, key=key).first()
    if known is None:
        return None
    return Written(Outcome.SAVED if known.body_digest == body else Outcome.OTHER_BODY, known)


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
