"""The hands that phones had kept arrive here: saved where they fit, else held until people decide; safe to repeat."""

import json
import uuid
from datetime import datetime

from django.db import transaction

from scoring.hand_form.deal_seats import seats_text
from scoring.hand_form.fields import Form
from scoring.held_hands.follow_ups import save_what_follows
from scoring.ledger.entries import Outcome, Sent, Written, refused
from scoring.ledger.held_hands import held_hand, told_phones
from scoring.ledger.phase_checks import came_late
from scoring.ledger.sealed_rows import TABLE
from scoring.ledger.services import clock_of, record_at
from scoring.ledger.sql import Locked, locked_at
from scoring.models import Entry, HeldHand, TableAct
from tarockclub import time_source
from tarockclub.accounts.actors import Who
from tarockclub.act_chain import acting
from tarockclub.idempotency import is_key

MOST_OPEN = 200  # of a table; what comes then stays on its phone
MOST_EVER = 2000
_WHY = {
    Outcome.STALE: HeldHand.Why.STALE,
    Outcome.ENDED: HeldHand.Why.ENDED,
    Outcome.TIME_OVER: HeldHand.Why.TIME,
}


def receive(
    slug: uuid.UUID, sent: Sent, who: Who, *, link: str = "", keeps: bool = True, entered: datetime | None = None
) -> Written:
    """Save a hand as record_hand does, and what was waiting for it; with `keeps`, hold one that comes too late.

    `entered`: when somebody entered it, by the clock of his phone. Whoever plays goes by the table's clock, also a
    director.
    """
    if not is_key(sent.key):
        return refused("key", "missing_field", field="key")
    with transaction.atomic():
        row = locked_at(slug, link)
        written = record_at(row, sent, who._replace(directs=False))
        if keeps and _may_be_held(row, sent, written, entered):
            return _held(row, sent, written, who, entered)
        if row.held and written.outcome is Outcome.SAVED:
            save_what_follows(row.id)
        return written


def _may_be_held(row: Locked, sent: Sent, written: Written, entered: datetime | None) -> bool:
    """Whether people may decide about a hand: what the clock refuses only if it was entered before the gong."""
    if written.outcome is Outcome.TIME_OVER:
        return came_late(clock_of(row), sent.phase, written.code, entered)
    return written.outcome in _WHY


def _held(row: Locked, sent: Sent, refused: Written, who: Who, entered: datetime | None) -> Written:
    """Keep a hand for people to decide about; saved all the same where it follows what they have decided."""
    hand = held_hand(row.id, sent.key) if row.held else None
    if hand is None and _is_full(row):
        return refused
    if hand is not None and hand.body_digest != sent.body:
        return Written(Outcome.OTHER_BODY)
    if hand is None:
        hand = _kept(row, sent, refused.outcome, who, entered)
        told_phones(row.id)
    save_what_follows(row.id)
    entry = Entry.objects.filter(table=row.id, key=sent.key).first()
    return refused._replace(held=hand) if entry is None else Written(Outcome.SAVED, entry)


def _is_full(row: Locked) -> bool:
    if row.held < MOST_OPEN:
        return False
    hands = HeldHand.objects.filter(table=row.id)
    in_the_book = Entry.objects.filter(table=row.id).values("key")
    open_ones = hands.filter(decided_as="").exclude(key__in=in_the_book)
    return hands.count() >= MOST_EVER or open_ones.count() >= MOST_OPEN


def _kept(row: Locked, sent: Sent, why: Outcome, who: Who, entered: datetime | None) -> HeldHand:
    if not isinstance(sent.raw, Form) or sent.seen is None:
        raise TypeError(sent)
    now = time_source.now()
    with acting(TABLE, row.id, TableAct.Kind.HELD, {"key": sent.key}, who.person, who.device):
        return HeldHand.objects.create(
            table_id=row.id,
            key=sent.key,
            body_digest=sent.body,
            previous=sent.previous or "",
            seats=seats_text(sent.seen),
            fields=json.dumps(sent.raw.fields),
            why=_WHY[why],
            by_id=who.person,
            device=who.device,
            at=now,
            entered=min(entered, now) if entered is not None else now,
        )
