"""Hands that came to a table when its time was up: the director takes each, or turns it down."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, NamedTuple

from scoring.engine.hand.explain import formula
from scoring.engine.hand.scorer import Result
from scoring.engine.texts import error_message
from scoring.held_hands.decisions import DROP, NEXT, Answer, Decided, Decision
from scoring.held_hands.messages import Known, game_of, game_of_deal, judged_at, known_of, remark_of, words_at
from scoring.held_hands.overtime import waiting
from scoring.held_hands.services import decide
from scoring.ledger.book import Book, book_of, deals_of, numbered
from scoring.ledger.held_hands import dealt_of, phase_of
from scoring.ledger.seats import Seat, seated_at, seats_of
from scoring.models import GameTable, HeldHand
from scoring.written_sheet.rows import score_names, story_of
from scoring.written_sheet.selectors import TableView
from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tournaments.acts import Asked, Kind, Refused, act
from tournaments.desk.corrections import CONFIRM, CONSEQUENCES, is_begun, level_of
from tournaments.models import Act, Round, RoundTable, Tournament

TAKE, TURN_DOWN = "take", "turn_down"
_WAYS = {TAKE: NEXT, TURN_DOWN: DROP}
_WHY_NOT = {
    Answer.UNKNOWN: "no_such_hand",
    Answer.DECIDED: "decided",
    Answer.STALE: "book_changed",
    Answer.OTHERS: "other_players",
    Answer.NO_REASON: "no_reason",
    Answer.NOT_NOW: "clock_stands",
}


class SameHand(NamedTuple):
    """The deal of the book that is most like a late hand."""

    number: int  # as on paper
    line: int
    words: str
    is_equal: bool  # everything that was entered is the same; else game and declarer only


class Late(NamedTuple):
    """A hand that waits for the director."""

    key: str
    words: str  # who played what and how it went
    remark: str
    entered: datetime  # by the clock of the phone
    came: datetime
    phase: str
    formula: str
    amounts: tuple[tuple[str, int], ...]  # what it would pay where it was played: name, sixths; empty: it cannot be
    problems: tuple[str, ...]  # why it cannot be
    same: SameHand | None  # None: nothing like it is in the book


class AtTable(NamedTuple):
    """The hands that wait at a table of a round."""

    table: RoundTable
    late: tuple[Late, ...]  # in the order in which they came


def late_at(table: RoundTable, view: TableView) -> list[Late]:
    """The hands that wait at a table, in the order in which they came; one query."""
    return [_told(one, known_of(view)) for one in waiting([table.game_table_id])]


def late_in(round_: Round, language: str) -> list[AtTable]:
    """The hands that wait at all tables of a round, table by table; a fixed number of queries."""
    tables = RoundTable.objects.filter(round=round_)
    held = waiting(tables.values_list("game_table", flat=True))
    by_game = {game: list(hands) for game, hands in groupby(held, key=lambda one: one.table_id)}
    found = tables.filter(game_table__in=list(by_game)).select_related("game_table__sheet_version", "round")
    ordered = list(found.order_by("number"))
    games = [one.game_table for one in ordered]
    seats, books = _seats(games), _books(games)
    return [
        AtTable(one, tuple(_told(hand, Known(books[game], seats[game], language)) for hand in by_game[game]))
        for one in ordered
        for game in (one.game_table_id,)
    ]


def _told(hand: HeldHand, known: Known) -> Late:
    result = judged_at(hand, known)
    words = words_at(hand, known, result.score)
    return Late(
        hand.key,
        words,
        remark_of(result.score, known.language),
        hand.entered,
        hand.at,
        phase_of(hand),
        formula(result.score) if result.score is not None else "",
        _amounts(hand, known, result),
        tuple(dict.fromkeys(error_message(problem, known.language) for problem in result.problems)),
        _same(hand, words, known),
    )


def _amounts(hand: HeldHand, known: Known, result: Result) -> tuple[tuple[str, int], ...]:
    """What a hand would pay to those who played it, as its phone had seen the deal."""
    if result.score is None:
        return ()
    names = {seat.id: seat.name_at(known.book.number) for seat in known.seats}
    sittings = dealt_of(hand).sittings or (0, 0, 0, 0)
    return tuple(zip((names.get(sitting, "?") for sitting in sittings), result.score.payouts, strict=True))


def _same(hand: HeldHand, words: str, known: Known) -> SameHand | None:
    """The last deal of the book in which everything is the same, or else game and declarer."""
    game, found = game_of(hand, known.book), None
    for number, one in reversed(tuple(numbered(known.book))):
        if game is None or game_of_deal(one, known.seats) != game:
            continue
        story = story_of(one, score_names(one, tuple(known.seats)), known.language)
        if story == words:
            return SameHand(number, one.number, story, is_equal=True)
        found = found or SameHand(number, one.number, story, is_equal=False)
    return found


def _books(tables: Sequence[GameTable]) -> dict[int, Book]:
    deals = {table: list(rows) for table, rows in groupby(deals_of(tables), key=lambda deal: deal.table_id)}
    return {table.pk: book_of(table, deals.get(table.pk, ())) for table in tables}


def _seats(tables: Sequence[GameTable]) -> dict[int, tuple[Seat, ...]]:
    by_table = groupby(seated_at(tables), key=lambda row: row.sitting.table_id)
    return {table: seats_of(rows) for table, rows in by_table}


def decide_late(
    table: RoundTable, key: str, hand: str, what: str, seen: int, who: Who = NOBODY_KNOWN, *, reason: str = ""
) -> Act:
    """Take a late hand (its key) as it was entered, or turn it down with a reason.

    `seen`: sequence number of the last entry that the director was shown. Refused("no_such_hand", "decided",
    "book_changed", "other_players", "no_reason", "clock_stands", "not_possible"); taking one is
    Refused("result_there") where a result that counts the table was published and no correction was begun.
    """

    def do(_row: Tournament) -> dict[str, Any]:
        if what not in _WAYS:
            raise Refused("not_possible")
        if what == TAKE:
            must_not_change_a_result(table)
        decision = Decision(_WAYS[what], seen, note=reason)
        decided = decide(table.game_table, hand, decision, who._replace(directs=True))
        if decided.answer is not Answer.DONE:
            raise Refused(_WHY_NOT.get(decided.answer, "not_possible"), problems=decided.problems)
        return {"held": _id_of(decided), "what": what, "entry": decided.entry.sequence if decided.entry else 0}

    asked = Asked(key, Kind.LATE_HAND, [hand, what, seen], who, reason, round=table.round, table=table)
    return act(table.round.tournament_id, asked, do)


def must_not_change_a_result(table: RoundTable) -> None:
    """Nobody who does not know it changes what was published."""
    if level_of(table).name in (CONFIRM, CONSEQUENCES) and not is_begun(table):
        raise Refused("result_there")


def _id_of(decided: Decided) -> int:
    return decided.hand.pk if decided.hand is not None else 0
