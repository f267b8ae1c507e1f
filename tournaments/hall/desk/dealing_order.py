"""Deals out of turn since a hand came late: shown to the director, corrected by one tap."""

from typing import NamedTuple

from scoring.book.ledger.book import Book, WrongTurn, find_wrong_turns
from scoring.book.ledger.seats import Seat
from scoring.table.held_hands.services import list_waiting
from scoring.table.written_sheet.rows import find_seat_name
from scoring.table.written_sheet.selectors import load_table_books
from tournaments.models import Round, RoundTable


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
    rows = list(tables.select_related("game_table__sheet_version", "round"))
    undecided = {hand.table_id for hand in list_waiting(table.game_table_id for table in rows)}
    decided = [table for table in rows if table.game_table_id not in undecided]
    opened = load_table_books([table.game_table for table in decided])
    turns = [
        TableTurns(table, list_out_of_turn(book, seats))
        for table, (book, seats, _said) in zip(decided, opened, strict=True)
    ]
    return [table_turns for table_turns in turns if table_turns.turns]


def _name_players(wrong: WrongTurn, seats: tuple[Seat, ...]) -> OutOfTurn:
    dealer, expected = (find_seat_name(seats, place, wrong.line) for place in (wrong.dealer, wrong.expected))
    return OutOfTurn(wrong.line, wrong.number, dealer, expected, wrong.twice)
