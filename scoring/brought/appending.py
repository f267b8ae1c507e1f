"""A further line of a book that the next one stands behind: what no phone sends as a new hand.

A change of a book (changes.py) reads all of it; here nothing stands behind the line, so where the table stands is
enough, and an evening of two thousand lines is no harm.
"""

from django.db.models import F

from scoring.engine.evening.course import Content, ForehandSet, Hand, Void
from scoring.engine.evening.state import Evening, after_hand, after_void
from scoring.engine.hand.score_lines import Score
from scoring.held_hands.late_deals import read_counted
from scoring.ledger.codec import kind_of, text_of
from scoring.ledger.entries import Pen, Who
from scoring.ledger.sql import Stand, locked, put_table
from scoring.ledger.table_state import state_of, to_text
from scoring.models import DEAL_STEP, Deal, Entry, Total


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
