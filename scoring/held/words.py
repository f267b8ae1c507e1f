"""What a held hand is, in the words of the table: game, declarer, how it went."""

from scoring.book import Played
from scoring.dealt import Dealt
from scoring.engine.course import Hand
from scoring.engine.evening import Evening
from scoring.engine.explain import remark
from scoring.engine.record import SEATS
from scoring.entry_fields import Form, record_from
from scoring.entry_page import in_language
from scoring.held.kept import dealt_of, fields_of
from scoring.models import HeldHand
from scoring.seats import seat_at
from scoring.selectors import TableView
from scoring.services import judge

Game = tuple[str, int]  # contract, sitting of the declarer


def words_of(hand: HeldHand, view: TableView) -> str:
    """Game and declarer as somebody had entered them."""
    game = game_of(hand, view)
    if game is None:
        return "?"
    names = {seat.id: seat.name_at(view.book.number) for seat in view.seats}
    return _said(game, names.get(game[1], ""), view)


def _said(game: Game, name: str, view: TableView) -> str:
    contract = view.book.sheet.contracts.get(game[0])
    words = in_language(contract, view.language)[0] if contract is not None else "?"
    return f"{words} · {name}" if name else words


def game_of(hand: HeldHand, view: TableView) -> Game | None:
    """What was played, as far as the form said so."""
    dealt = dealt_of(hand)
    plays = record_from(fields_of(hand), view.book.sheet, dealt.seat_of_forehand)["plays"]
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
    return _said(game, names.get(game[1], ""), view)


def remark_on(hand: HeldHand, view: TableView) -> str:
    """What was played, in the words of the sheet, as the phone had seen the deal; nothing where it cannot be."""
    then = _then(dealt_of(hand), view.now)
    result = judge(then, view.book.sheet, Form(fields_of(hand)))
    return remark(result.score, view.language) if result.score is not None else ""


def _then(dealt: Dealt, now: Evening) -> Evening:
    return now._replace(forehand=dealt.forehand, running=()) if dealt.forehand in now.order else now
