"""Deals out of turn since a hand came late: shown to the director, corrected by one tap."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.book.ledger.book import Book, load_book
from scoring.book.ledger.dealing_order import WrongTurn, find_wrong_turns
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.seats import Seat
from scoring.book.table_clock.clock import decode_clock as read_clock
from scoring.models import GameTable
from scoring.table.corrections.changes import set_forehand
from scoring.table.corrections.services import write_change
from scoring.table.held_hands.overtime import list_waiting
from scoring.table.written_sheet.rows import find_seat_name
from scoring.table.written_sheet.selectors import load_table_books
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.hall.desk.late_hands import must_not_change_a_result
from tournaments.models import Act, Round, RoundTable, Tournament

MEND = "mend_turn"


class OutOfTurn(NamedTuple):
    """A deal by a player whose turn it was not, by names."""

    line: int
    number: int  # as on the written sheet
    dealer: str
    expected: str
    twice: bool


def list_out_of_turn(book: Book, seats: tuple[Seat, ...]) -> list[OutOfTurn]:
    """Return the deals out of turn of a table that ever had a late hand; elsewhere the players entered them as such."""
    if not (book.table.held and book.table.clock):
        return []
    return [_name_players(wrong, seats) for wrong in find_wrong_turns(book)]


class TableTurns(NamedTuple):
    """The deals out of turn at a table of a round."""

    table: RoundTable
    turns: list[OutOfTurn]


def list_turns(round_: Round) -> list[TableTurns]:
    """Return those of all tables of a round at which nothing is left to decide; a fixed number of queries."""
    tables = RoundTable.objects.filter(round=round_, game_table__held__gt=0).order_by("number")
    found = list(tables.select_related("game_table__sheet_version", "round"))
    undecided = {hand.table_id for hand in list_waiting(table.game_table_id for table in found)}
    decided = [table for table in found if table.game_table_id not in undecided]
    opened = load_table_books([table.game_table for table in decided])
    told = [
        TableTurns(table, list_out_of_turn(book, seats))
        for table, (book, seats, _said) in zip(decided, opened, strict=True)
    ]
    return [table_turns for table_turns in told if table_turns.turns]


def _name_players(wrong: WrongTurn, seats: tuple[Seat, ...]) -> OutOfTurn:
    dealer, expected = (find_seat_name(seats, place, wrong.line) for place in (wrong.dealer, wrong.expected))
    return OutOfTurn(wrong.line, wrong.number, dealer, expected, wrong.twice)


def mend_turn(table: RoundTable, key: str, line: int, seen: int, who: Actor = ANONYMOUS) -> Act:
    """Move the deal of a line, and all after it, to the player whose turn it was; the double round with them.

    `seen`: sequence number of the last entry shown to the director. ActionRefused("book_changed", "turn_settled",
    "not_mended", "result_there").
    """

    def do(_row: Tournament) -> dict[str, Any]:
        must_not_change_a_result(table)
        game = GameTable.objects.select_related("sheet_version").get(pk=table.game_table_id)
        wrong = next((turn for turn in find_wrong_turns(load_book(game)) if turn.line == line), None)
        if wrong is None or game.last_sequence != seen:
            raise ActionRefused("book_changed")
        clock = read_clock(game.clock)
        if clock is not None and any(settled >= line for settled in clock.settled):
            raise ActionRefused("turn_settled")
        ask, reason = set_forehand(wrong.forehand, line, through=True), _("dealer out of turn because a hand came late")
        directs = who._replace(directs=True)
        written = write_change(game, f"{key}:turn", seen, ask, reason, sent={"turn": line}, who=directs)
        if written.outcome is not Outcome.SAVED or written.entry is None:
            raise ActionRefused("not_mended", problems=written.problems)
        return {"line": line, "entry": written.entry.sequence}

    asked = Command(key, Kind.TURN, [line, seen], who, round=table.round, table=table)
    return TOURNAMENTS.act(table.round.tournament_id, asked, do)
