"""An event's results from a list: typed in, pasted or read from a file."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from scoring.book.access.permissions import find_actor
from tarockclub.kit.amounts import format_hundredths, format_typed_decimal
from tarockclub.kit.lists import columns as kinds_of
from tarockclub.kit.lists.people import Choices, Purpose, Reading
from tarockclub.kit.lists.table import Table, Unreadable
from tarockclub.platform.accounts.persons import list_person_names
from tarockclub.platform.privacy.namesakes import filter_people
from tournaments.core.view_helpers import create_key, find_own_season, parse_ids
from tournaments.models import SeasonEvent
from tournaments.people.list_import.flow import ListTarget, build_views
from tournaments.people.list_import.reading import Preview, list_rows
from tournaments.people.name_lists.candidates import EntrantIndex, load_club_index
from tournaments.people.name_lists.choices import parse_choices
from tournaments.people.name_lists.people import ListPerson
from tournaments.seasons.season.results import messages
from tournaments.seasons.season.results.forms import CELLS, MOST_TYPED_ROWS, ResultsForm, TypedRowsForm
from tournaments.seasons.season.results.parsing import TypedResult, complete_results, convert_result
from tournaments.seasons.season.results.services import PersonResult, WriteResults, load_current_results
from tournaments.seasons.season.selectors import find_event_by_number, format_event_name
from tournaments.seasons.season.view_helpers import render_season_page

RESULT_KINDS = kinds_of.NAMES | {
    kinds_of.PLAYER_NUMBER,
    kinds_of.PLACE,
    kinds_of.POINTS,
    kinds_of.WRITTEN_SCORE,
    kinds_of.DAYS,
    kinds_of.DAY,
    kinds_of.CUP,
    kinds_of.ROUND,
}
EMPTY_ROWS = 12  # offered besides the existing ones


class ResultList(ListTarget):
    """The results of an event of a season."""

    confirmation = ResultsForm
    rows = messages.ROWS

    def __init__(self, request: HttpRequest, slug: uuid.UUID, number: int) -> None:
        super().__init__(request)
        self.event = find_event_by_number(find_own_season(request, slug), number)
        self.club = self.event.season.club_id

    @property
    def address(self) -> str:
        return reverse("season_results", args=[self.event.season.slug, self.event.number])

    def build_purpose(self, known: frozenset[str]) -> Purpose:
        return Purpose(RESULT_KINDS, known=known)

    def load_index(self) -> EntrantIndex:
        return load_club_index(self.club, {})

    def parse_sent(self, text: str) -> tuple[Table, Choices]:
        if "text" in self.request.POST:
            return super().parse_sent(text)
        table = TypedRowsForm(self.request.POST).parse()["rows"]
        return table, Choices(columns=CELLS)

    def list_results(self, reading: Reading) -> list[TypedResult]:
        """List the results of a list, with the names of their numbers; Unreadable."""
        results = [convert_result(row) for row in list_rows(reading)]
        numbers = {result.number for result in results if result.number}
        people = filter_people(self.club)
        known = people.filter(player_number__in=numbers) if numbers else people.none()
        names = dict(known.values_list("player_number", "name"))
        day = self.event.day.isoformat() if self.event.day is not None else ""
        return _must_name_somebody(complete_results(results, names, day))

    def build_people(self, reading: Reading) -> list[ListPerson]:
        people = super().build_people(reading)
        results = self.list_results(reading)
        return [
            person._replace(name=result.name, unreadable=result.unreadable)
            for person, result in zip(people, results, strict=True)
        ]

    def describe(self, preview: Preview) -> list[str]:
        return [messages.describe_typed_result(result) for result in self.list_results(preview.reading)]

    def write(self, preview: Preview, content: dict[str, Any]) -> str:
        results = [  # points only if they count as typed
            PersonResult(
                newcomer, result.rank, result.points if content["points"] else None, result.written, days=result.days
            )
            for result, candidate in zip(self.list_results(preview.reading), preview.candidates, strict=True)
            for newcomer in parse_choices([candidate], self.request.POST, numbers=False)
        ]
        action = WriteResults(event=self.event.number, results=results, sent_fields=self._list_sent_fields())
        action.perform(self.event.season, content["key"], find_actor(self.request), content["reason"])
        return f"{self.address}?saved={len(results)}"

    def render_list(self, context: dict[str, Any], status: int) -> HttpResponse:
        now = [] if self.event.tournament_id is not None or self.event.evenings else load_current_results(self.event)
        rows = [
            (
                at,
                f"{row.rank}" if row.rank else "",
                row.person.name,
                "" if row.points is None else format_hundredths(row.points, "de"),
                "" if row.written is None else format_typed_decimal(row.written),
                "" if row.days is None else f"{row.days}",
            )
            for at, row in enumerate(now, 1)
        ]
        shown = {
            "results": rows,
            "empty": range(len(rows) + 1, min(len(rows) + EMPTY_ROWS, MOST_TYPED_ROWS) + 1),
            "carried": self.event.kind == SeasonEvent.Kind.CARRIED,
            "known": list_person_names(self.event.season.club),
            "types": len(rows) < MOST_TYPED_ROWS,  # a form with more fields is not taken
            "saved": next(iter(parse_ids([self.request.GET.get("saved", "")])), None),
        }
        return self._render("results", {**shown, **context}, status)

    def render_preview(self, preview: Preview, context: dict[str, Any], status: int) -> HttpResponse:
        posted, results = self.request.POST, self.list_results(preview.reading)
        more = {
            "warnings": messages.list_warnings(results),
            "has_points": any(result.points is not None for result in results),
            "has_results": any(result.number for result in results),
            "carried": self.event.kind == SeasonEvent.Kind.CARRIED,
            "takes_points": "points" in posted or "cells" not in posted,
            "reason": ResultsForm(posted).parse()["reason"],
        }
        return self._render("results_preview", {**context, **more}, status)

    def _render(self, template: str, context: dict[str, Any], status: int) -> HttpResponse:
        known = {"event": self.event, "name": format_event_name(self.event), "key": create_key()}
        return render_season_page(self.request, template, self.event.season, {**known, **context}, status)

    def _list_sent_fields(self) -> list[list[str]]:
        """Return the fields that tell two forms with one key apart: a new person is known the second time."""
        fields = self.request.POST.dict()
        return [[name, str(fields[name])] for name in sorted(fields) if name not in ("csrfmiddlewaretoken", "key")]


def _must_name_somebody(results: list[TypedResult]) -> list[TypedResult]:
    if all(result.unreadable not in ("", "dot", "order") for result in results):  # these wait for an answer
        is_unknown = any(result.unreadable == "unknown_number" for result in results)
        raise Unreadable("unknown_numbers" if is_unknown else "nobody")
    return results


handle_list, handle_file, handle_confirmation = build_views(ResultList)
