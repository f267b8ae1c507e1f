"""What contradicts in a tournament's settings: each problem names both, without words.

>>> find_contradictions(Settings())
()
>>> find_contradictions(Settings(start=100, stake=5000))
(Contradiction(code='stake_over_start', fields=('stake', 'start')),)
"""

from collections.abc import Callable
from typing import NamedTuple

from scoring.ledger.sheet_versions import NO_LIMIT, get_written_limit
from tournaments.clock.hand_limit import SIZES
from tournaments.settings import (
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

COMPARE_ROUNDS = frozenset((PLACES, BEST_ROUND, ROUNDS_WON, BEST_WRITTEN, BEST_SUM))
NEED_CAPITAL = frozenset((NO_REPLACEMENTS, REPLACEMENTS, CAPITAL, BEST_ROUND))
NEED_PLACE_POINTS = frozenset((PLACE_POINTS, SUM, BEST_SUM))


class Contradiction(NamedTuple):
    """Two settings that cannot both be; `fields` are names of Settings."""

    code: str
    fields: tuple[str, str]


_LISTS = ("round_criteria", "overall_criteria")


def _check_stake_over_start(settings: Settings) -> list[tuple[str, str]]:
    """A point may not cost more than everything that one has (§2)."""
    return [("stake", "start")] if settings.stake > settings.start > 0 else []


def _check_lot_not_last(settings: Settings) -> list[tuple[str, str]]:
    """After lots were drawn nothing is equal any more."""
    return [(name, name) for name in _LISTS if LOT in getattr(settings, name)[:-1]]


def _check_twice(settings: Settings) -> list[tuple[str, str]]:
    """A criterion that has told nobody apart will not do so the second time."""
    return [(name, name) for name in _LISTS if len(set(getattr(settings, name))) < len(getattr(settings, name))]


def _check_rounds_within_one(settings: Settings) -> list[tuple[str, str]]:
    """What compares rounds says nothing within one of them, nor where there is only one."""
    within = [("round_criteria", "round_criteria")] if COMPARE_ROUNDS & set(settings.round_criteria) else []
    single = settings.rounds == 1 and ROUNDS_WON in settings.overall_criteria
    return [*within, ("rounds", "overall_criteria")] if single else within


def _check_none(settings: Settings) -> list[tuple[str, str]]:
    """Without a criterion everybody is first."""
    return [(name, name) for name in _LISTS if not getattr(settings, name)]


def _check_no_end(settings: Settings) -> list[tuple[str, str]]:
    """A round is over after its time or after its hands."""
    return [] if settings.round_seconds or settings.hands else [("round_seconds", "hands")]


def _check_hands_shape(settings: Settings) -> list[tuple[str, str]]:
    """Tables of four, five and six each play some hands, or none of them has a limit."""
    fits = not settings.hands or (len(settings.hands) == len(SIZES) and min(settings.hands) > 0)
    return [] if fits else [("hands", "hands")]


def _check_needs_capital(settings: Settings) -> list[tuple[str, str]]:
    """Without play money nobody has more of it."""
    if settings.start:
        return []
    return [("start", name) for name in _LISTS if NEED_CAPITAL & set(getattr(settings, name))]


def _check_chips_without_capital(settings: Settings) -> list[tuple[str, str]]:
    """Without play money no chips lie on the table."""
    return [("start", "count_chips")] if settings.count_chips and not settings.start else []


def _check_needs_place_points(settings: Settings) -> list[tuple[str, str]]:
    """What nobody gets ranks nobody."""
    if settings.place_points:
        return []
    return [("place_points", name) for name in _LISTS if NEED_PLACE_POINTS & set(getattr(settings, name))]


def _check_points_count_nowhere(settings: Settings) -> list[tuple[str, str]]:
    """Place points that no ranking asks for are a mistake."""
    asked = NEED_PLACE_POINTS & {*settings.round_criteria, *settings.overall_criteria}
    return [("place_points", "overall_criteria")] if settings.place_points and not asked else []


def _check_place_points_shape(settings: Settings) -> list[tuple[str, str]]:
    """A number for each place of a table, and none is more than the one before it."""
    points = settings.place_points
    fits = not points or [len(point) for point in points] == list(SIZES)
    falls = all(list(point) == sorted(point, reverse=True) for point in points)
    return [] if fits and falls else [("place_points", "place_points")]


def _check_donation_without_rate(settings: Settings) -> list[tuple[str, str]]:
    """Nobody donates play money."""
    return [("donation", "rate")] if settings.donation and not settings.rate else []


def _check_donation_without_cap(settings: Settings) -> list[tuple[str, str]]:
    """The box gets what kontra costs beyond the written score: nothing, where all of it counts there."""
    if not settings.donation:
        return []
    of_sheet = get_written_limit(settings.sheet, dict(settings.options))
    all_counts = of_sheet is None if settings.kontra is None else settings.kontra == NO_LIMIT
    return [("donation", "kontra")] if all_counts else []


def _check_standing_of_one_round(settings: Settings) -> list[tuple[str, str]]:
    """Before the first round nobody stands anywhere."""
    return [("seating", "rounds")] if settings.seating == STANDING and settings.rounds == 1 else []


_CHECKS: tuple[tuple[str, Callable[[Settings], list[tuple[str, str]]]], ...] = (
    ("stake_over_start", _check_stake_over_start),
    ("lot_not_last", _check_lot_not_last),
    ("criterion_twice", _check_twice),
    ("compares_rounds", _check_rounds_within_one),
    ("no_criterion", _check_none),
    ("no_end", _check_no_end),
    ("hands_shape", _check_hands_shape),
    ("needs_capital", _check_needs_capital),
    ("chips_without_capital", _check_chips_without_capital),
    ("needs_place_points", _check_needs_place_points),
    ("points_count_nowhere", _check_points_count_nowhere),
    ("place_points_shape", _check_place_points_shape),
    ("donation_without_rate", _check_donation_without_rate),
    ("donation_without_cap", _check_donation_without_cap),
    ("standing_of_one_round", _check_standing_of_one_round),
)


def find_contradictions(settings: Settings) -> tuple[Contradiction, ...]:
    """Everything that contradicts, in a fixed order."""
    return tuple(Contradiction(code, fields) for code, check in _CHECKS for fields in check(settings))
