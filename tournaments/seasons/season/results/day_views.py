"""The page for the results of several days in one list: each day with what becomes of it."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from scoring.book.access.permissions import find_actor
from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.lists.people import Reading, spread_days
from tarockclub.kit.lists.table import Table
from tournaments.core.acts import add_seen, parse_content
from tournaments.core.view_helpers import create_key, is_director, parse_ids
from tournaments.people.list_import.flow import build_views
from tournaments.people.list_import.page import Preview
from tournaments.people.name_lists.candidates import (
    EntrantIndex,
    ListPerson,
    Newcomer,
    PersonCandidate,
    get_facts,
    match_candidates,
)
from tournaments.people.name_lists.choices import parse_choices
from tournaments.seasons.season import messages
from tournaments.seasons.season.results.days import (
    DayKey,
    DayResults,
    DayRow,
    ListDay,
    WriteDays,
    find_days,
    find_key,
)
from tournaments.seasons.season.results.services import TypedResult, WriteResults, complete_results, has_results
from tournaments.seasons.season.results.views import ROWS, ResultsForm, SeasonList, list_warnings
from tournaments.seasons.season.view_helpers import render_season_page

WORDS: dict[str, Promise] = {
    "new": gettext_lazy("new day of the season"),
    "first": gettext_lazy("is there, has no results yet"),
    "next": gettext_lazy("has results: these replace them, the earlier ones are kept"),
    "same": gettext_lazy("has just these results: stays as it is"),
    "nobody": gettext_lazy("nothing to save"),
}
CHANGES = ("new", "first", "next")


class DayPlan(NamedTuple):
    """A day of a list, what becomes of it (WORDS), and its results."""

    key: DayKey
    day: ListDay
    what: str
    rows: list[DayRow]


class DayList(SeasonList):
    """The results of several days of a season."""

    rows = (
        ROWS
        | WriteResults.refusals
        | messages.REFUSALS
        | {
            "no_day": gettext_lazy("This row says neither a date nor a cup."),
            "unclear_day": gettext_lazy("Several days of the season, or of the list, may be meant here."),
            "no_day_yet": gettext_lazy("The season has no such day: a director can add it while the season goes on."),
        }
    )

    @property
    def address(self) -> str:
        return reverse("season_days", args=[self.season.slug])

    def prepare(self, table: Table) -> Table:
        return table._replace(sheets=tuple(map(spread_days, table.sheets)))

    def find_days(self, reading: Reading) -> dict[DayKey, ListDay]:
        """Find the days of a list in the season."""
        return find_days(self.season, reading.rows, directs=is_director(self.request, self.season))

    def complete(self, reading: Reading, results: Sequence[TypedResult], names: Mapping[str, str]) -> list[TypedResult]:
        days = self.find_days(reading)
        completed = complete_results([result._replace(day="") for result in results], names, "")
        return [
            result._replace(unreadable=result.unreadable or days[find_key(row)].problem)
            for row, result in zip(reading.rows, completed, strict=True)
        ]

    def match(self, index: EntrantIndex, reading: Reading, people: Sequence[ListPerson]) -> list[PersonCandidate]:
        """Match the rows; those of one name with the same facts have one candidate, but twice on a day they are two."""
        times, keys, listed = Counter[object](), list[object](), dict[object, ListPerson]()
        for row, person in zip(reading.rows, people, strict=True):
            who = fold_name(person.name).turned, get_facts(person)
            times[who, find_key(row)] += 1
            keys.append(row.row if person.unreadable else (who, times[who, find_key(row)]))
            listed.setdefault(keys[-1], person)
        candidates = dict(zip(listed, match_candidates(index, listed.values()), strict=True))
        return [candidates[key] for key in keys]

    def plan(self, preview: Preview, answers: Mapping[str, Any]) -> tuple[list[Newcomer], list[DayPlan]]:
        """Plan what is written: the people, and of each day the places of its people among these."""
        people: list[Newcomer] = []
        place_of: dict[int, int] = {}
        rows_of: dict[DayKey, list[DayRow]] = defaultdict(list)
        results = self.list_results(preview.reading)
        for row, result, candidate in zip(preview.reading.rows, results, preview.candidates, strict=True):
            first = candidate.listed.row
            if first not in place_of and (newcomers := parse_choices([candidate], answers, numbers=False)):
                place_of[first] = len(people)
                people += newcomers
            if first in place_of:
                values = result.rank, result.points, result.written, None, result.days
                rows_of[find_key(row)].append((place_of[first], *values))
        days = self.find_days(preview.reading).items()
        return people, [_plan_day(key, day, rows_of[key], people) for key, day in days if key]

    def write(self, preview: Preview, content: dict[str, Any]) -> str:
        people, plans = self.plan(preview, self.request.POST)
        days = [
            DayResults(plan.day.event.number if plan.day.event else None, plan.day.name, plan.day.day, plan.rows)
            for plan in plans
            if plan.what in CHANGES
        ]
        action = WriteDays(people=people, days=days, sent_fields=self.list_sent_fields())
        act = action.perform(self.season, content["key"], find_actor(self.request), content["reason"])
        return f"{self.address}?saved={parse_content(act)['results']}"

    def render_list(self, context: dict[str, Any], status: int) -> HttpResponse:
        saved = next(iter(parse_ids([self.request.GET.get("saved", "")])), None)
        return render_season_page(self.request, "days", self.season, {"saved": saved, **context}, status)

    def render_preview(self, preview: Preview, context: dict[str, Any], status: int) -> HttpResponse:
        results, (_people, plans) = self.list_results(preview.reading), self.plan(preview, context["answers"])
        results_of: dict[DayKey, list[TypedResult]] = defaultdict(list)
        for row, result in zip(preview.reading.rows, results, strict=True):
            results_of[find_key(row)].append(result)
        written = [plan.rows for plan in plans if plan.what in CHANGES]
        more = {
            "days": [
                (plan, self.rows.get(plan.day.problem, WORDS[plan.what]), list_warnings(results_of[plan.key]))
                for plan in plans
            ],
            "counts": context["counts"] | {"coming": len({place for rows in written for place, *_values in rows})},
            "results": sum(map(len, written)),
            "written": len(written),
            "needs_reason": any(plan.what == "next" for plan in plans),
            "has_points": any(result.points is not None for result in results),
            "has_results": any(result.number for result in results),
            "reason": ResultsForm(self.request.POST).parse()["reason"],
            "key": add_seen(create_key(), self.season),
        }
        return render_season_page(self.request, "days_preview", self.season, {**context, **more}, status)


def _plan_day(key: DayKey, day: ListDay, rows: list[DayRow], people: Sequence[Newcomer]) -> DayPlan:
    if not rows or day.event is None:
        return DayPlan(key, day, "new" if rows else "nobody", rows)
    if has_results(day.event, {(people[place].person, *values) for place, *values in rows}) and day.event.edition:
        return DayPlan(key, day, "same", rows)
    return DayPlan(key, day, "next" if day.event.edition else "first", rows)


handle_list, handle_file, handle_confirmation = build_views(DayList)
