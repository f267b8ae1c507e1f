"""The hands that follow a decided hand: saved automatically if there is nothing left to decide."""

from scoring.book.hand_form.fields import MOST_PLAYS, FormRecord, read_hand_form
from scoring.book.hand_form.fill import FormFields, move_entry
from scoring.book.ledger.deal_seats import DealSeats, decode_seats
from scoring.book.ledger.entries import Outcome, SubmittedHand
from scoring.book.ledger.held_hands import HeldHands, decode_fields, get_phase, load_held_hands, resolve_previous
from scoring.book.ledger.services import record_next
from scoring.book.ledger.sheet_versions import load_sheet
from scoring.book.ledger.sql import LockedTable, lock_table
from scoring.book.ledger.table_state import load_table_state
from scoring.book.table_clock.clock import IN_TIME
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import Deal, Entry, HeldHand
from tarockclub.platform.accounts.actors import Actor


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
