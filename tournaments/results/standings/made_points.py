"""The points that players have made in a tournament, as the points of a season ask for them; exact."""

from fractions import Fraction

from scoring.engine.points import SIXTHS
from tournaments.core.rules import capital, ranking
from tournaments.core.settings import Settings
from tournaments.results.standings.columns import MONEY, POINTS, TOTAL_POINTS, list_columns
from tournaments.results.standings.editions import EditionRow

_CENTS = 100  # of a unit of play money


def compute_made_points(settings: Settings, row: EditionRow) -> Fraction:
    """Return the amount that decides the final result: play money won, written score, place points, or both together.

    >>> compute_made_points(Settings(), EditionRow(1, 7, 3, 0, 6 * 1250, 0, 0))
    Fraction(25, 2)
    >>> compute_made_points(Settings(start=0), EditionRow(1, 7, 3, 0, 0, 0, 0, written=-9))
    Fraction(-3, 2)
    """
    column = list_columns(settings, settings.overall_criteria)[-1]
    if column == MONEY:
        return Fraction(row.gain, capital.PARTS * _CENTS)
    if column in (POINTS, TOTAL_POINTS):
        return Fraction(row.points if column == POINTS else row.together, ranking.PARTS)
    return Fraction(row.written, SIXTHS)
