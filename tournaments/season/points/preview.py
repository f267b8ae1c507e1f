"""What a rule for points comes to, for who types it: points for some numbers of players, or what is wrong."""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournaments.season.points.formula.check import checked_quickly
from tournaments.season.points.formula.printer import printed
from tournaments.season.points.formula.problems import Problem, problem, told
from tournaments.season.points.place_points import points_at
from tournaments.season.points.text import places_in, points_in, shown
from tournaments.season.settings import TABLE, Settings

SIZES = (8, 24, 60)
PLACES = (*range(1, 11), 12, 15, 20, 24, 30, 40, 50, 60)


class Preview(NamedTuple):
    """What is shown beside the rule."""

    problems: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    rows: tuple[tuple[int, tuple[str, ...]], ...] = ()  # place, points among so many players (SIZES)
    sizes: tuple[int, ...] = SIZES


def preview_of(settings: Settings) -> Preview:
    """What the rule of some settings comes to; its formula may be anything that somebody has typed."""
    language = get_language() or "de"
    if settings.way == TABLE:
        return Preview((), _warnings_of_table(settings, language), _rows(settings))
    tried = checked_quickly(settings.formula)
    if tried.formula is None:
        return Preview(tuple(told(one, language) for one in tried.problems))
    warnings = tuple(told(one, language) for one in tried.warnings)
    return Preview((), warnings, _rows(settings._replace(formula=printed(tried.formula))))


def preview_typed(typed: Mapping[str, str]) -> Preview:
    """The same of what stands in the form, field by field."""
    places, rest = places_in(typed.get("table", "")[:5000]), points_in(typed.get("rest", "") or "0")
    way, decimals = typed.get("way", ""), typed.get("decimals", "")
    if way == TABLE and (not places or rest is None):
        return Preview((_("Points of the places, like 223; 198; 180, each at most 100,000."),))
    settings = Settings(
        way=way,
        formula=typed.get("formula", "")[:1000],
        table=places or (),
        rest=rest or 0,
        ties=typed.get("ties", ""),
        decimals=int(decimals) if decimals in ("0", "1", "2") else 0,
    )
    return preview_of(settings)


def _warnings_of_table(settings: Settings, language: str) -> tuple[str, ...]:
    """A table in which a worse place gets more is probably mistyped."""
    points = (*settings.table, settings.rest)
    rises = [place for place in range(2, len(points) + 1) if points[place - 1] > points[place - 2]]
    if not rises:
        return ()
    return (told(_rises(rises[0], len(points)), language),)


def _rises(place: int, players: int) -> Problem:
    return problem("rises", place=place, players=players)


def _rows(settings: Settings) -> tuple[tuple[int, tuple[str, ...]], ...]:
    return tuple((place, tuple(_cell(settings, place, players) for players in SIZES)) for place in PLACES)


def _cell(settings: Settings, place: int, players: int) -> str:
    if place > players:
        return ""
    points = points_at(settings, place, 1, players)
    return "?" if isinstance(points, Problem) else points_shown(points)


def points_shown(points: int) -> str:
    """Points as the reader's language writes them."""
    return shown(points, "." if (get_language() or "de").startswith("en") else ",")
