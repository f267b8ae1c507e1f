"""The preview of a rule for points while it is typed: points for some numbers of players, or the problems.

The ready rules of `ready.toml`, read once; pure.

>>> find_ready("tirol").settings.best, find_ready("nobody knows it")
(6, None)
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import explain_readings, format_hundredths, parse_hundredths
from tarockclub.kit.words import get_current_language
from tournaments.seasons.season.points.formula.evaluate import check_quickly, find_unclear_number
from tournaments.seasons.season.points.formula.nodes import AMOUNTS, build_sample, list_formula_facts
from tournaments.seasons.season.points.formula.printer import format_formula
from tournaments.seasons.season.points.formula.problems import Problem, build_problem, format_formula_problem
from tournaments.seasons.season.points.place_points import compute_points, explain_places, parse_places
from tournaments.seasons.season.settings import HUNDREDTHS, TABLE, SeasonSettings

SIZES = (8, 24, 60)
PLACES = (*range(1, 11), 12, 15, 20, 24, 30, 40, 50, 60)
SAMPLE_POINTS = (-50, 0, 20, 50, 80, 100, 120, 150, 200, 250, 300, 400)  # points, for a formula that asks for them
OF, SAMPLE_PLACES = 24, (1, 2, 3, 10)  # of so many players


class PointsPreview(NamedTuple):
    """The data shown beside the rule."""

    problems: tuple[str, ...]
    warnings: tuple[str, ...] = ()
    rows: tuple[tuple[int, tuple[str, ...]], ...] = ()  # place, points for each number of players (SIZES)
    sizes: tuple[int, ...] = SIZES
    by_points: bool = False  # the rows are points made, the columns (`sizes`) places of 24 players
    is_sample: bool = False  # other facts of the day are made up (facts.build_sample)


def build_points_preview(settings: SeasonSettings) -> PointsPreview:
    """Return the preview of a rule; its formula may be any typed text."""
    language = get_current_language()
    if settings.way == TABLE:
        return PointsPreview((), _list_table_warnings(settings, language), _build_rows(settings))
    tried = check_quickly(settings.formula)
    if tried.formula is None:
        return PointsPreview(tuple(format_formula_problem(problem, language) for problem in tried.problems))
    warnings = tuple(format_formula_problem(warning, language) for warning in tried.warnings)
    chosen = settings._replace(formula=format_formula(tried.formula))
    facts = list_formula_facts(tried.formula)
    if set(facts) & set(AMOUNTS):
        return PointsPreview(
            (), warnings, _build_made_rows(chosen), SAMPLE_PLACES, by_points=True, is_sample=len(facts) > 1
        )
    if facts:
        return PointsPreview((), warnings, _build_rows(chosen), is_sample=True)
    return PointsPreview((), warnings, _build_rows(chosen))


def preview_form(typed: Mapping[str, str]) -> PointsPreview:
    """Return the preview of the form's current fields."""
    table, typed_rest = typed.get("table", "")[:5000], typed.get("rest", "") or "0"
    places, rest = parse_places(table), parse_hundredths(typed_rest)
    way, decimals = typed.get("way", ""), typed.get("decimals", "")
    if way == TABLE and (not places or rest is None):
        unclear = explain_places(table) or explain_readings(typed_rest)
        return PointsPreview((unclear or _("Points of the places, like 223; 198; 180, each at most 100,000."),))
    unclear_number = find_unclear_number(typed.get("formula", "")[:1000]) if way != TABLE else None
    if unclear_number is not None:
        return PointsPreview((format_formula_problem(unclear_number, get_current_language()),))
    settings = SeasonSettings(
        way=way,
        formula=typed.get("formula", "")[:1000],
        table=places or (),
        rest=rest or 0,
        ties=typed.get("ties", ""),
        decimals=int(decimals) if decimals in ("0", "1", "2") else 0,
    )
    return build_points_preview(settings)


def _list_table_warnings(settings: SeasonSettings, language: str) -> tuple[str, ...]:
    """Return a warning if a worse place gets more: the table is probably mistyped."""
    points = (*settings.table, settings.rest)
    rises = [place for place in range(2, len(points) + 1) if points[place - 1] > points[place - 2]]
    if not rises:
        return ()
    return (format_formula_problem(build_problem("rises", place=rises[0], players=len(points)), language),)


def _build_rows(settings: SeasonSettings) -> tuple[tuple[int, tuple[str, ...]], ...]:
    return tuple((place, tuple(_format_cell(settings, place, players) for players in SIZES)) for place in PLACES)


def _build_made_rows(settings: SeasonSettings) -> tuple[tuple[int, tuple[str, ...]], ...]:
    return tuple(
        (made, tuple(_format_cell(settings, place, OF, made) for place in SAMPLE_PLACES)) for made in SAMPLE_POINTS
    )


def _format_cell(settings: SeasonSettings, place: int, players: int, made: int = 0) -> str:
    if place > players:
        return ""
    points = compute_points(settings, place, 1, players, build_sample(made))
    return "?" if isinstance(points, Problem) else format_hundredths(points)


FILE = Path(__file__).with_name("ready.toml")
_POINTS = ("rest", "bonus")  # of the settings: points, in hundredths
_TABLES = ("table", "final_table")


class ReadyRule(NamedTuple):
    """A rule for points that a season can begin with."""

    id: str
    name: str
    name_en: str
    about: str
    about_en: str
    settings: SeasonSettings
    cup: bool = False  # of a cup of Austria, by its name

    def get_name(self, language: str) -> str:
        """Return the name in a reader's language."""
        return self.name_en if language.startswith("en") else self.name

    def get_about(self, language: str) -> str:
        """Return the description in a reader's language."""
        return self.about_en if language.startswith("en") else self.about


@cache
def list_ready() -> tuple[ReadyRule, ...]:
    """Return all rules, in the order of the file."""
    rows = tomllib.loads(FILE.read_text("utf-8"))["ready"]
    rules: dict[str, ReadyRule] = {}
    for row in rows:
        base = rules[row.pop("like")].settings if "like" in row else SeasonSettings()
        rules[row["id"]] = ReadyRule(**row | {"settings": _build_settings(base, row["settings"])})
    return tuple(rules.values())


def find_ready(rule_id: str) -> ReadyRule | None:
    """Return the rule of this id, if there is one."""
    return next((rule for rule in list_ready() if rule.id == rule_id), None)


def list_same_rules(settings: SeasonSettings) -> list[ReadyRule]:
    """Return the rules by which a season counts, whatever its planned days are: some cups have the same."""
    plain = settings._replace(evenings=None)
    return [rule for rule in list_ready() if rule.settings == plain._replace(days=rule.settings.days)]


def _build_settings(base: SeasonSettings, content: dict[str, Any]) -> SeasonSettings:
    """Return the settings of another rule with some of their own."""
    points = {name: content[name] * HUNDREDTHS for name in _POINTS if name in content}
    lists: dict[str, Any] = {name: tuple(value) for name, value in content.items() if isinstance(value, list)}
    tables = {name: tuple(place * HUNDREDTHS for place in content[name]) for name in _TABLES if name in content}
    return base._replace(**content | lists | points | tables)
