"""An event's results from a list: typed in, pasted or read from a file."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from scoring.book.access.permissions import find_actor
from tarockclub.kit.amounts import format_hundredths, format_typed_decimal
from tarockclub.platform.accounts.person_details import PersonDetails
from tarockclub.platform.accounts.persons import list_person_names
from tarockclub.platform.privacy.namesakes import filter_people
from tarockclub.platform.server.apart.pool import run_apart
from tournaments.core.view_helpers import create_key, find_own_season, parse_ids
from tournaments.models import SeasonEvent
from tournaments.people.list_import.flow import ListTarget, build_views
from tournaments.people.name_lists.candidates import PersonCandidate, load_club_index, match_candidates
from tournaments.people.name_lists.choices import parse_choices
from tournaments.people.name_lists.columns import ListPerson
from tournaments.people.name_lists.rows import Unreadable
from tournaments.seasons.season.results import messages
from tournaments.seasons.season.results.forms import MOST_TYPED_ROWS, ResultsForm, TypedRowsForm
from tournaments.seasons.season.results.parsing import (
    TypedResult,
    complete_results,
    decode_results,
    encode_results,
    parse_file_results,
    parse_text_results,
)
from tournaments.seasons.season.results.services import PersonResult, WriteResults, load_current_results
from tournaments.seasons.season.selectors import find_event_by_number, format_event_name
from tournaments.seasons.season.view_helpers import render_season_page

EMPTY_ROWS = 12  # offered besides the existing ones


class ResultList(ListTarget[TypedResult]):
    """The results of an event of a season."""

    confirmation = ResultsForm

    def __init__(self, request: HttpRequest, slug: uuid.UUID, number: int) -> None:
        super().__init__(request)
        self.event = find_event_by_number(find_own_season(request, slug), number)

    @property
    def address(self) -> str:
        return reverse("season_results", args=[self.event.season.slug, self.event.number])

    def parse_text(self, text: str) -> list[TypedResult]:
        if "text" not in self.request.POST:
            return _must_name_somebody(TypedRowsForm(self.request.POST).parse()["rows"])
        return _must_name_somebody(run_apart(parse_text_results, text))

    def parse_file(self, raw: bytes) -> list[TypedResult]:
        return _must_name_somebody(run_apart(parse_file_results, raw))

    def complete(self, rows: Sequence[TypedResult]) -> list[TypedResult]:
        numbers = {result.number for result in rows if result.number}
        there = filter_people(self.event.season.club_id)
        known = there.filter(player_number__in=numbers) if numbers else there.none()
        names = dict(known.values_list("player_number", "name"))
        day = self.event.day.isoformat() if self.event.day is not None else ""
        return _must_name_somebody(complete_results(rows, names, day))

    def parse_confirmed(self, content: dict[str, Any]) -> list[TypedResult] | None:
        return decode_results(content["rows"])

    def match(self, rows: Sequence[TypedResult]) -> list[PersonCandidate]:
        people = [
            ListPerson(
                result.row,
                result.name,
                None,
                result.unreadable,
                details=PersonDetails(player_number=result.number),
            )
            for result in rows
        ]
        return match_candidates(load_club_index(self.event.season.club_id, {}), people)

    def write(self, rows: Sequence[TypedResult], content: dict[str, Any]) -> str:
        results = [  # points only if they count as typed
            PersonResult(newcomer, result.rank, result.points if content["points"] else None, result.written)
            for result, candidate in zip(rows, self.match(rows), strict=True)
            for newcomer in parse_choices([candidate], self.request.POST, numbers=False)
        ]
        action = WriteResults(event=self.event.number, results=results, sent_fields=self._list_sent_fields())
        action.perform(self.event.season, content["key"], find_actor(self.request), content["reason"])
        return f"{self.address}?saved={len(results)}"

    def render_list(self, context: dict[str, Any], status: int) -> HttpResponse:
        now = [] if self.event.tournament_id is not None else load_current_results(self.event)
        rows = [
            (
                at,
                f"{row.rank}" if row.rank else "",
                row.person.name,
                "" if row.points is None else format_hundredths(row.points, "de"),
                "" if row.written is None else format_typed_decimal(row.written),
            )
            for at, row in enumerate(now, 1)
        ]
        shown = {
            "results": rows,
            "empty": range(len(rows) + 1, min(len(rows) + EMPTY_ROWS, MOST_TYPED_ROWS) + 1),
            "known": list_person_names(self.event.season.club),
            "types": len(rows) < MOST_TYPED_ROWS,  # a form with more fields is not taken
            "saved": next(iter(parse_ids([self.request.GET.get("saved", "")])), None),
        }
        return self._render("results", {**shown, **context}, status)

    def render_preview(
        self, rows: Sequence[TypedResult], candidates: list[PersonCandidate], context: dict[str, Any], status: int
    ) -> HttpResponse:
        posted = self.request.POST
        shown = {
            "told": [
                messages.build_result_preview(row, candidate) for row, candidate in zip(rows, candidates, strict=True)
            ],
            "warnings": messages.list_warnings(rows),
            "rows": encode_results(rows),
            "has_points": any(result.points is not None for result in rows),
            "has_players": False,
            "has_results": any(result.number for result in rows),
            "carried": self.event.kind == SeasonEvent.Kind.CARRIED,
            "takes_points": "points" in posted or "rows" not in posted,
            "reason": ResultsForm(posted).parse()["reason"],
        }
        return self._render("results_preview", {**context, **shown}, status)

    def _render(self, template: str, context: dict[str, Any], status: int) -> HttpResponse:
        known = {"event": self.event, "name": format_event_name(self.event), "key": create_key()}
        return render_season_page(self.request, template, self.event.season, {**known, **context}, status)

    def _list_sent_fields(self) -> list[list[str]]:
        """Return the fields that tell two forms with one key apart: a new person is known the second time."""
        said = (
            (name, value)
            for name, value in self.request.POST.items()
            if name.startswith("as-") or name in ("rows", "points")
        )
        return [[name, str(value)] for name, value in sorted(said)]


def _must_name_somebody(results: list[TypedResult]) -> list[TypedResult]:
    if all(result.unreadable for result in results):
        is_unknown = any(result.unreadable == "unknown_number" for result in results)
        raise Unreadable("unknown_numbers" if is_unknown else "nobody")
    return results


handle_list, handle_file, handle_confirmation = build_views(ResultList)
