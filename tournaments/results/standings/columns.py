"""The columns of standings: data from the settings; the column that ranks is the last one."""

from collections.abc import Sequence

from tournaments.core.settings import (
    BEST_ROUND,
    BEST_SUM,
    BEST_WRITTEN,
    CAPITAL,
    NO_REPLACEMENTS,
    PLACE_POINTS,
    REPLACEMENTS,
    SUM,
    WRITTEN_SCORE,
    Settings,
)

MONEY, SCORE, POINTS, TOTAL_POINTS = "money", "score", "points", "together"
_COLUMN_OF_CRITERION = {
    NO_REPLACEMENTS: MONEY,
    REPLACEMENTS: MONEY,
    CAPITAL: MONEY,
    BEST_ROUND: MONEY,
    WRITTEN_SCORE: SCORE,
    BEST_WRITTEN: SCORE,
    PLACE_POINTS: POINTS,
    SUM: TOTAL_POINTS,
    BEST_SUM: TOTAL_POINTS,
}


def has_points(settings: Settings) -> bool:
    """Return True if results are in points, and not in play money only."""
    return not settings.start or bool(settings.place_points)


def list_criteria(settings: Settings, scope: int) -> tuple[str, ...]:
    """Return the criteria that rank a round (its number), or (0) the whole tournament."""
    return settings.round_criteria if scope else settings.overall_criteria


def list_columns(settings: Settings, criteria: Sequence[str]) -> tuple[str, ...]:
    """Return the columns of standings ranked by these criteria; the one that decides is the last.

    >>> list_columns(Settings(), Settings().round_criteria)
    ('money',)
    >>> from tournaments.core.settings import CUP, build_default_settings
    >>> (
    ...     list_columns(build_default_settings(CUP), (SUM, WRITTEN_SCORE)),
    ...     list_columns(build_default_settings(CUP), (PLACE_POINTS, WRITTEN_SCORE)),
    ... )
    (('score', 'points', 'together'), ('score', 'points'))
    """
    if not has_points(settings):
        return (MONEY,)
    wanted = {_COLUMN_OF_CRITERION[name] for name in criteria if name in _COLUMN_OF_CRITERION} | {SCORE}
    wanted |= {POINTS} if settings.place_points else set()
    wanted = wanted | {MONEY} if settings.start else wanted - {MONEY}
    if not settings.place_points:
        wanted -= {POINTS, TOTAL_POINTS}  # the sum is the written score then
    first = next((_COLUMN_OF_CRITERION[name] for name in criteria if _COLUMN_OF_CRITERION.get(name) in wanted), SCORE)
    return (*(column for column in (MONEY, SCORE, POINTS, TOTAL_POINTS) if column in wanted and column != first), first)
