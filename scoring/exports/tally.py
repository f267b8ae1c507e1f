"""What everybody did in an evening, counted from its hands: whose games they were, how they ended, best and worst."""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.engine.evening.course import paid_by
from scoring.engine.hand.explain import name_of
from scoring.engine.hand.story import game_won, own_games
from scoring.exports.data import EveningData


class DeclaredGame(NamedTuple):
    """A game that somebody declared."""

    contract: str
    is_own: bool  # he plays it by choice
    column: int | None
    won: bool | None  # None: nobody wins it (Trischaken), or it was ended by a Renonce
    earned: int  # sixths of the written score, for the one who declared it


class GameOutcomes(NamedTuple):
    """How the games ended, of a player or of a kind."""

    declared: int
    won: int
    lost: int
    earned: int


class HandPayout(NamedTuple):
    """What a hand paid to somebody: its number as on paper, and sixths of the written score."""

    number: int
    sixths: int


def list_games(told: EveningData) -> list[DeclaredGame]:
    """Every game of the hands that count; two negative games in one hand are two."""
    found = []
    for one, hand, score in told.hands():
        own = own_games(hand.record, told.book.sheet)
        for play in hand.record.plays:
            column = told.column(hand.active[play.declarer], one.number)
            earned = score.written[play.declarer]
            found.append(DeclaredGame(play.contract, play in own, column, game_won(play, score), earned))
    return found


def count_outcomes(some: Iterable[DeclaredGame]) -> GameOutcomes:
    """How some games ended, added up."""
    all_of_them = list(some)
    outcomes = [one.won for one in all_of_them]
    return GameOutcomes(
        len(outcomes), outcomes.count(True), outcomes.count(False), sum(one.earned for one in all_of_them)
    )


def count_by_contract(told: EveningData) -> list[tuple[str, GameOutcomes]]:
    """The games by name, in the order of the house rules."""
    found = list_games(told)
    played = [contract for contract in told.book.sheet.contracts if any(one.contract == contract for one in found)]
    return [
        (
            name_of(contract, told.book.sheet, told.language),
            count_outcomes(one for one in found if one.contract == contract),
        )
        for contract in played
    ]


def list_payouts(told: EveningData, column: int) -> list[HandPayout]:
    """What every hand that counts paid to a player, in the order of play."""
    numbers = {row.line: row.number for row in told.rows}
    paid = ((numbers[one.number], told.by_column(one, score.written)) for one, _hand, score in told.hands())
    return [HandPayout(number, by[column]) for number, by in paid if column in by]


def compute_other_points(told: EveningData, column: int) -> int:
    """What a player got or lost by all that is no hand; sixths."""
    paid = (
        (told.column(place, one.number), written)
        for one in told.book.played
        if one.score is None
        for place, (_money, written) in paid_by(one.content, None, one.before.active).items()
    )
    return sum(written for at, written in paid if at == column)
