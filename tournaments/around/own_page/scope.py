"""Statistics as the person sees them: others by the names that everybody may see, with nothing behind a link.

The staff sees the same with the names of the register, each of which leads on.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Sum
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.reports.statistics.filters import Scope
from scoring.reports.statistics.games import PREMIUMS
from scoring.reports.statistics.player import AS_WHAT, OWN_GAMES, build_player_report
from scoring.reports.statistics.report import Report, ReportSection, build_points_column
from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column, List
from tarockclub.kit.xlsx.cells import COUNT
from tarockclub.models import Person
from tarockclub.platform.privacy.public_names import get_called_name, get_public_name

MOST_BEST = 10


@dataclass(frozen=True)
class OwnScope(Scope):
    """The tables of a club, as one of its players sees them, or its staff."""

    is_staff: bool = False

    def name_person(self, person: Person) -> str:
        """Return the name that everybody may see."""
        return get_called_name(person) if self.is_staff else get_public_name(person)

    def link_player(self, number: int) -> str:
        """Lead to nobody's page, but for the staff."""
        return super().link_player(number) if self.is_staff else ""

    def link_game(self, contract: str) -> str:
        """Lead to no page of the staff."""
        return super().link_game(contract) if self.is_staff else ""


HEAD_TO_HEAD = List(
    caption=_("Head to head"),
    columns=(
        Column("name", _("Against"), surnames=True, link=lambda row: row["href"]),
        Column("tables", _("Tables"), kind=COUNT),
        Column("ahead", _("ahead"), kind=COUNT),
        Column("behind", _("behind"), kind=COUNT),
        build_points_column("difference", _("Difference"), lambda row: row["difference"]),
    ),
    sort="-tables",
    empty=_("No table was found."),
    prefix="h-",
)
BEST_HANDS = List(
    caption=_("Best hands"),
    columns=(
        build_points_column("points", _("Points"), lambda row: row["points"]),
        Column("game", _("Game")),
        Column("day", _("Day"), link=lambda row: row["href"], sorts=False),
    ),
    sort="-points",
    empty=_("No hand was found."),
    prefix="b-",
)


def build_own_report(scope: OwnScope, person: Person) -> Report:
    """Return what a person's own page shows of the tables: a fixed number of queries."""
    report = build_player_report(scope, person)
    everybody = scope.known_names.list_merged(person.pk)
    sections = (
        ReportSection(HEAD_TO_HEAD, list(_iter_opponents(scope, everybody))),
        ReportSection(BEST_HANDS, list(_iter_best_hands(scope, everybody))),
    )
    return report._replace(sections=(*report.sections, *sections) if len(report.sections) > 1 else report.sections)


def _iter_opponents(scope: OwnScope, everybody: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield everybody who was at the same tables, with both scores compared table by table; three queries."""
    own = scope.plays.filter(person__in=everybody)
    mine = dict(own.order_by().values_list("table").annotate(Sum("written")))
    opponents = scope.plays.filter(table__in=own.values("table")).exclude(person__in=everybody)
    scores: dict[int, list[int]] = {}
    for table, person, written in opponents.order_by().values_list("table", "person").annotate(Sum("written")):
        scores.setdefault(scope.known_names.find_main(person), []).append(mine[table] - written)
    for person in Person.objects.filter(pk__in=list(scores)).order_by("number"):
        differences = scores[person.pk]
        yield {
            "name": scope.name_person(person),
            "href": scope.link_player(person.number),
            "tables": len(differences),
            "ahead": sum(score > 0 for score in differences),
            "behind": sum(score < 0 for score in differences),
            "difference": sum(differences),  # sixths of a point
        }


def _iter_best_hands(scope: OwnScope, everybody: Sequence[int]) -> Iterator[dict[str, Any]]:
    """Yield the best hands, one of each game and role at a table; one query."""
    rows = scope.plays.filter(person__in=everybody, best__gt=0).select_related("table")
    for row in rows.order_by("-best", "table", "best_line")[:MOST_BEST]:
        yield {
            "points": row.best,
            "game": scope.names.name_item(row.contract),
            "day": format_day(row.table.started),
            "href": reverse("deal", args=[row.table.slug, row.best_line]),
        }


def hide_others(report: Report) -> Report:
    """Return what everybody may see of a report: nothing about others, and no address of a table."""
    shown = (section for section in report.sections if any(section.list is list_ for list_ in _FOR_ALL))
    sections = tuple(
        section._replace(rows=[row | {"href": ""} for row in section.rows]) if section.list is BEST_HANDS else section
        for section in shown
    )
    return report._replace(
        numbers=tuple(number._replace(href="") for number in report.numbers), sections=sections, grid=None
    )


_FOR_ALL = (AS_WHAT, OWN_GAMES, PREMIUMS, BEST_HANDS)
