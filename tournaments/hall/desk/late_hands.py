"""Hands that came to a table after its time was up: the director takes each, or turns it down."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.book.ledger.book import Book, build_book, list_deals, number_lines
from scoring.book.ledger.held_hands import decode_seats, get_phase, is_readable
from scoring.book.ledger.seats import Seat, build_seats, list_seated
from scoring.engine.hand.explain import format_score_formula
from scoring.engine.hand.scorer import Result
from scoring.engine.texts import describe_problem
from scoring.models import GameTable, HeldHand
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
from scoring.table.held_hands.services import list_waiting
from scoring.table.written_sheet.rows import format_story, list_seat_names
from scoring.table.written_sheet.selectors import TableView
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
    return {table: build_seats(rows) for table, rows in by_table}
