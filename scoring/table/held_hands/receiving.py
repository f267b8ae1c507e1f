"""The reception of hands that phones have kept, and of their followers: saved or held until decided; safe to repeat."""

import json
import uuid
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from scoring.book.hand_form import MOST_PLAYS, FormFields, FormRecord, PostedFields, move_entry, read_hand_form
from scoring.book.ledger.entries import Outcome, SubmittedHand, WriteResult, has_come_late, refuse_write
from scoring.book.ledger.held_hands import (
    DealSeats,
    HeldHands,
    decode_fields,
    decode_seats,
    encode_seats,
    find_held_hand,
    get_phase,
    list_open_hands,
    load_held_hands,
    notify_phones,
    resolve_previous,
)
from scoring.book.ledger.sealed_rows import TABLE_CHAIN
from scoring.book.ledger.services import record_next, require_clock
from scoring.book.ledger.sheet_versions import load_sheet
from scoring.book.ledger.sql import LockedTable, lock_table, lock_table_at
from scoring.book.ledger.table_state import load_table_state
from scoring.book.table_clock import IN_TIME
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import Deal, Entry, HeldHand, TableAct
from tarockclub.kit import time_source
from tarockclub.kit.hash_chain import is_key
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.act_chain import record_act


def save_followers(table: int, *, directs: bool = False) -> None:
    """Save, one after the other, the held hands that follow the last deal and name it as their predecessor.

    Call it within the transaction that holds the table's row. `directs`: hands that were entered in time are saved even
    if the time is up, because the director has decided about the hand before them.
    """
    refused: set[str] = set()
    while (next_one := _find_next(lock_table(table), refused)) is not None:
        row, hand, form, now = next_one
        phase = get_phase(hand) if row.clock else ""
        sent = SubmittedHand(hand.key, row.last_key, form.raw, hand.body_digest, now, phase, form.problems)
        author = Actor(hand.by_id, hand.device, directs=directs and phase == IN_TIME)
        if record_next(row, sent, author).outcome is not Outcome.SAVED:
            refused.add(hand.key)


def _find_next(row: LockedTable, refused: set[str]) -> tuple[LockedTable, HeldHand, FormRecord, DealSeats] | None:
    if row.ended is not None or not row.held:
        return None
    held, sheet = load_held_hands(row.id), load_sheet(row.sheet_digest, row.sheet_version)
    late = {hand.key for hand in held.late}
    for hand in held.open:
        # A hand whose decision was taken back waits for people.
        if hand.key in refused or hand.decided_at is not None or _find_followed_key(hand, held, row.id) != row.last_key:
            continue
        state, _waits = load_table_state(row, until=hand.key)
        now = state.next_seats
        # A late hand stays with the players of its time: the director handles it if the deals have moved.
        fields = _fit_fields(hand, now, sheet) if hand.key not in late or decode_seats(hand).is_still(now) else None
        if fields is not None:
            return row, hand, read_hand_form(fields, sheet, now.seat_of_forehand), now
    return None


def _find_followed_key(hand: HeldHand, held: HeldHands, table: int) -> str | None:
    """Return the key of the deal that a hand follows; None if people still have to decide that."""
    if hand.previous not in held.hands:
        return None
    key, line = resolve_previous(hand, held)
    if key in held.saved:  # also as another record of a deal
        line = Entry.objects.values_list("deal_number", flat=True).get(table=table, key=key)
    if line:
        return Deal.objects.filter(table=table, number=line).values_list("key", flat=True).first()
    return None if held.is_open(key) else key


def _fit_fields(hand: HeldHand, now: DealSeats, sheet: Sheet) -> FormFields | None:
    """Return the hand's fields for the present seats.

    None if more than the forehand has changed since, or if the forehand matters to the hand.
    """
    was, fields = decode_seats(hand), decode_fields(hand)
    if was.is_still(now):
        return fields
    if was.people != now.people or _is_forehand_game(fields, sheet):
        return None
    moved = move_entry(fields, was, now, sheet)
    return moved if len(moved) == len(fields) else None


def _is_forehand_game(fields: FormFields, sheet: Sheet) -> bool:
    games = (sheet.contracts.get(fields.get(f"p{index}-contract", "")) for index in range(MOST_PLAYS))
    return any(game is not None and (game.by == "forehand" or game.is_trischaken) for game in games)


MOST_OPEN = 200  # of a table; further hands stay on their phones
MOST_EVER = 2000
_WHY_HELD = {
    Outcome.STALE: HeldHand.Why.STALE,
    Outcome.ENDED: HeldHand.Why.ENDED,
    Outcome.TIME_OVER: HeldHand.Why.TIME,
}


class SubmittedForm(NamedTuple):
    """A hand as it was submitted with the entry form; its fields are kept if people have to decide about it."""

    key: str
    previous: str | None  # key of the deal it follows, "" for the first
    fields: PostedFields
    body: str  # hash of everything that was submitted
    seen: DealSeats | None = None  # the seats that the phone had on its screen
    phase: str = ""  # the phase in which it was played, at a table with a clock

    def build_hand(self, row: LockedTable) -> SubmittedHand:
        """Return the hand with its record, for the seats that it was entered for, or else the present ones."""
        dealt = self.seen or load_table_state(row, until=self.key)[0].evening
        sheet = load_sheet(row.sheet_digest, row.sheet_version)
        raw, problems = read_hand_form(self.fields, sheet, dealt.seat_of_forehand)
        return SubmittedHand(self.key, self.previous, raw, self.body, self.seen, self.phase, problems)


def receive_hand(
    slug: uuid.UUID,
    sent: SubmittedForm,
    who: Actor,
    *,
    link: str = "",
    keeps: bool = True,
    entered: datetime | None = None,
) -> WriteResult:
    """Save a hand as record_hand does, and those that waited for it; with `keeps`, hold a hand that comes too late.

    `entered`: when it was entered, by the phone's clock. Players are bound by the table's clock, even if they are
    directors.
    """
    if not is_key(sent.key):
        return refuse_write("key", "missing_field", field="key")
    with transaction.atomic():
        row = lock_table_at(slug, link)
        written = record_next(row, sent.build_hand(row), who._replace(directs=False))
        if keeps and _can_hold(row, sent, written, entered):
            return _hold_hand(row, sent, written, who, entered)
        if row.held and written.outcome is Outcome.SAVED:
            save_followers(row.id)
        return written


def _can_hold(row: LockedTable, sent: SubmittedForm, written: WriteResult, entered: datetime | None) -> bool:
    """Return True if people may decide about a hand: one that the clock refuses, only if entered before the gong."""
    if written.outcome is Outcome.TIME_OVER:
        return has_come_late(require_clock(row), sent.phase, written.code, entered)
    return written.outcome in _WHY_HELD


def _hold_hand(
    row: LockedTable, sent: SubmittedForm, refused: WriteResult, who: Actor, entered: datetime | None
) -> WriteResult:
    """Hold a hand until people decide about it; it is saved after all if it follows one they have decided about."""
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
    ever = HeldHand.objects.filter(table=row.id).count()
    return ever >= MOST_EVER or list_open_hands().filter(table=row.id).count() >= MOST_OPEN


def _create_held_hand(
    row: LockedTable, sent: SubmittedForm, why: Outcome, who: Actor, entered: datetime | None
) -> HeldHand:
    if sent.seen is None:
        raise ValueError(sent)
    now = time_source.now()
    with record_act(TABLE_CHAIN, row.id, TableAct.Kind.HELD, {"key": sent.key}, who.person, who.device):
        return HeldHand.objects.create(
            table_id=row.id,
            key=sent.key,
            body_digest=sent.body,
            previous=sent.previous or "",
            seats=encode_seats(sent.seen),
            fields=json.dumps(sent.fields),
            why=_WHY_HELD[why],
            by_id=who.person,
            device=who.device,
            at=now,
            entered=min(entered, now) if entered is not None else now,
        )
