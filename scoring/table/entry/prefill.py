"""The entry form filled from the book: the game of the last hand, or a hand just taken back, and its phase."""

import json
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.book.hand_form import MOST_PLAYS, FormFields, PostedFields, fill_form, move_entry
from scoring.book.ledger.book import LedgerLine
from scoring.book.ledger.codec import HANDS
from scoring.book.ledger.entries import count_counted_hands, summarize_play
from scoring.book.ledger.held_hands import DealSeats, decode_fields, decode_seats, load_held_hands
from scoring.book.ledger.seats import find_seat
from scoring.book.table_clock import (
    ALL_PLAYED,
    BEFORE_START,
    CLOCK_DONE,
    DOUBLE,
    IN_PLAY,
    IN_TIME,
    PHASES,
    TABLE_DONE,
    OvertimePlay,
    PlayTime,
    check_clock,
    decode_clock,
    format_clock_refusal,
)
from scoring.engine.evening.course import Hand, StruckLine
from scoring.engine.evening.state import RUNNING, Evening
from scoring.engine.hand.score_lines import decode_record
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import Entry, GameTable
from scoring.table.entry.page import translate_name
from scoring.table.written_sheet.selectors import TableView
from tarockclub.kit import time_source

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


class PhaseFields(NamedTuple):
    """The clock's data in the form; a script uses them if the page is open when the gong sounds."""

    ends: int  # Unix time in milliseconds; 0: the clock is stopped
    is_up: bool  # the gong has sounded
    in_play: bool  # the hand in play may (still) be entered after the time
    double: bool  # deals of the double round may be entered
    deal: int  # the number of the next one of these
    deals: int
    chosen: str  # the chosen phase, or the likeliest one
    closed: str  # the reason why nothing more can be entered at this table; "": something can
    hands: int = 0  # the number of hands that the table plays; 0: as many as the time allows
    played: int = 0  # the number of these already played

    @property
    def hands_left(self) -> int:
        """The number of hands that the table still plays, without the double round."""
        return max(0, self.hands - self.played)

    @property
    def is_over(self) -> bool:
        """Return True if no more hands are in time: the gong has sounded, or all hands have been played."""
        return self.is_up or (self.hands > 0 and not self.hands_left)

    @property
    def choices(self) -> tuple[tuple[str, str, bool, bool], ...]:
        """The phases: code, name, True if offered now, True if chosen."""
        over = self.is_over
        offered = {IN_TIME: not over, IN_PLAY: over and self.in_play, DOUBLE: over and self.double}
        words = {
            IN_TIME: _("in time"),
            IN_PLAY: _("the hand in play at the gong"),
            DOUBLE: self.double_words,
        }
        return tuple((phase, words[phase], offered[phase], phase == self.chosen) for phase in PHASES)

    @property
    def double_words(self) -> str:
        """The number of the next deal of the double round, in words."""
        return _("double round, deal %(deal)s of %(of)s") % {"deal": self.deal, "of": self.deals}


def build_phase_fields(table: GameTable, view: TableView, posted: PostedFields) -> PhaseFields | None:
    """Return the phase fields of a table's form; None for a table without a clock."""
    clock = decode_clock(table.clock)
    if clock is None:
        return None
    evening, phases, waiting = view.now, view.book.phases, len(view.book.waits.after)
    after = summarize_play(phases, clock, evening, waiting)
    # A round that has begun is played to its end.
    up = clock.is_over(time_source.now()) or evening.last_round.phase == RUNNING
    after_gong = clock._replace(stands="", ends=None, left=0, timed=True)  # its time run down
    in_play, double = (not check_clock(after_gong, phase, after, time_source.now()) for phase in (IN_PLAY, DOUBLE))
    over = up or after.all_hands
    likeliest = IN_TIME if not over else IN_PLAY if in_play else DOUBLE
    choice = str(posted.get("phase") or "")
    may_be = {IN_TIME: not over, IN_PLAY: over and in_play, DOUBLE: over and double}
    return PhaseFields(
        ends=round(clock.ends.timestamp() * 1000) if clock.ends is not None and not (clock.stands or up) else 0,
        is_up=up,
        in_play=in_play,
        double=double,
        deal=_get_deal_number(evening),
        deals=evening.players,
        chosen=choice if may_be.get(choice) else likeliest,
        closed=_format_closing(clock, after, over=over, goes_on=in_play or double),
        hands=clock.get_most_hands(evening.players),
        played=count_counted_hands(phases) + waiting,
    )


def _get_deal_number(evening: Evening) -> int:
    left = evening.last_round_left
    return evening.players - left + 1 if left else 1


def _format_closing(clock: PlayTime, after: OvertimePlay, *, over: bool, goes_on: bool) -> str:
    """Return the reason why nothing more can be entered, in words; "": something can."""
    if clock.stands == CLOCK_DONE:
        return format_clock_refusal(TABLE_DONE)
    if clock.stands == BEFORE_START or not over or goes_on:
        return ""
    if clock.double:
        return format_clock_refusal(ALL_PLAYED)
    if after.all_hands:
        return _("All hands of this table have been played. No more can be entered.")
    return _("In this tournament no double-stake round follows. This table has finished.")
