"""The entry form filled from the book: with the game of the last hand, or with a hand that was just taken back."""

import json
from typing import NamedTuple

from scoring.engine.evening.course import Hand, Struck
from scoring.engine.house_rules.sheet import Sheet
from scoring.entry.page import in_language
from scoring.hand_form.deal_seats import Dealt
from scoring.hand_form.fields import MOST_PLAYS, Posted
from scoring.hand_form.fill import Filled, moved_to, posted_from
from scoring.ledger.book import Played
from scoring.ledger.codec import HANDS, record_of
from scoring.ledger.held_hands import dealt_of, fields_of, read_held
from scoring.ledger.seats import seat_at
from scoring.models import Entry, GameTable
from scoring.written_sheet.selectors import TableView

_OF_THE_GAME = ("contract", "declarer", "kontra", "kontra_by")  # what was said before the first card


class Again(NamedTuple):
    """What a tap on "as last time" enters, and what it is called."""

    label: str
    fields: Filled

    @property
    def json(self) -> str:
        """The fields for the script."""
        return json.dumps(self.fields)


def as_last(view: TableView, now: Dealt, language: str) -> Again | None:
    """The last hand's game, declarer and announcements; None where a tap would enter no more than the game.

    Partner, result and what happened silently belong to one deal: they are asked anew. What was said of a player
    stays with him.
    """
    last = next((one for one in reversed(view.book.played) if isinstance(one.content, Hand)), None)
    if last is None or not isinstance(last.content, Hand):
        return None
    sheet = view.book.sheet
    said = _announced(posted_from(last.content.record, sheet), sheet)
    fields = _without_others_games(moved_to(said, dealt_then(view, last), now, sheet), sheet, now)
    if len(fields) <= 1:
        return None
    name, _gloss = in_language(sheet.contracts[fields["p0-contract"]], language)
    return Again(name, fields)


def taken_back(view: TableView, entry: Entry, now: Dealt) -> Filled:
    """The fields of a hand that this entry struck out; nothing where another deal has followed."""
    one = view.book.at(entry.deal_number)
    hand = entry.replaces
    if one is None or one.entry != entry or not isinstance(one.content, Struck) or hand is None:
        return {}
    last = view.book.last
    if hand.kind not in HANDS or (last is not None and last.number > one.number):
        return {}
    sheet = view.book.sheet
    return moved_to(posted_from(record_of(hand.record), sheet), dealt_then(view, one), now, sheet)


def dealt_then(view: TableView, one: Played) -> Dealt:
    """The seats of a deal of the book."""
    before = one.before
    sitting = [seat_at(view.seats, place, one.number) for place in before.active]
    return Dealt(before.active, before.forehand, tuple(seat.id if seat else 0 for seat in sitting))


def _announced(posted: Filled, sheet: Sheet) -> Filled:
    """What of a hand was said before it was played; a kontra of one is none."""
    kept = {}
    for name, value in posted.items():
        prefix, _, rest = name.partition("-")
        if prefix == "prem":
            of_premium = rest.rpartition("-")[0]
            claim = f"prem-{of_premium}" if f"prem-{of_premium}" in posted else name
            said = posted[claim] == "announced" and not name.endswith("-lost")
        else:
            said = rest.partition("-")[0] in _OF_THE_GAME
        if said and not (value == "1" and "kontra" in rest and not rest.endswith("_by")):
            kept[name] = value
    return kept


def _without_others_games(fields: Posted, sheet: Sheet, now: Dealt) -> Filled:
    """The fields without a declarer who may not play his game in this deal, or of whom nothing need be said."""
    left = dict(fields)
    for at in range(MOST_PLAYS):
        game, declarer = sheet.contracts.get(left.get(f"p{at}-contract", "")), left.get(f"p{at}-declarer")
        if game is None or declarer is None:
            continue
        is_forehand = declarer == str(now.seat_of_forehand)
        if game.is_trischaken or game.by == "forehand" or (game.by == "others" and is_forehand):
            del left[f"p{at}-declarer"]
    return left


def filled_with(table: GameTable, key: str, now: Dealt, sheet: Sheet) -> Filled:
    """The fields of a held hand for the seats of a deal, and its key; nothing where it is decided, or unknown."""
    held = read_held(table.pk) if table.held else None
    if held is None or not held.is_open(key):
        return {}
    hand = held.hands[key]
    return {**moved_to(fields_of(hand), dealt_of(hand), now, sheet), "key": key}
