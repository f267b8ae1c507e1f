"""What everybody did in an evening, counted from its hands: whose games they were, how they ended, best and worst."""

from collections.abc import Iterable
from typing import NamedTuple

from scoring.engine.evening.course import paid_by
from scoring.engine.hand.explain import name_of
from scoring.engine.hand.story import game_won, own_games
from scoring.exports.data import Told


class Declared(NamedTuple):
    """A game that somebody declared."""

    contract: str
    is_own: bool  # he plays it by choice
    column: int | None
    won: bool | None  # None: nobody wins it (Trischaken), or it was ended by a Renonce
    earned: int  # sixths of the written score, for the one who declared it


class Ended(NamedTuple):
    """How the games ended, of a player or of a kind."""

    declared: int
    won: int
    lost: int
    earned: int


class Paid(NamedTuple):
    """What a hand paid to somebody: its number as on paper, and sixths of the written score."""

    number: int
    sixths: int


def games(told: Told) -> list[Declared]:
    """Every game of the hands that count; two negative games in one hand are two."""
    found = []
    for one, hand, score in told.hands():
        own = own_games(hand.record, told.book.sheet)
        for play in hand.record.plays:
            column = told.column(hand.active[play.declarer], one.number)
            earned = score.written[play.declarer]
            found.append(Declared(play.contract, play in own, column, game_won(play, score), earned))
    return found


def ended(some: Iterable[Declared]) -> Ended:
    """How some games ended, added up."""
    all_of_them = list(some)
    outcomes = [one.won for one in all_of_them]
    return Ended(len(outcomes), outcomes.count(True), outcomes.count(False), sum(one.earned for one in all_of_them))


def by_contract(told: Told) -> list[tuple[str, Ended]]:
    """The games by name, in the order of the house rules."""
    found = games(told)
    played = [contract for contract in told.book.sheet.contracts if any(one.contract == contract for one in found)]
    return [
        (name_of(contract, told.book.sheet, told.language), ended(one for one in found if one.contract == contract))
        for contract in played
    ]


def paid_to(told: Told, column: int) -> list[Paid]:
    """What every hand that counts paid to a player, in the order of play."""
    numbers = {row.line: row.number for row in told.rows}
    paid = ((numbers[one.number], told.by_column(one, score.written)) for one, _hand, score in told.hands())
    return [Paid(number, by[column]) for number, by in paid if column in by]


def moved_to(told: Told, column: int) -> int:
    """What a player got or lost by all that is no hand; sixths."""
    paid = (
        (told.column(place, one.number), written)
        for one in told.book.played
        if one.score is None
        for place, (_money, written) in paid_by(one.content, None, one.before.active).items()
    )
    return sum(written for at, written in paid if at == column)
