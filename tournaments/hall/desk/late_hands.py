"""Hands that came late: shown to the director, taken or turned down, and the order of dealers put right after them."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import Field

from scoring.book.ledger.book import Book, WrongTurn, build_book, find_wrong_turns, list_deals, load_book, number_lines
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.held_hands import decode_seats, get_phase, is_readable
from scoring.book.ledger.seats import Seat, build_seats, list_seated
from scoring.book.table_clock import decode_clock
from scoring.engine.hand.explain import format_score_formula
from scoring.engine.hand.scorer import Result
from scoring.engine.texts import describe_problem
from scoring.models import GameTable, HeldHand
from scoring.table.corrections.changes import set_forehand
from scoring.table.corrections.services import write_change
from scoring.table.held_hands.page import (
    WordingContext,
    build_wording_context,
    format_remark,
    format_scored_hand,
    format_unreadable_hand,
    get_deal_game,
    parse_game,
    score_held_hand,
)
from scoring.table.held_hands.services import DROP, NEXT, Decision, DecisionOutcome, decide_hand, list_waiting
from scoring.table.written_sheet.rows import find_seat_name, format_story, list_seat_names
from scoring.table.written_sheet.selectors import TableView, load_table_books
from tarockclub.kit.form_fields import IdField
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.actions.base import ID_RANGE, Action, Input, Spec, action
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import BOOK, Here
from tournaments.core.acts import ActionRefused, Kind
from tournaments.hall.desk.actions import CONFIRM, CONSEQUENCES, find_level, is_begun
from tournaments.models import Round, RoundTable


class SameHand(NamedTuple):
    """The deal of the book that is most like a late hand."""

    number: int  # as on paper
    line: int
    words: str
    is_equal: bool  # everything that was entered is the same; else game and declarer only


class LateHand(NamedTuple):
    """A hand that waits for the director."""

    key: str
    words: str  # the game, its players and its result
    remark: str
    entered: datetime  # by the clock of the phone
    came: datetime
    phase: str
    formula: str
    amounts: tuple[tuple[str, int], ...]  # the payout at its original place: name, sixths; empty: not possible
    problems: tuple[str, ...]  # why it cannot be
    same: SameHand | None  # None: nothing like it is in the book


class TableLateHands(NamedTuple):
    """The hands that wait at a table of a round."""

    table: RoundTable
    late: tuple[LateHand, ...]  # in the order in which they came


def load_late_hands(table: RoundTable, view: TableView) -> list[LateHand]:
    """Load the hands that wait at a table, in the order in which they came; one query."""
    return [_build_late_hand(hand, build_wording_context(view)) for hand in list_waiting([table.game_table_id])]


def load_round_late_hands(round_: Round, language: str) -> list[TableLateHands]:
    """Load the hands that wait at all tables of a round, table by table; a fixed number of queries."""
    tables = RoundTable.objects.filter(round=round_)
    held = list_waiting(tables.values_list("game_table", flat=True))
    by_game = {game: list(hands) for game, hands in groupby(held, key=lambda hand: hand.table_id)}
    waiting = tables.filter(game_table__in=list(by_game)).select_related("game_table__sheet_version", "round")
    ordered = list(waiting.order_by("number"))
    games = [table.game_table for table in ordered]
    seats, books = _load_seats(games), _load_books(games)
    return [
        TableLateHands(
            table,
            tuple(_build_late_hand(hand, WordingContext(books[game], seats[game], language)) for hand in by_game[game]),
        )
        for table in ordered
        for game in (table.game_table_id,)
    ]


def _build_late_hand(hand: HeldHand, context: WordingContext) -> LateHand:
    if not is_readable(hand):
        words, problem = format_unreadable_hand(hand), _("It can only be rejected.")
        return LateHand(hand.key, words, "", hand.entered, hand.at, "", "", (), (problem,), None)
    result = score_held_hand(hand, context)
    words = format_scored_hand(hand, context, result.score)
    return LateHand(
        hand.key,
        words,
        format_remark(result.score, context.language),
        hand.entered,
        hand.at,
        get_phase(hand),
        format_score_formula(result.score) if result.score is not None else "",
        _compute_amounts(hand, context, result),
        tuple(dict.fromkeys(describe_problem(problem, context.language) for problem in result.problems)),
        _find_same_hand(hand, words, context),
    )


def _compute_amounts(hand: HeldHand, context: WordingContext, result: Result) -> tuple[tuple[str, int], ...]:
    """Compute the payout of a hand to its players, for the deal as its phone had seen it."""
    if result.score is None:
        return ()
    names = {seat.id: seat.get_name(context.book.number) for seat in context.seats}
    sittings = decode_seats(hand).sittings or (0, 0, 0, 0)
    return tuple(zip((names.get(sitting, "?") for sitting in sittings), result.score.payouts, strict=True))


def _find_same_hand(hand: HeldHand, words: str, context: WordingContext) -> SameHand | None:
    """Return the last deal of the book in which everything is the same, or else game and declarer."""
    game, similar = parse_game(hand, context.book), None
    for number, line in reversed(tuple(number_lines(context.book))):
        if game is None or get_deal_game(line, context.seats) != game:
            continue
        story = format_story(line, list_seat_names(line, tuple(context.seats)), context.language)
        if story == words:
            return SameHand(number, line.number, story, is_equal=True)
        similar = similar or SameHand(number, line.number, story, is_equal=False)
    return similar


def _load_books(tables: Sequence[GameTable]) -> dict[int, Book]:
    deals = {table: list(rows) for table, rows in groupby(list_deals(tables), key=lambda deal: deal.table_id)}
    return {table.pk: build_book(table, deals.get(table.pk, ())) for table in tables}


def _load_seats(tables: Sequence[GameTable]) -> dict[int, tuple[Seat, ...]]:
    by_table = groupby(list_seated(tables), key=lambda row: row.sitting.table_id)
    return {table: build_seats(rows, INSIDE) for table, rows in by_table}


TAKE, TURN_DOWN = "take", "turn_down"
_WAYS = {TAKE: NEXT, TURN_DOWN: DROP}
_WHY_NOT = {
    DecisionOutcome.UNKNOWN: "no_such_hand",
    DecisionOutcome.DECIDED: "decided",
    DecisionOutcome.STALE: "book_changed",
    DecisionOutcome.OTHERS: "other_players",
    DecisionOutcome.NO_REASON: "no_reason",
    DecisionOutcome.NOT_NOW: "clock_stands",
}
BookNumber = Annotated[int, ID_RANGE, Input(lambda: IdField(otherwise=0))]


@action(
    Spec(
        kind=Kind.LATE_HAND,
        targets=(BOOK,),
        right=Right.RULE,
        words=gettext_lazy("a late hand was decided"),
        has_reason=True,
    )
)
class DecideLateHand(Action):
    """Accept a late hand (by its key), or reject it with a reason; `seen`: the last entry of the book that was read."""

    hand: Annotated[str, Field(max_length=64), Input(refusal="no_such_hand")]
    what: Annotated[Literal["take", "turn_down"], Input(refusal="not_possible")]
    seen: BookNumber
    refusals: ClassVar = {
        "no_such_hand": gettext_lazy("There is no such hand at this table."),
        "other_players": gettext_lazy("Not everybody who would play this deal has played the hand: enter it yourself."),
        "clock_stands": gettext_lazy("The clock of this table is stopped: start it again first."),
        "not_possible": gettext_lazy("This hand cannot be accepted as it is: enter it yourself, or reject it."),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Decide it; "result_there" where a published result counts the table and no correction was begun."""
        if self.what == TAKE:
            _must_not_change_a_result(here.table)
        decision = Decision(_WAYS[self.what], self.seen, note=here.reason)
        decided = decide_hand(here.table.game_table, self.hand, decision, here.who._replace(directs=True))
        if decided.answer is not DecisionOutcome.DONE:
            raise ActionRefused(_WHY_NOT.get(decided.answer, "not_possible"), problems=decided.problems)
        held = decided.hand.pk if decided.hand is not None else 0
        return {"held": held, "what": self.what, "entry": decided.entry.sequence if decided.entry else 0}

    @classmethod
    def say(cls, content: Content, _names: ActNames) -> str:
        """Return how it was decided."""
        return _("a late hand was accepted") if content["entry"] else _("a late hand was rejected")


@action(
    Spec(
        kind=Kind.TURN,
        targets=(BOOK,),
        right=Right.RULE,
        words=gettext_lazy("the order of dealers was corrected"),
        button="mend_turn",
    )
)
class MendTurn(Action):
    """Move the deal of a line, and all after it, to the player whose turn it was; the double round with them."""

    line: BookNumber
    seen: BookNumber
    refusals: ClassVar = {
        "turn_settled": gettext_lazy(
            "A ruling has settled this hand or a later one (§5): only another ruling can move it."
        ),
        "not_mended": gettext_lazy(
            "This cannot be moved: somebody who played would then sit out. Look at the score sheet and correct the "
            "hand there."
        ),
    }

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Correct the forehand of the line; "result_there" as for a late hand."""
        _must_not_change_a_result(here.table)
        game, line = here.table.game_table, self.line
        wrong = next((turn for turn in find_wrong_turns(load_book(game)) if turn.line == line), None)
        if wrong is None or game.last_sequence != self.seen:
            raise ActionRefused("book_changed")
        clock = decode_clock(game.clock)
        if clock is not None and any(settled >= line for settled in clock.settled):
            raise ActionRefused("turn_settled")
        change = set_forehand(wrong.forehand, line, through=True)
        reason, directs = _("dealer out of turn because a hand came late"), here.who._replace(directs=True)
        written = write_change(game, f"{here.key}:turn", self.seen, change, reason, sent={"turn": line}, who=directs)
        if written.outcome is not Outcome.SAVED or written.entry is None:
            raise ActionRefused("not_mended", problems=written.problems)
        return {"line": line, "entry": written.entry.sequence}


def _must_not_change_a_result(table: RoundTable) -> None:
    """Refuse to change a published result without a correction: ActionRefused("result_there")."""
    if find_level(table).name in (CONFIRM, CONSEQUENCES) and not is_begun(table):
        raise ActionRefused("result_there")


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
    opened = load_table_books([table.game_table for table in decided], INSIDE)
    turns = [
        TableTurns(table, list_out_of_turn(book, seats))
        for table, (book, seats, _said) in zip(decided, opened, strict=True)
    ]
    return [table_turns for table_turns in turns if table_turns.turns]


def _name_players(wrong: WrongTurn, seats: tuple[Seat, ...]) -> OutOfTurn:
    dealer, expected = (find_seat_name(seats, place, wrong.line) for place in (wrong.dealer, wrong.expected))
    return OutOfTurn(wrong.line, wrong.number, dealer, expected, wrong.twice)
