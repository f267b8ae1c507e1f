"""Held hands in words: the players, the game and its result as they were entered."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.book.hand_form.fields import build_record
from scoring.book.ledger.book import Book, LedgerLine
from scoring.book.ledger.deal_seats import DealSeats, decode_seats
from scoring.book.ledger.held_hands import decode_fields, is_readable
from scoring.book.ledger.seats import Seat, find_seat
from scoring.book.table_clock.clock import DOUBLE, IN_PLAY, IN_TIME
from scoring.engine.evening.course import Hand
from scoring.engine.evening.state import Evening
from scoring.engine.hand.explain import format_hand_remark
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import SEATS
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import Result
from scoring.engine.hand.story import tell_hand
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import HeldHand
from scoring.table.entry.preview import score_form
from scoring.table.written_sheet.rows import format_story, list_seat_names
from scoring.table.written_sheet.selectors import TableView

Game = tuple[str, int]  # contract, sitting of the declarer
_LATER_PHASES = {IN_TIME: (IN_PLAY, DOUBLE), IN_PLAY: (DOUBLE,)}  # the phases after each phase


class WordingContext(NamedTuple):
    """The data of a table that the wording of its held hands needs."""

    book: Book
    seats: Sequence[Seat]
    language: str


def build_wording_context(view: TableView) -> WordingContext:
    """Return the wording context of a table whose page is displayed."""
    return WordingContext(view.book, view.seats, view.language)


def format_unreadable_hand(hand: HeldHand) -> str:
    """Return what can be said of a hand that cannot be read: its day and its time."""
    return _("A hand of %(day)s that cannot be read") % {"day": f"{timezone.localtime(hand.entered):%d.%m.%Y, %H:%M}"}


def format_held_hand(hand: HeldHand, view: TableView) -> str:
    """Return players, game and result as they were entered; "?" if no game was chosen."""
    if not is_readable(hand):
        return format_unreadable_hand(hand)
    context = build_wording_context(view)
    return format_scored_hand(hand, context, score_held_hand(hand, context).score)


def format_scored_hand(hand: HeldHand, context: WordingContext, score: Score | None) -> str:
    """Return the same with the score; `score` None: the hand is not possible."""
    dealt = decode_seats(hand)
    names = {seat.id: seat.get_name(context.book.number) for seat in context.seats}
    at_table = tuple(names.get(sitting, "?") for sitting in dealt.sittings or (0,) * len(SEATS))
    fields = decode_fields(hand)
    return (
        format_entered_hand(fields, dealt.seat_of_forehand, at_table, context.book.sheet, context.language, score)
        or "?"
    )


def format_entered_hand(
    fields: Mapping[str, str],
    forehand: int,
    names: tuple[str, ...],
    sheet: Sheet,
    language: str,
    score: Score | None = None,
) -> str:
    """Return players, game and result of a hand in a form, even an incomplete one; empty if no game was chosen."""
    record, _problems = parse(build_record(fields, sheet, forehand))
    return tell_hand(record, sheet, names, language, score) if record is not None and record.plays else ""


def score_held_hand(hand: HeldHand, context: WordingContext) -> Result:
    """Score a held hand in the deal that its phone displayed, before everything that was played after its phase."""
    fields, book = decode_fields(hand), context.book
    phase = fields.get("phase", "")
    later = _LATER_PHASES.get(phase, ())
    then = next((line.before for line in book.played if line.entry.phase in later), book.now)
    evening = _set_forehand(decode_seats(hand), then if phase else then._replace(running=()))
    return score_form(evening, book.sheet, fields)


def _set_forehand(dealt: DealSeats, evening: Evening) -> Evening:
    return evening._replace(forehand=dealt.forehand) if dealt.forehand in evening.order else evening


def format_remark(score: Score | None, language: str) -> str:
    """Return the remark of a score in the words of the sheet; empty for None."""
    return format_hand_remark(score, language) if score is not None else ""


def parse_game(hand: HeldHand, book: Book) -> Game | None:
    """Return the game that was played, as far as the form contains it."""
    dealt = decode_seats(hand)
    plays = build_record(decode_fields(hand), book.sheet, dealt.seat_of_forehand)["plays"]
    if not plays:
        return None
    declarer = plays[0].get("declarer")
    is_known = dealt.sittings is not None and declarer in SEATS
    return plays[0]["contract"], dealt.sittings[declarer] if is_known and dealt.sittings else 0


def get_deal_game(line: LedgerLine, seats: Sequence[Seat]) -> Game | None:
    """Return the game of a deal of the sheet; None for a void one."""
    if not isinstance(line.content, Hand):
        return None
    play = line.content.record.plays[0]
    seat = find_seat(seats, line.before.active[play.declarer], line.number) if play.declarer is not None else None
    return play.contract, seat.id if seat is not None else 0


def format_deal(line: LedgerLine, view: TableView) -> str:
    """Return players, game and result of a deal of the sheet; empty for a void one."""
    return format_story(line, list_seat_names(line, view.seats), view.language)
