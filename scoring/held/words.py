"""What a held hand is, in the words of the table: game, declarer, how it went."""

from collections.abc import Sequence
from typing import NamedTuple

from scoring.book import Played
from scoring.dealt import Dealt
from scoring.engine.course import Hand
from scoring.engine.desk import Result
from scoring.engine.evening import Evening, LastRound
from scoring.engine.explain import remark
from scoring.engine.record import SEATS
from scoring.engine.sheet import Sheet
from scoring.entry_fields import Form, record_from
from scoring.entry_page import in_language
from scoring.held.kept import dealt_of, fields_of
from scoring.models import HeldHand
from scoring.playtime import IN_PLAY, IN_TIME
from scoring.seats import Seat, seat_at
from scoring.selectors import TableView
from scoring.services import judge

Game = tuple[str, int]  # contract, sitting of the declarer


class Known(NamedTuple):
    """What must be known of a table to say in words which hands are held there."""

    sheet: Sheet
    seats: Sequence[Seat]
    now: Evening
    number: int  # of the last line of its book
    language: str


def known_of(view: TableView) -> Known:
    """The same of a table whose book is read."""
    return Known(view.book.sheet, view.seats, view.now, view.book.number, view.language)


def words_of(hand: HeldHand, view: TableView) -> str:
    """Game and declarer as somebody had entered them."""
    return words_at(hand, known_of(view))


def words_at(hand: HeldHand, known: Known) -> str:
    """The same without the book."""
    game = _game(hand, known.sheet)
    if game is None:
        return "?"
    names = {seat.id: seat.name_at(known.number) for seat in known.seats}
    return _said(game, names.get(game[1], ""), known.sheet, known.language)


def _said(game: Game, name: str, sheet: Sheet, language: str) -> str:
    contract = sheet.contracts.get(game[0])
    words = in_language(contract, language)[0] if contract is not None else "?"
    return f"{words} · {name}" if name else words


def game_of(hand: HeldHand, view: TableView) -> Game | None:
    """What was played, as far as the form said so."""
    return _game(hand, view.book.sheet)


def _game(hand: HeldHand, sheet: Sheet) -> Game | None:
    dealt = dealt_of(hand)
    plays = record_from(fields_of(hand), sheet, dealt.seat_of_forehand)["plays"]
    if not plays:
        return None
    declarer = plays[0].get("declarer")
    known = dealt.sittings is not None and declarer in SEATS
    return plays[0]["contract"], dealt.sittings[declarer] if known and dealt.sittings else 0


def game_of_deal(one: Played, view: TableView) -> Game | None:
    """The same of a deal of the sheet; None of a void one."""
    if not isinstance(one.content, Hand):
        return None
    play = one.content.record.plays[0]
    seat = seat_at(view.seats, one.before.active[play.declarer], one.number) if play.declarer is not None else None
    return play.contract, seat.id if seat is not None else 0


def words_of_deal(one: Played, view: TableView) -> str:
    """Game and declarer of a deal of the sheet; nothing for a void one."""
    game = game_of_deal(one, view)
    if game is None:
        return ""
    names = {seat.id: seat.name_at(one.number) for seat in view.seats}
    return _said(game, names.get(game[1], ""), view.book.sheet, view.language)


def remark_on(hand: HeldHand, view: TableView) -> str:
    """What was played, in the words of the sheet, as the phone had seen the deal; nothing where it cannot be."""
    return remark_at(hand, known_of(view))


def remark_at(hand: HeldHand, known: Known) -> str:
    """The same without the book."""
    result = judged_then(hand, known)
    return remark(result.score, known.language) if result.score is not None else ""


def judged_then(hand: HeldHand, known: Known) -> Result:
    """Score a held hand in the deal that its phone had seen."""
    fields = fields_of(hand)
    then = _then(dealt_of(hand), known.now)
    if fields.get("phase") in (IN_TIME, IN_PLAY):
        then = then._replace(last_round=LastRound())  # the round with double stake, which may run now, came after it
    return judge(then, known.sheet, Form(fields))


def _then(dealt: Dealt, now: Evening) -> Evening:
    return now._replace(forehand=dealt.forehand, running=()) if dealt.forehand in now.order else now
