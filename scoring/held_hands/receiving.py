"""The hands that phones had kept arrive here: saved where they fit, else held until people decide; safe to repeat."""

import json
import uuid
from datetime import datetime

from django.db import transaction

from scoring.hand_form.deal_seats import encode_seats
from scoring.hand_form.fields import HandForm
from scoring.held_hands.follow_ups import save_followers
from scoring.ledger.entries import Outcome, SubmittedHand, WriteResult, refuse_write
from scoring.ledger.held_hands import find_held_hand, notify_phones
from scoring.ledger.phase_checks import has_come_late
from scoring.ledger.sealed_rows import TABLE_CHAIN
from scoring.ledger.services import record_next, require_clock
from scoring.ledger.sql import LockedTable, lock_table_at
from scoring.models import Entry, HeldHand, TableAct
from tarockclub import time_source
from tarockclub.accounts.actors import Actor
from tarockclub.act_chain import record_act
from tarockclub.idempotency import is_key

MOST_OPEN = 200  # of a table; what comes then stays on its phone
MOST_EVER = 2000
_WHY_HELD = {
    Outcome.STALE: HeldHand.Why.STALE,
    Outcome.ENDED: HeldHand.Why.ENDED,
    Outcome.TIME_OVER: HeldHand.Why.TIME,
}


def receive_hand(
    slug: uuid.UUID,
    sent: SubmittedHand,
    who: Actor,
    *,
    link: str = "",
    keeps: bool = True,
    entered: datetime | None = None,
) -> WriteResult:
    """Save a hand as record_hand does, and what was waiting for it; with `keeps`, hold one that comes too late.

    `entered`: when somebody entered it, by the clock of his phone. Whoever plays goes by the table's clock, also a
    director.
    """
    if not is_key(sent.key):
        return refuse_write("key", "missing_field", field="key")
    with transaction.atomic():
        row = lock_table_at(slug, link)
        written = record_next(row, sent, who._replace(directs=False))
        if keeps and _can_hold(row, sent, written, entered):
            return _hold_hand(row, sent, written, who, entered)
        if row.held and written.outcome is Outcome.SAVED:
            save_followers(row.id)
        return written


def _can_hold(row: LockedTable, sent: SubmittedHand, written: WriteResult, entered: datetime | None) -> bool:
    """Whether people may decide about a hand: what the clock refuses only if it was entered before the gong."""
    if written.outcome is Outcome.TIME_OVER:
        return has_come_late(require_clock(row), sent.phase, written.code, entered)
    return written.outcome in _WHY_HELD


def _hold_hand(
    row: LockedTable, sent: SubmittedHand, refused: WriteResult, who: Actor, entered: datetime | None
) -> WriteResult:
    """Keep a hand for people to decide about; saved all the same where it follows what they have decided."""
    hand = find_held_hand(row.id, sent.key) if row.held else None
    if hand is None and _is_full(row):
        return refused
    if hand is not None and hand.body_digest != sent.body:
        return WriteResult(Outcome.OTHER_BODY)
    if hand is None:
        hand = _create_held_hand(row, sent, refused.outcome, who, entered)
        notify_phones(row.id)
    save_followers(row.id)
    entry = Entry.objects.filter(table=row.id, key=sent.key).first()
    return refused._replace(held=hand) if entry is None else WriteResult(Outcome.SAVED, entry)


def _is_full(row: LockedTable) -> bool:
    if row.held < MOST_OPEN:
        return False
    hands = HeldHand.objects.filter(table=row.id)
    in_the_book = Entry.objects.filter(table=row.id).values("key")
    open_ones = hands.filter(decided_as="").exclude(key__in=in_the_book)
    return hands.count() >= MOST_EVER or open_ones.count() >= MOST_OPEN


def _create_held_hand(
    row: LockedTable, sent: SubmittedHand, why: Outcome, who: Actor, entered: datetime | None
) -> HeldHand:
    if not isinstance(sent.raw, HandForm) or sent.seen is None:
        raise TypeError(sent)
    now = time_source.now()
    with record_act(TABLE_CHAIN, row.id, TableAct.Kind.HELD, {"key": sent.key}, who.person, who.device):
        return HeldHand.objects.create(
            table_id=row.id,
            key=sent.key,
            body_digest=sent.body,
            previous=sent.previous or "",
            seats=encode_seats(sent.seen),
            fields=json.dumps(sent.raw.fields),
            why=_WHY_HELD[why],
            by_id=who.person,
            device=who.device,
            at=now,
            entered=min(entered, now) if entered is not None else now,
        )
