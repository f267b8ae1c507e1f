"""An event's results from a list: typed in, pasted or read from a file; forms, preview, sentences about it."""

import uuid
from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.book.access.permissions import find_actor
from tarockclub.kit.amounts import format_hundredths, format_points, format_typed_decimal
from tarockclub.kit.form_fields import PostedField, PostedForm, TickField
from tarockclub.kit.lists import columns as kinds_of
from tarockclub.kit.lists.columns import DAYS, NAME, PLACE, POINTS, WRITTEN_SCORE
from tarockclub.kit.lists.people import Choices, Purpose, Reading
from tarockclub.kit.lists.table import Cell, ListSheet, Table, Unreadable, build_row, clean_cell
from tarockclub.platform.accounts.persons import list_person_names
from tarockclub.platform.privacy.public_names import filter_people
from tournaments.core.view_helpers import ReasonForm, create_key, find_own_season, parse_ids
from tournaments.models import SeasonEvent
from tournaments.people.list_import.flow import ConfirmationForm, ListTarget, build_views
from tournaments.people.list_import.page import Preview, describe_person, list_rows
from tournaments.people.name_lists.candidates import EntrantIndex, ListPerson, load_club_index
from tournaments.people.name_lists.choices import parse_choices
from tournaments.seasons.season.results.services import (
    PersonResult,
    TypedResult,
    WriteResults,
    complete_results,
    convert_result,
    load_current_results,
)
from tournaments.seasons.season.services import find_event_by_number, format_event_name
from tournaments.seasons.season.view_helpers import render_season_page

MOST_TYPED_ROWS = 200
CELLS = (NAME, PLACE, POINTS, WRITTEN_SCORE, DAYS)


class TypedRows(forms.Widget):
    """The rows of the page; the name of each cell ends with the number of its row."""

    def value_from_datadict(self, data: Mapping[str, Any], files: object, name: str) -> list[list[Any]]:
        """Return the cells of every row, as they were sent."""
        return [[data.get(f"{cell}-{number}") for cell in CELLS] for number in range(1, MOST_TYPED_ROWS + 1)]


class TypedRowsField(PostedField):
    """The table of the filled rows of the page."""

    widget = TypedRows

    def to_python(self, value: Any) -> Any:
        """Return the table; rows without text are left out."""
        rows = [
            build_row(number, [Cell(clean_cell(str(cell or ""))) for cell in row])
            for number, row in enumerate(value, 1)
        ]
        return Table((ListSheet("", tuple(row for row in rows if row is not None)),))


class TypedRowsForm(PostedForm):
    """The rows typed on the page."""

    rows = TypedRowsField()


class ResultsForm(ConfirmationForm, ReasonForm):
    """The preview as it was confirmed, or shown again; choices of persons are beside it (name_lists/choices.py)."""

    points = TickField()  # count as typed


ROWS: dict[str, Promise] = {
    "no_place": gettext_lazy("This is not a place: enter a whole number from 1 to 9999."),
    "no_points": gettext_lazy("These are not points: enter a number with at most two decimal places."),
    "no_result": gettext_lazy("This row is no result: a number, the rounds and their sum belong in it."),
    "wrong_sum": gettext_lazy("The sum is not that of the rounds."),
    "unknown_number": gettext_lazy("Nobody in the register has this player number."),
    "other_day": gettext_lazy("This is of another day or another cup."),
    "no_days": gettext_lazy("This is not a number of tournaments: enter a whole number."),
    "no_written": gettext_lazy("This is not a written score: enter whole or half points."),
}
MOST_NAMED = 30  # numbers in a sentence


def describe_typed_result(result: TypedResult) -> str:
    """Return what the preview says of a result, beside the name."""
    if result.unreadable:
        return ""
    words = _("points"), _("written score")
    amounts = (
        "" if result.points is None else format_hundredths(result.points, "de"),
        "" if result.written is None else format_points(result.written),
    )
    parts = [f"{word} {amount}" for word, amount in zip(words, amounts, strict=True) if amount]
    if result.days is not None:
        parts.append(ngettext("%(count)s tournament", "%(count)s tournaments", result.days) % {"count": result.days})
    return " · ".join([f"{result.rank}."] * bool(result.rank) + parts)


def list_warnings(results: Sequence[TypedResult]) -> list[str]:
    """Return a warning about a list without a result; it may be right all the same."""
    read = [result for result in results if not result.unreadable]
    if read and all((row.points, row.written, row.days) == (None,) * 3 and not row.rank for row in read):
        return [_("Nobody has a place or points here: only who was there is saved.")]
    return []


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


class SeasonList(ListTarget):
    """Results of a season, of one event or of several days."""

    confirmation = ResultsForm
    rows = ROWS

    def __init__(self, request: HttpRequest, slug: uuid.UUID) -> None:
        super().__init__(request)
        self.season = find_own_season(request, slug)
        self.club = self.season.club_id

    def build_purpose(self, known: frozenset[str]) -> Purpose:
        return Purpose(RESULT_KINDS, known_names=known)

    def load_index(self) -> EntrantIndex:
        return load_club_index(self.club, {})

    def list_results(self, reading: Reading) -> list[TypedResult]:
        """List the results of a list, with the names of their numbers; Unreadable."""
        results = [convert_result(row) for row in list_rows(reading)]
        if not any(result.number for result in results):
            return self.complete(reading, results, {})
        known = dict(filter_people(self.club).exclude(player_number="").values_list("player_number", "name"))
        bare = Counter(number.lstrip("0") for number in known)  # 007 and 7 are one number, unless both are there
        names = {number.lstrip("0"): name for number, name in known.items() if bare[number.lstrip("0")] == 1}
        return self.complete(reading, results, names | known)

    @abstractmethod
    def complete(self, reading: Reading, results: Sequence[TypedResult], names: Mapping[str, str]) -> list[TypedResult]:
        """Complete the results of a reading, one for each row; `names`: by number; Unreadable."""

    def build_people(self, reading: Reading) -> list[ListPerson]:
        people = super().build_people(reading)
        results = self.list_results(reading)
        return [
            person._replace(name=result.name, unreadable=result.unreadable)
            for person, result in zip(people, results, strict=True)
        ]

    def describe(self, preview: Preview) -> list[str]:
        pairs = zip(self.list_results(preview.reading), preview.people, strict=True)
        return [
            " · ".join(filter(None, (describe_typed_result(result), describe_person(person))))
            for result, person in pairs
        ]

    def list_sent_fields(self) -> list[list[str]]:
        """List the fields that tell two forms with one key apart: a new person is known the second time."""
        fields = self.request.POST.dict()
        return [[name, str(fields[name])] for name in sorted(fields) if name not in ("csrfmiddlewaretoken", "key")]


class ResultList(SeasonList):
    """The results of an event of a season."""

    def __init__(self, request: HttpRequest, slug: uuid.UUID, number: int) -> None:
        super().__init__(request, slug)
        self.event = find_event_by_number(self.season, number)

    @property
    def address(self) -> str:
        return reverse("season_results", args=[self.season.slug, self.event.number])

    def parse_sent(self, text: str) -> tuple[Table, Choices]:
        if "text" in self.request.POST:
            return super().parse_sent(text)
        table = TypedRowsForm(self.request.POST).parse()["rows"]
        return table, Choices(columns=CELLS)

    def complete(
        self, _reading: Reading, results: Sequence[TypedResult], names: Mapping[str, str]
    ) -> list[TypedResult]:
        day = self.event.day.isoformat() if self.event.day is not None else ""
        return _must_name_somebody(complete_results(results, names, day))

    def write(self, preview: Preview, content: dict[str, Any]) -> str:
        results = [  # points only if they count as typed
            PersonResult(
                newcomer, result.rank, result.points if content["points"] else None, result.written, days=result.days
            )
            for result, candidate in zip(self.list_results(preview.reading), preview.candidates, strict=True)
            for newcomer in parse_choices([candidate], self.request.POST, numbers=False)
        ]
        action = WriteResults(event=self.event.number, results=results, sent_fields=self.list_sent_fields())
        action.perform(self.season, content["key"], find_actor(self.request), content["reason"])
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
            "known": list_person_names(self.season.club),
            "types": len(rows) < MOST_TYPED_ROWS,  # a form with more fields is not taken
            "saved": next(iter(parse_ids([self.request.GET.get("saved", "")])), None),
        }
        return self._render("results", {**shown, **context}, status)

    def render_preview(self, preview: Preview, context: dict[str, Any], status: int) -> HttpResponse:
        posted, results = self.request.POST, self.list_results(preview.reading)
        more = {
            "warnings": list_warnings(results),
            "has_points": any(result.points is not None for result in results),
            "has_results": any(result.number for result in results),
            "carried": self.event.kind == SeasonEvent.Kind.CARRIED,
            "takes_points": "points" in posted or "cells" not in posted,
            "reason": ResultsForm(posted).parse()["reason"],
        }
        return self._render("results_preview", {**context, **more}, status)

    def _render(self, template: str, context: dict[str, Any], status: int) -> HttpResponse:
        known = {"event": self.event, "name": format_event_name(self.event), "key": create_key()}
        return render_season_page(self.request, template, self.season, {**known, **context}, status)


def _must_name_somebody(results: list[TypedResult]) -> list[TypedResult]:
    if all(result.unreadable not in ("", "dot", "order") for result in results):  # these wait for an answer
        unknown = [result.number for result in results if result.unreadable == "unknown_number"]
        raise Unreadable("unknown_numbers" if unknown else "nobody", ", ".join(unknown[:MOST_NAMED]))
    return results


handle_list, handle_file, handle_confirmation = build_views(ResultList)
