"""Counts of an evening's hands: declared games by player, their outcomes, best and worst payouts."""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.engine.evening.course import compute_amounts
from scoring.engine.hand.explain import get_name
from scoring.engine.hand.story import is_game_won, list_own_games
from scoring.reports.exports.data import EveningData


class DeclaredGame(NamedTuple):
    """A game that somebody declared."""

    contract: str
    is_own: bool  # played by choice
    column: int | None
    won: bool | None  # None: it has no winner (Trischaken), or a Renonce ended it
    earned: int  # sixths of the written score, for the one who declared it


class GameOutcomes(NamedTuple):
    """The outcomes of games, of a player or of a kind."""

    declared: int
    won: int
    lost: int
    earned: int


HandPayout = tuple[int, int]  # sixths of the written score that a player got, and the hand's number as on paper


def list_games(data: EveningData) -> list[DeclaredGame]:
    """Return every game of the hands that count; two negative games in one hand are two."""
    found = []
    for line, hand, score in data.list_hands():
        own = list_own_games(hand.record, data.book.sheet)
        for play in hand.record.plays:
            column = data.find_column(hand.active[play.declarer], line.number)
            earned = score.written[play.declarer]
            found.append(DeclaredGame(play.contract, play in own, column, is_game_won(play, score), earned))
    return found


def count_outcomes(some: Iterable[DeclaredGame]) -> GameOutcomes:
    """Return the outcomes of games, added up."""
    all_of_them = list(some)
    outcomes = [game.won for game in all_of_them]
    return GameOutcomes(
        len(outcomes), outcomes.count(True), outcomes.count(False), sum(game.earned for game in all_of_them)
    )


def count_by_contract(data: EveningData) -> list[tuple[str, GameOutcomes]]:
    """Return the outcomes of the games by name, in the order of the house rules."""
    found = list_games(data)
    played = [contract for contract in data.book.sheet.contracts if any(game.contract == contract for game in found)]
    return [
        (
            get_name(contract, data.book.sheet, data.language),
            count_outcomes(game for game in found if game.contract == contract),
        )
        for contract in played
    ]


def list_payouts(data: EveningData, column: int) -> list[HandPayout]:
    """Return the payouts of all counting hands to a player, in the order of play."""
    numbers = {row.line: row.number for row in data.rows}
    paid = (
        (numbers[line.number], data.list_by_column(line, score.written)) for line, _hand, score in data.list_hands()
    )
    return [(by[column], number) for number, by in paid if column in by]


def compute_other_points(data: EveningData, column: int) -> int:
    """Return the gains and losses of a player outside the hands; sixths."""
    paid = (
        (data.find_column(place, line.number), written)
        for line in data.book.played
        if line.score is None
        for place, (_money, written) in compute_amounts(line.content, None, line.before.active).items()
    )
    return sum(written for at, written in paid if at == column)
