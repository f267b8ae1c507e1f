"""What follows a hand that was decided: it is saved by itself where there is nothing to decide any more."""

from scoring.engine.house_rules.sheet import Sheet
from scoring.hand_form.deal_seats import Dealt, dealt_in
from scoring.hand_form.fields import MOST_PLAYS, Form
from scoring.hand_form.fill import Filled, moved_to
from scoring.ledger.entries import Outcome, Sent
from scoring.ledger.held_hands import Held, before, dealt_of, fields_of, read_held
from scoring.ledger.late_deals import read_counted
from scoring.ledger.services import record_at
from scoring.ledger.sheet_versions import sheet_called
from scoring.ledger.sql import Locked, locked
from scoring.models import Deal, HeldHand
from scoring.table_clock.clock import IN_TIME
from tarockclub.accounts.actors import Who


def save_what_follows(table: int, *, directs: bool = False) -> None:
    """Save, one after the other, the held hands that follow the last deal and say of whom they are.

    To be called within the transaction that holds the table's row. `directs`: what was entered in time is saved also
    when the time is up, for the director has decided about the hand before it.
    """
    refused: set[str] = set()
    while (next_one := _next_one(locked(table), refused)) is not None:
        row, hand, fields, now = next_one
        phase = (fields.get("phase", "") or IN_TIME) if row.clock else ""
        sent = Sent(hand.key, row.last_key, Form(fields), hand.body_digest, now, phase)
        author = Who(hand.by_id, hand.device, directs=directs and phase == IN_TIME)
        if record_at(row, sent, author).outcome is not Outcome.SAVED:
            refused.add(hand.key)


def _next_one(row: Locked, refused: set[str]) -> tuple[Locked, HeldHand, Filled, Dealt] | None:
    if row.ended is not None or not row.held:
        return None
    held, sheet = read_held(row.id), sheet_called(row.sheet_digest, row.sheet_version)
    late = {hand.key for hand in held.late}
    for hand in held.open:
        # One that was decided about and is open again waits for people.
        if hand.key in refused or hand.decided_at is not None or _followed(hand, held, row.id) != row.last_key:
            continue
        state, _waits = read_counted(row, until=hand.key)
        now = dealt_in(state.evening, dict(state.sittings))
        # A late one stays with those who sat there then: the director sees to it where the deals have moved.
        fields = _certain(hand, now, sheet) if hand.key not in late or dealt_of(hand).is_still(now) else None
        if fields is not None:
            return row, hand, fields, now
    return None


def _followed(hand: HeldHand, held: Held, table: int) -> str | None:
    """The key of the deal that it follows; None where people still have to say so."""
    if hand.previous not in held.hands:
        return None
    key, line = before(hand, held)
    if line:
        return Deal.objects.filter(table=table, number=line).values_list("key", flat=True).first()
    return None if held.is_open(key) else key


def _certain(hand: HeldHand, now: Dealt, sheet: Sheet) -> Filled | None:
    """Its fields as they are meant now, where only whose forehand it is has changed since, and says nothing of it."""
    was, fields = dealt_of(hand), fields_of(hand)
    if was.is_still(now):
        return fields
    if was.people != now.people or _is_of_the_forehand(fields, sheet):
        return None
    moved = moved_to(fields, was, now, sheet)
    return moved if len(moved) == len(fields) else None


def _is_of_the_forehand(fields: Filled, sheet: Sheet) -> bool:
    games = (sheet.contracts.get(fields.get(f"p{at}-contract", "")) for at in range(MOST_PLAYS))
    return any(game is not None and (game.by == "forehand" or game.is_trischaken) for game in games)
