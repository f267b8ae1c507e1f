"""What contradicts in a tournament's settings: each problem names both, pure and without words.

>>> contradictions(Settings())
()
>>> contradictions(Settings(start=100, stake=5000))
(Contradiction(code='stake_over_start', fields=('stake', 'start')),)
"""

from collections.abc import Callable
from typing import NamedTuple

from tournaments.settings import BEST_ROUND, LOT, PLACES, ROUNDS_WON, Settings

COMPARE_ROUNDS = frozenset((PLACES, BEST_ROUND, ROUNDS_WON))


class Contradiction(NamedTuple):
    """Two settings that cannot both be; `fields` are names of Settings."""

    code: str
    fields: tuple[str, str]


_LISTS = ("round_criteria", "overall_criteria")


def _stake_over_start(settings: Settings) -> list[tuple[str, str]]:
    """A point may not cost more than everything that one has (§2)."""
    return [("stake", "start")] if settings.stake > settings.start else []


def _lot_not_last(settings: Settings) -> list[tuple[str, str]]:
    """After lots were drawn nothing is equal any more."""
    return [(name, name) for name in _LISTS if LOT in getattr(settings, name)[:-1]]


def _twice(settings: Settings) -> list[tuple[str, str]]:
    """A criterion that has told nobody apart will not do so the second time."""
    return [(name, name) for name in _LISTS if len(set(getattr(settings, name))) < len(getattr(settings, name))]


def _rounds_within_one(settings: Settings) -> list[tuple[str, str]]:
    """What compares rounds says nothing within one of them, nor where there is only one."""
    within = [("round_criteria", "round_criteria")] if COMPARE_ROUNDS & set(settings.round_criteria) else []
    single = settings.rounds == 1 and ROUNDS_WON in settings.overall_criteria
    return [*within, ("rounds", "overall_criteria")] if single else within


def _none(settings: Settings) -> list[tuple[str, str]]:
    """Without a criterion everybody is first."""
    return [(name, name) for name in _LISTS if not getattr(settings, name)]


_CHECKS: tuple[tuple[str, Callable[[Settings], list[tuple[str, str]]]], ...] = (
    ("stake_over_start", _stake_over_start),
    ("lot_not_last", _lot_not_last),
    ("criterion_twice", _twice),
    ("compares_rounds", _rounds_within_one),
    ("no_criterion", _none),
)


def contradictions(settings: Settings) -> tuple[Contradiction, ...]:
    """Everything that contradicts, in a fixed order."""
    return tuple(Contradiction(code, fields) for code, check in _CHECKS for fields in check(settings))
