"""The entry form filled from the book: with the game of the last hand, or with a hand that was just taken back."""

import json
from typing import NamedTuple

from scoring.book.hand_form.fields import MOST_PLAYS, PostedFields
from scoring.book.hand_form.fill import FormFields, fill_form, move_entry
from scoring.book.ledger.book import LedgerLine
from scoring.book.ledger.codec import HANDS
from scoring.book.ledger.deal_seats import DealSeats, decode_seats
from scoring.book.ledger.held_hands import decode_fields, load_held_hands
from scoring.book.ledger.seats import find_seat
from scoring.engine.evening.course import Hand, StruckLine
from scoring.engine.hand.score_json import decode_record
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import Entry, GameTable
from scoring.table.entry.page import translate_name
from scoring.table.written_sheet.selectors import TableView

_GAME_FIELDS = ("contract", "declarer", "kontra", "kontra_by")  # known before the first card is played


class RepeatOffer(NamedTuple):
    """The fields that a tap on "as last time" enters, and the label of that button."""

    label: str
    fields: FormFields

    @property
    def json(self) -> str:
        """The fields for the script."""
        return json.dumps(self.fields)


def repeat_last(view: TableView, now: DealSeats, language: str) -> RepeatOffer | None:
    """Return the last hand's game, declarer and announcements; None if that is no more than the game.

    Partner, result and silent premiums belong to one deal: they are asked again. Entries about a player stay with that
    player.
    """
    last = next((line for line in reversed(view.book.played) if isinstance(line.content, Hand)), None)
    if last is None or not isinstance(last.content, Hand):
        return None
    sheet = view.book.sheet
    game_fields = _keep_announced(fill_form(last.content.record, sheet))
    fields = _drop_foreign_games(move_entry(game_fields, rebuild_deal_seats(view, last), now, sheet), sheet, now)
    if len(fields) <= 1:
        return None
    name, _gloss = translate_name(sheet.contracts[fields["p0-contract"]], language)
    return RepeatOffer(name, fields)


def fill_from_struck(view: TableView, entry: Entry, now: DealSeats) -> FormFields:
    """Return the fields of a hand that this entry has struck; empty if another deal has followed."""
    line = view.book.find_line(entry.deal_number)
    hand = entry.replaces
    if line is None or line.entry != entry or not isinstance(line.content, StruckLine) or hand is None:
        return {}
    last = view.book.last
    if hand.kind not in HANDS or (last is not None and last.number > line.number):
        return {}
    sheet = view.book.sheet
    return move_entry(fill_form(decode_record(hand.record), sheet), rebuild_deal_seats(view, line), now, sheet)


def rebuild_deal_seats(view: TableView, line: LedgerLine) -> DealSeats:
    """Return the seats of a deal of the book."""
    before = line.before
    sitting = [find_seat(view.seats, place, line.number) for place in before.active]
    return DealSeats(before.active, before.forehand, tuple(seat.id if seat else 0 for seat in sitting))


def _keep_announced(posted: FormFields) -> FormFields:
    """Return the fields that were known before the hand was played; a kontra of 1 is left out."""
    announced = {}
    for name, value in posted.items():
        prefix, _, rest = name.partition("-")
        if prefix == "prem":
            of_premium = rest.rpartition("-")[0]
            claim = f"prem-{of_premium}" if f"prem-{of_premium}" in posted else name
            is_announced = posted[claim] == "announced" and not name.endswith("-lost")
        else:
            is_announced = rest.partition("-")[0] in _GAME_FIELDS
        if is_announced and not (value == "1" and "kontra" in rest and not rest.endswith("_by")):
            announced[name] = value
    return announced


def _drop_foreign_games(fields: PostedFields, sheet: Sheet, now: DealSeats) -> FormFields:
    """Return the fields without a declarer who may not play the game in this deal, or who follows from the game."""
    left = dict(fields)
    for index in range(MOST_PLAYS):
        game, declarer = sheet.contracts.get(left.get(f"p{index}-contract", "")), left.get(f"p{index}-declarer")
        if game is None or declarer is None:
            continue
        is_forehand = declarer == str(now.seat_of_forehand)
        if game.is_trischaken or game.by == "forehand" or (game.by == "others" and is_forehand):
            del left[f"p{index}-declarer"]
    return left


def fill_from_held(table: GameTable, key: str, now: DealSeats, sheet: Sheet) -> FormFields:
    """Return the fields of a held hand for the seats of a deal, and its key; empty if it is decided or unknown."""
    held = load_held_hands(table.pk) if table.held else None
    hand = next((hand for hand in held.open if hand.key == key), None) if held else None
    if hand is None:
        return {}
    return {**move_entry(decode_fields(hand), decode_seats(hand), now, sheet), "key": key}
