"""Contradictions in a tournament's settings: each one names both settings, without words.

>>> find_setting_contradictions(Settings())
()
>>> find_setting_contradictions(Settings(start=100, stake=5000))
(Contradiction(code='stake_over_start', fields=('stake', 'start')),)
"""

from collections.abc import Callable
from typing import NamedTuple

from scoring.book.ledger.sheet_versions import NO_LIMIT, get_written_limit
from tournaments.core.settings import (
    BEST_ROUND,
    BEST_SUM,
    BEST_WRITTEN,
    CAPITAL,
    LOT,
    NO_REPLACEMENTS,
    PLACE_POINTS,
    PLACES,
    REPLACEMENTS,
    ROUNDS_WON,
    STANDING,
    SUM,
    Settings,
)
from tournaments.hall.clock.hand_limit import SIZES

COMPARE_ROUNDS = frozenset((PLACES, BEST_ROUND, ROUNDS_WON, BEST_WRITTEN, BEST_SUM))
NEED_CAPITAL = frozenset((NO_REPLACEMENTS, REPLACEMENTS, CAPITAL, BEST_ROUND))
NEED_PLACE_POINTS = frozenset((PLACE_POINTS, SUM, BEST_SUM))


class Contradiction(NamedTuple):
    """Two settings that contradict each other; `fields` are names of Settings."""

    code: str
    fields: tuple[str, str]


_LISTS = ("round_criteria", "overall_criteria")


def _check_stake_over_start(settings: Settings) -> list[tuple[str, str]]:
    """Require that a point does not cost more than the starting capital (§2)."""
    return [("stake", "start")] if settings.stake > settings.start > 0 else []


def _check_lot_not_last(settings: Settings) -> list[tuple[str, str]]:
    """Require that the lot is the last criterion: drawing lots leaves no ties."""
    return [(name, name) for name in _LISTS if LOT in getattr(settings, name)[:-1]]


def _check_twice(settings: Settings) -> list[tuple[str, str]]:
    """Refuse a criterion that appears twice: it makes no difference the second time."""
    return [(name, name) for name in _LISTS if len(set(getattr(settings, name))) < len(getattr(settings, name))]


def _check_rounds_within_one(settings: Settings) -> list[tuple[str, str]]:
    """Refuse criteria that compare rounds within one of them, or if there is only one."""
    within = [("round_criteria", "round_criteria")] if COMPARE_ROUNDS & set(settings.round_criteria) else []
    single = settings.rounds == 1 and ROUNDS_WON in settings.overall_criteria
    return [*within, ("rounds", "overall_criteria")] if single else within


def _check_none(settings: Settings) -> list[tuple[str, str]]:
    """Require a criterion: without one everybody is first."""
    return [(name, name) for name in _LISTS if not getattr(settings, name)]


def _check_no_end(settings: Settings) -> list[tuple[str, str]]:
    """Require a time or a number of hands, so that a round ends."""
    return [] if settings.round_seconds or settings.hands else [("round_seconds", "hands")]


def _check_hands_shape(settings: Settings) -> list[tuple[str, str]]:
    """Require a number of hands for tables of four, five and six each, or for none of them."""
    fits = not settings.hands or (len(settings.hands) == len(SIZES) and min(settings.hands) > 0)
    return [] if fits else [("hands", "hands")]


def _check_last_unknown(settings: Settings) -> list[tuple[str, str]]:
    """Require a number of rounds where only the last one has a double round (§6)."""
    only = settings.double_round and settings.double_only_last
    return [("double_only_last", "rounds")] if only and not settings.rounds else []


def _check_needs_capital(settings: Settings) -> list[tuple[str, str]]:
    """Refuse criteria of capital without play money."""
    if settings.start:
        return []
    return [("start", name) for name in _LISTS if NEED_CAPITAL & set(getattr(settings, name))]


def _check_chips_without_capital(settings: Settings) -> list[tuple[str, str]]:
    """Refuse to count chips without play money."""
    return [("start", "count_chips")] if settings.count_chips and not settings.start else []


def _check_needs_place_points(settings: Settings) -> list[tuple[str, str]]:
    """Refuse criteria of place points without place points."""
    if settings.place_points:
        return []
    return [("place_points", name) for name in _LISTS if NEED_PLACE_POINTS & set(getattr(settings, name))]


def _check_points_count_nowhere(settings: Settings) -> list[tuple[str, str]]:
    """Refuse place points if no ranking uses them."""
    asked = NEED_PLACE_POINTS & {*settings.round_criteria, *settings.overall_criteria}
    return [("place_points", "overall_criteria")] if settings.place_points and not asked else []


def _check_place_points_shape(settings: Settings) -> list[tuple[str, str]]:
    """Require a number for each place of a table, none larger than the one before it."""
    points = settings.place_points
    fits = not points or [len(point) for point in points] == list(SIZES)
    falls = all(list(point) == sorted(point, reverse=True) for point in points)
    return [] if fits and falls else [("place_points", "place_points")]


def _check_donation_without_rate(settings: Settings) -> list[tuple[str, str]]:
    """Refuse donations without real money."""
    return [("donation", "rate")] if settings.donation and not settings.rate else []


def _check_donation_without_cap(settings: Settings) -> list[tuple[str, str]]:
    """Require that the box gets something: the part of kontra that does not count on the written score."""
    if not settings.donation:
        return []
    of_sheet = get_written_limit(settings.sheet, dict(settings.options))
    all_counts = of_sheet is None if settings.kontra is None else settings.kontra == NO_LIMIT
    return [("donation", "kontra")] if all_counts else []


def _check_standing_of_one_round(settings: Settings) -> list[tuple[str, str]]:
    """Refuse seats by standings if there is only one round."""
    return [("seating", "rounds")] if settings.seating == STANDING and settings.rounds == 1 else []


_CHECKS: tuple[tuple[str, Callable[[Settings], list[tuple[str, str]]]], ...] = (
    ("stake_over_start", _check_stake_over_start),
    ("lot_not_last", _check_lot_not_last),
    ("criterion_twice", _check_twice),
    ("compares_rounds", _check_rounds_within_one),
    ("no_criterion", _check_none),
    ("no_end", _check_no_end),
    ("hands_shape", _check_hands_shape),
    ("last_unknown", _check_last_unknown),
    ("needs_capital", _check_needs_capital),
    ("chips_without_capital", _check_chips_without_capital),
    ("needs_place_points", _check_needs_place_points),
    ("points_count_nowhere", _check_points_count_nowhere),
    ("place_points_shape", _check_place_points_shape),
    ("donation_without_rate", _check_donation_without_rate),
    ("donation_without_cap", _check_donation_without_cap),
    ("standing_of_one_round", _check_standing_of_one_round),
)


def find_setting_contradictions(settings: Settings) -> tuple[Contradiction, ...]:
    """Return all contradictions, in a fixed order."""
    return tuple(Contradiction(code, fields) for code, check in _CHECKS for fields in check(settings))
