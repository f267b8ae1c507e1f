"""Which numbers stand in a standing: data from the settings, the one by which it is ranked stands last."""

from collections.abc import Sequence

from tournaments.settings import (
    BEST_ROUND,
    BEST_SUM,
    BEST_WRITTEN,
    CAPITAL,
    PLACE_POINTS,
    REPLACEMENTS,
    SUM,
    UNREPLACED,
    WRITTEN,
    Settings,
)

MONEY, SCORE, POINTS, TOGETHER = "money", "score", "points", "together"
_OF = {
    UNREPLACED: MONEY,
    REPLACEMENTS: MONEY,
    CAPITAL: MONEY,
    BEST_ROUND: MONEY,
    WRITTEN: SCORE,
    BEST_WRITTEN: SCORE,
    PLACE_POINTS: POINTS,
    SUM: TOGETHER,
    BEST_SUM: TOGETHER,
}


def tells_points(settings: Settings) -> bool:
    """Whether results are told in points, and not in play money alone."""
    return not settings.start or bool(settings.place_points)


def criteria_of(settings: Settings, of: int) -> tuple[str, ...]:
    """What ranks a round (its number), or (0) all of them together."""
    return settings.round_criteria if of else settings.overall_criteria


def columns_of(settings: Settings, criteria: Sequence[str]) -> tuple[str, ...]:
    """The columns of a standing that is ranked by some criteria, the one that decides last.

    >>> columns_of(Settings(), Settings().round_criteria)
    ('money',)
    >>> from tournaments.settings import CUP, usual
    >>> columns_of(usual(CUP), (SUM, WRITTEN)), columns_of(usual(CUP), (PLACE_POINTS, WRITTEN))
    (('score', 'points', 'together'), ('score', 'points'))
    """
    if not tells_points(settings):
        return (MONEY,)
    wanted = {_OF[name] for name in criteria if name in _OF} | {SCORE}
    wanted |= {POINTS} if settings.place_points else set()
    wanted = wanted | {MONEY} if settings.start else wanted - {MONEY}
    if not settings.place_points:
        wanted -= {POINTS, TOGETHER}  # the sum is the written score then
    first = next((_OF[name] for name in criteria if _OF.get(name) in wanted), SCORE)
    return (*(one for one in (MONEY, SCORE, POINTS, TOGETHER) if one in wanted and one != first), first)
