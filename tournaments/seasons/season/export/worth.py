"""The points of a result as formulas of a workbook: for each shared place its points, from a table or by a formula."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import OpenTable
from tarockclub.kit.xlsx.cells import AMOUNT, COUNT
from tournaments.seasons.season import messages
from tournaments.seasons.season.points.formula.evaluate import Day
from tournaments.seasons.season.points.formula.facts import AMOUNTS
from tournaments.seasons.season.points.formula.parser import parse_formula
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.formula.workbook import LONGEST, format_for_workbook
from tournaments.seasons.season.points.place_points import (
    CountedRound,
    list_asked_facts,
    list_formulas,
    list_shared_days,
)
from tournaments.seasons.season.settings import CONTINUED, HUNDREDTHS, MEAN, TABLE, SeasonSettings


def list_fact_columns(settings: SeasonSettings, find_day: Callable[[Any], Day | None]) -> tuple[Column, ...]:
    """Return the columns of all that the formula asks for beside the place; none for a table of points.

    `find_day`: of a row; None where the points do not follow from a day.
    """
    if not list_formulas(settings):
        return ()
    facts = (_build_fact_column(name, find_day) for name in list_asked_facts(settings))
    return Column(
        "players", _("Players"), lambda row: (day := find_day(row)) and day.players, kind=COUNT, width=9
    ), *facts


def _build_fact_column(name: str, find_day: Callable[[Any], Day | None]) -> Column:
    def find_fact(row: Any) -> Fraction | None:
        value: Fraction | int | None = getattr(day.facts, name) if (day := find_day(row)) is not None else None
        return None if value is None else Fraction(value)  # in points, not in sixths

    kind = AMOUNT if name in AMOUNTS else COUNT
    return Column(f"fact_{name}", messages.FACTS[name], find_fact, kind=kind, width=11)


def build_worth_formula(
    settings: SeasonSettings, played: CountedRound, cells: Mapping[str, str], places: OpenTable | None
) -> str:
    """Return the formula of the unrounded points; `cells`: of the place and of the facts. "" if it is too long."""
    days = list(list_shared_days(settings, played)) if settings.ties == MEAN else [played.day]
    terms = [_build_term(settings, _move_cells(cells, played.day, day), places) for day in days]
    if not all(terms):
        return ""
    found = terms[0] if len(terms) == 1 else f"({'+'.join(terms)})/{len(terms)}"
    return found if len(found) <= LONGEST else ""


def _move_cells(cells: Mapping[str, str], first: Day, day: Day) -> dict[str, str]:
    """Return the cells for another of the shared places."""
    moved = dict(cells)
    for name, more in (
        ("place", day.place - first.place),
        ("table_place", int((day.facts.table_place or 0) - (first.facts.table_place or 0))),
    ):
        if more:
            moved[name] = f"({cells[name]}+{more})"
    return moved


def _build_term(settings: SeasonSettings, cells: Mapping[str, str], places: OpenTable | None) -> str:
    if settings.way == TABLE:
        before = places.before if places is not None else ""
        return f"SUMIFS({before}$B:$B,{before}$A:$A,{cells['place']})" if before else ""
    node = parse_formula(settings.formula)
    formula = "" if isinstance(node, Problem) else format_for_workbook(node, cells)
    if settings.way != CONTINUED or not formula:
        return formula
    points = ",".join(str(convert_to_number(points, HUNDREDTHS)) for points in settings.table)
    return f"IF({cells['place']}<={len(settings.table)},INDEX({{{points}}},{cells['place']}),{formula})"
