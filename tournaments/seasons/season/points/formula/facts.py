"""All that a formula can ask about a player's day, or about one of its rounds, beside the place."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

Amount = int | Fraction


class DayFacts(NamedTuple):
    """The known facts; None: unknown. The names of the fields are the words of formulas."""

    points: Amount | None = None  # those by which the tournament ranks
    written: Amount | None = None  # the written score
    money: Amount | None = None  # play money won or lost
    capital: Amount | None = None  # play money at the end of each round, without replacements
    place_points: Amount | None = None
    hands: Amount | None = None
    won: Amount | None = None  # hands with a gain
    rounds: Amount | None = None
    firsts: Amount | None = None  # first places at tables
    seconds: Amount | None = None
    thirds: Amount | None = None
    table_place: Amount | None = None  # only of a single round
    table_size: Amount | None = None
    teams: Amount | None = None  # how many there are; 0: everybody plays for themselves
    team_place: Amount | None = None  # of the player's team; 0: none
    most_hands: Amount | None = None  # of anybody, over all days; of a day alone: the player's own
    euros: Amount | None = None  # won or lost at evenings, with the share of the Pagatkassa
    days: Amount | None = 1  # of all days together, how many there were


UNKNOWN = DayFacts()
SUMMED = (*DayFacts._fields[: DayFacts._fields.index("table_place")], "euros", "days")
PLACES_AT_TABLES = ("firsts", "seconds", "thirds")
# The facts that differ from player to player as the points made do, for samples of the check and the preview.
AMOUNTS = ("points", "written", "money", "capital", "place_points", "euros")


def build_sample(made: int, at: int = 0) -> DayFacts:
    """Return facts as they could be; `at` chooses one of four kinds of days.

    >>> build_sample(50).written, build_sample(50).hands, build_sample(50, 1).table_place
    (50, 48, 2)
    """
    at %= 4
    hands, won, rounds = ((48, 15, 3), (16, 0, 1), (1, 1, 1), (60, 30, 4))[at]
    places = ((1, 1, 1), (0, 0, 1), (1, 0, 0), (0, 0, 0))[at]
    table = at + 1, 4 + at % 3
    return DayFacts(made, made, made, made, max(0, made), hands, won, rounds, *places, *table, 6, at + 1, 60, made)


def sum_facts(days: Sequence[DayFacts], names: Sequence[str] = SUMMED) -> DayFacts:
    """Add up these facts of days; what is unknown of one of them, or of a single table, is unknown.

    >>> sum_facts([DayFacts(3, hands=16), DayFacts(-1, written=2, hands=20)])[:6]
    (2, None, None, None, None, 36)
    """
    columns = {name: [getattr(day, name) for day in days] for name in names}
    return DayFacts(**{name: None if None in amounts else sum(amounts) for name, amounts in columns.items()})
