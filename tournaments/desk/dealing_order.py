"""Deals at a table that somebody dealt out of turn since a hand came late: told to the director, mended by one tap."""

from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from scoring.corrections.changes import set_forehand
from scoring.corrections.services import change
from scoring.held_hands.overtime import waiting
from scoring.ledger.book import Book, read_book
from scoring.ledger.dealing_order import WrongTurn, wrong_turns
from scoring.ledger.entries import Outcome
from scoring.ledger.seats import Seat
from scoring.models import GameTable
from scoring.table_clock.clock import read as read_clock
from scoring.written_sheet.rows import name_of
from scoring.written_sheet.selectors import read_several
from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tournaments.acts import Asked, Kind, Refused, act
from tournaments.desk.late_hands import must_not_change_a_result
from tournaments.models import Act, Round, RoundTable, Tournament

MEND = "mend_turn"


class OutOfTurn(NamedTuple):
    """A deal that was not dealt by whoever's turn it was, by names."""

    line: int
    number: int  # as on the written sheet
    dealer: str
    expected: str
    twice: bool


def out_of_turn(book: Book, seats: tuple[Seat, ...]) -> list[OutOfTurn]:
    """Return the deals out of turn of a table at which a hand ever came late; elsewhere players said so themselves."""
    if not (book.table.held and book.table.clock):
        return []
    return [_named(wrong, seats) for wrong in wrong_turns(book)]


class AtTable(NamedTuple):
    """The deals out of turn at a table of a round."""

    table: RoundTable
    turns: list[OutOfTurn]


def turns_in(round_: Round) -> list[AtTable]:
    """Return those of all tables of a round at which nothing is left to decide; a fixed number of queries."""
    tables = RoundTable.objects.filter(round=round_, game_table__held__gt=0).order_by("number")
    found = list(tables.select_related("game_table__sheet_version", "round"))
    undecided = {hand.table_id for hand in waiting(one.game_table_id for one in found)}
    decided = [one for one in found if one.game_table_id not in undecided]
    opened = read_several([one.game_table for one in decided])
    told = [AtTable(one, out_of_turn(book, seats)) for one, (book, seats, _said) in zip(decided, opened, strict=True)]
    return [one for one in told if one.turns]


def _named(wrong: WrongTurn, seats: tuple[Seat, ...]) -> OutOfTurn:
    dealer, expected = (name_of(seats, place, wrong.line) for place in (wrong.dealer, wrong.expected))
    return OutOfTurn(wrong.line, wrong.number, dealer, expected, wrong.twice)


def mend_turn(table: RoundTable, key: str, line: int, seen: int, who: Who = NOBODY_KNOWN) -> Act:
    """Move the deal of a line, and all after it, to whoever's turn it was; the double round with them.

    `seen`: sequence number of the last entry that the director was shown. Refused("book_changed", "turn_settled",
    "not_mended", "result_there").
    """

    def do(_row: Tournament) -> dict[str, Any]:
        must_not_change_a_result(table)
        game = GameTable.objects.select_related("sheet_version").get(pk=table.game_table_id)
        wrong = next((one for one in wrong_turns(read_book(game)) if one.line == line), None)
        if wrong is None or game.last_sequence != seen:
            raise Refused("book_changed")
        clock = read_clock(game.clock)
        if clock is not None and any(settled >= line for settled in clock.settled):
            raise Refused("turn_settled")
        ask, reason = set_forehand(wrong.forehand, line, through=True), _("dealer out of turn because a hand came late")
        directs = who._replace(directs=True)
        written = change(game, f"{key}:turn", seen, ask, reason, sent={"turn": line}, who=directs)
        if written.outcome is not Outcome.SAVED or written.entry is None:
            raise Refused("not_mended", problems=written.problems)
        return {"line": line, "entry": written.entry.sequence}

    asked = Asked(key, Kind.TURN, [line, seen], who, round=table.round, table=table)
    return act(table.round.tournament_id, asked, do)
