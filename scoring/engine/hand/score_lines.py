"""The parts of a score: lines, each with its cause and four amounts that add up to 0."""

from typing import NamedTuple

from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Warned

Amounts = tuple[int, int, int, int]  # by seat, in sixths of a payout point
Factors = tuple[tuple[str, int], ...]
Payment = tuple[Amounts, Amounts]  # in money and in the written score
NOTHING: Amounts = (0, 0, 0, 0)


class Cause(NamedTuple):
    """The cause of a line: codes and numbers only; explain.py makes the sentences."""

    item: str  # contract or premium id; "claim" for a claim
    kind: str  # "contract", "premium", "renonce" or "claim"
    value: int  # sixths
    won: bool | None = None
    factors: Factors = ()
    marks: tuple[str, ...] = ()  # what else there is to say, as codes; behind a `=` an amount in sixths
    form: str = ""  # "silent" or "announced" for a premium
    side: str = ""  # "declarer" or "defence" for a premium
    opponent: int | None = None
    declarer: int | None = None  # in a negative game: whose it is


class ScoreLine(NamedTuple):
    """One line of a hand's score; `written` is the same for the written score."""

    cause: Cause
    amounts: Amounts
    written: Amounts


class Score(NamedTuple):
    """A hand's score under a sheet."""

    sheet: Sheet
    lines: tuple[ScoreLine, ...]
    payouts: Amounts
    written: Amounts
    radl_deals: int | str | None  # how many deals a Radl that starts with this hand lasts; "round": one each
    warnings: tuple[Warned, ...]


def sum_rows(rows: list[Amounts]) -> Amounts:
    """Rows of amounts added up, seat by seat.

    >>> sum_rows([(1, -1, 0, 0), (2, 0, -2, 0)]), sum_rows([])
    ((3, -1, -2, 0), (0, 0, 0, 0))
    """
    if not rows:
        return NOTHING
    first, second, third, fourth = rows[0]
    for row in rows[1:]:
        first, second, third, fourth = first + row[0], second + row[1], third + row[2], fourth + row[3]
    return first, second, third, fourth


def add_lines(lines: list[ScoreLine]) -> Payment:
    """Return what lines pay together."""
    if len(lines) == 1:
        return lines[0].amounts, lines[0].written
    return sum_rows([line.amounts for line in lines]), sum_rows([line.written for line in lines])


def pay_one(getter: int, payer: int, value: int) -> Amounts:
    """One player pays one other.

    >>> pay_one(1, 3, 12)
    (0, 12, 0, -12)
    """
    amounts = [0, 0, 0, 0]
    amounts[getter] += value
    amounts[payer] -= value
    return amounts[0], amounts[1], amounts[2], amounts[3]
