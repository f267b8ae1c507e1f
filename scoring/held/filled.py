"""The entry form filled with a held hand, under its key: to be put right, or to be put before another hand."""

from scoring.engine.house_rules.sheet import Sheet
from scoring.entry_moved import moved_to
from scoring.hand_form.deal_seats import Dealt
from scoring.hand_form.fill import Filled
from scoring.ledger.held_hands import dealt_of, fields_of, read_held
from scoring.models import GameTable


def filled_with(table: GameTable, key: str, now: Dealt, sheet: Sheet) -> Filled:
    """The fields of a held hand for the seats of a deal, and its key; nothing where it is decided, or unknown."""
    held = read_held(table.pk) if table.held else None
    if held is None or not held.is_open(key):
        return {}
    hand = held.hands[key]
    return {**moved_to(fields_of(hand), dealt_of(hand), now, sheet), "key": key}
