"""What a held hand is, in the words of the table: who played what and how it went, as somebody had entered it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scoring.engine.evening.course import Hand
from scoring.engine.evening.state import Evening
from scoring.engine.hand.explain import remark
from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import SEATS
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import Result
from scoring.engine.hand.story import hand_story
from scoring.engine.house_rules.sheet import Sheet
from scoring.hand_form.deal_seats import Dealt
from scoring.hand_form.fields import Form, record_from
from scoring.ledger.book import Book, Played
from scoring.ledger.held_hands import dealt_of, fields_of
from scoring.ledger.seats import Seat, seat_at
from scoring.ledger.services import judge
from scoring.models import HeldHand
from scoring.table_clock.clock import DOUBLE, IN_PLAY, IN_TIME
from scoring.written_sheet.rows import score_names, story_of
from scoring.written_sheet.selectors import TableView

Game = tuple[str, int]  # contract, sitting of the declarer
_LATER = {IN_TIME: (IN_PLAY, DOUBLE), IN_PLAY: (DOUBLE,)}  # phases that come after one


class Known(NamedTuple):
    """What must be known of a table to say in words which hands are held there."""

    book: Book
    seats: Sequence[Seat]
    language: str


def known_of(view: TableView) -> Known:
    """The same of a table whose page is shown."""
    return Known(view.book, view.seats, view.language)


def words_of(hand: HeldHand, view: TableView) -> str:
    """Who played what and how it went, as somebody had entered it; "?" where no game was chosen."""
    known = known_of(view)
    return words_at(hand, known, judged_at(hand, known).score)


def words_at(hand: HeldHand, known: Known, score: Score | None) -> str:
    """The same with its score; None where it cannot be."""
    dealt = dealt_of(hand)
    names = {seat.id: seat.name_at(known.book.number) for seat in known.seats}
    at_table = tuple(names.get(sitting, "?") for sitting in dealt.sittings or (0,) * len(SEATS))
    fields = fields_of(hand)
    return entered_words(fields, dealt.seat_of_forehand, at_table, known.book.sheet, known.language, score) or "?"


def entered_words(
    fields: Mapping[str, str],
    forehand: int,
    names: tuple[str, ...],
    sheet: Sheet,
    language: str,
    score: Score | None = None,
) -> str:
    """Who played a hand that stands in a form, also where it has holes; nothing where no game was chosen."""
    record, _problems = parse(record_from(fields, sheet, forehand))
    return hand_story(record, sheet, names, language, score) if record is not None and record.plays else ""


def judged_at(hand: HeldHand, known: Known) -> Result:
    """Score a held hand in the deal that its phone had seen, before everything that was played after its time."""
    fields, book = fields_of(hand), known.book
    phase = fields.get("phase", "")
    later = _LATER.get(phase, ())
    then = next((one.before for one in book.played if one.entry.phase in later), book.now)
    return judge(_then(dealt_of(hand), then if phase else then._replace(running=())), book.sheet, Form(fields))


def _then(dealt: Dealt, evening: Evening) -> Evening:
    return evening._replace(forehand=dealt.forehand) if dealt.forehand in evening.order else evening


def remark_of(score: Score | None, language: str) -> str:
    """What was played, in the words of the sheet; nothing where it cannot be."""
    return remark(score, language) if score is not None else ""


def game_of(hand: HeldHand, book: Book) -> Game | None:
    """What was played, as far as the form said so."""
    dealt = dealt_of(hand)
    plays = record_from(fields_of(hand), book.sheet, dealt.seat_of_forehand)["plays"]
    if not plays:
        return None
    declarer = plays[0].get("declarer")
    known = dealt.sittings is not None and declarer in SEATS
    return plays[0]["contract"], dealt.sittings[declarer] if known and dealt.sittings else 0


def game_of_deal(one: Played, seats: Sequence[Seat]) -> Game | None:
    """The same of a deal of the sheet; None of a void one."""
    if not isinstance(one.content, Hand):
        return None
    play = one.content.record.plays[0]
    seat = seat_at(seats, one.before.active[play.declarer], one.number) if play.declarer is not None else None
    return play.contract, seat.id if seat is not None else 0


def words_of_deal(one: Played, view: TableView) -> str:
    """Who played what in a deal of the sheet; nothing for a void one."""
    return story_of(one, score_names(one, view.seats), view.language)
