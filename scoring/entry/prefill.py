"""The entry form filled from the book: with the game of the last hand, or with a hand that was just taken back."""

import json
from typing import NamedTuple

from scoring.engine.evening.course import Hand, Struck
from scoring.engine.house_rules.sheet import Sheet
from scoring.entry.page import translate_name
from scoring.hand_form.deal_seats import DealSeats
from scoring.hand_form.fields import MOST_PLAYS, PostedFields
from scoring.hand_form.fill import FormFields, fill_form, move_entry
from scoring.ledger.book import LedgerLine
from scoring.ledger.codec import HANDS, decode_record
from scoring.ledger.held_hands import decode_fields, decode_seats, load_held_hands
from scoring.ledger.seats import find_seat
from scoring.models import Entry, GameTable
from scoring.written_sheet.selectors import TableView

_GAME_FIELDS = ("contract", "declarer", "kontra", "kontra_by")  # what was said before the first card


class RepeatOffer(NamedTuple):
    """What a tap on "as last time" enters, and what it is called."""

    label: str
    fields: FormFields

    @property
    def json(self) -> str:
        """The fields for the script."""
        return json.dumps(self.fields)


def repeat_last(view: TableView, now: DealSeats, language: str) -> RepeatOffer | None:
    """The last hand's game, declarer and announcements; None where a tap would enter no more than the game.

    Partner, result and what happened silently belong to one deal: they are asked anew. What was said of a player
    stays with him.
    """
    last = next((one for one in reversed(view.book.played) if isinstance(one.content, Hand)), None)
    if last is None or not isinstance(last.content, Hand):
        return None
    sheet = view.book.sheet
    said = _keep_announced(fill_form(last.content.record, sheet), sheet)
    fields = _drop_foreign_games(move_entry(said, rebuild_deal_seats(view, last), now, sheet), sheet, now)
    if len(fields) <= 1:
        return None
    name, _gloss = translate_name(sheet.contracts[fields["p0-contract"]], language)
    return RepeatOffer(name, fields)


def fill_from_struck(view: TableView, entry: Entry, now: DealSeats) -> FormFields:
    """The fields of a hand that this entry struck out; nothing where another deal has followed."""
    one = view.book.at(entry.deal_number)
    hand = entry.replaces
    if one is None or one.entry != entry or not isinstance(one.content, Struck) or hand is None:
        return {}
    last = view.book.last
    if hand.kind not in HANDS or (last is not None and last.number > one.number):
        return {}
    sheet = view.book.sheet
    return move_entry(fill_form(decode_record(hand.record), sheet), rebuild_deal_seats(view, one), now, sheet)


def rebuild_deal_seats(view: TableView, one: LedgerLine) -> DealSeats:
    """The seats of a deal of the book."""
    before = one.before
    sitting = [find_seat(view.seats, place, one.number) for place in before.active]
    return DealSeats(before.active, before.forehand, tuple(seat.id if seat else 0 for seat in sitting))


def _keep_announced(posted: FormFields, sheet: Sheet) -> FormFields:
    """What of a hand was said before it was played; a kontra of one is none."""
    kept = {}
    for name, value in posted.items():
        prefix, _, rest = name.partition("-")
        if prefix == "prem":
            of_premium = rest.rpartition("-")[0]
            claim = f"prem-{of_premium}" if f"prem-{of_premium}" in posted else name
            said = posted[claim] == "announced" and not name.endswith("-lost")
        else:
            said = rest.partition("-")[0] in _GAME_FIELDS
        if said and not (value == "1" and "kontra" in rest and not rest.endswith("_by")):
            kept[name] = value
    return kept


def _drop_foreign_games(fields: PostedFields, sheet: Sheet, now: DealSeats) -> FormFields:
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


def fill_from_held(table: GameTable, key: str, now: DealSeats, sheet: Sheet) -> FormFields:
    """The fields of a held hand for the seats of a deal, and its key; nothing where it is decided, or unknown."""
    held = load_held_hands(table.pk) if table.held else None
    if held is None or not held.is_open(key):
        return {}
    hand = held.hands[key]
    return {**move_entry(decode_fields(hand), decode_seats(hand), now, sheet), "key": key}
