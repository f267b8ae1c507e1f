"""The pages of an event's results: typed in, pasted or read from a file, previewed, and only then written."""

import uuid
from collections.abc import Sequence
from functools import partial
from typing import Any

from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import find_actor
from tarockclub.accounts.permissions import staff_only
from tarockclub.accounts.persons import list_person_names
from tarockclub.amounts import format_hundredths, format_typed_decimal
from tarockclub.server.web.background import run_beside
from tarockclub.server.web.large_bodies import take_large
from tournaments.acts import ActionRefused
from tournaments.messages import SEASON, format_refusal
from tournaments.models import Season, SeasonEvent
from tournaments.name_lists import messages
from tournaments.name_lists.candidates import Candidate, load_club_index, match_candidates
from tournaments.name_lists.choices import MOST_QUESTIONS, list_questions, parse_choices
from tournaments.name_lists.columns import ListPerson
from tournaments.name_lists.file import parse_file_rows
from tournaments.name_lists.rows import MOST_SENT, Unreadable
from tournaments.season import view_helpers
from tournaments.season.results import messages as results_messages
from tournaments.season.results.forms import MOST_TYPED_ROWS, ConfirmationForm, PastedForm, parse_typed_rows
from tournaments.season.results.parsing import (
    Result,
    decode_results,
    encode_results,
    parse_pasted_rows,
    parse_results,
)
from tournaments.season.results.services import PersonResult, load_current_results, write_results
from tournaments.season.selectors import find_event_by_number, format_event_name
from tournaments.view_helpers import create_key, parse_ids

form_methods = require_http_methods(["GET", "HEAD", "POST"])
LONGEST_LIST = 200_000  # characters of a pasted list
EMPTY_ROWS = 12  # offered besides the existing ones


def _find_event(request: HttpRequest, slug: uuid.UUID, number: int) -> SeasonEvent:
    """Return an event of a season of the user's own club, or raise Http404."""
    return find_event_by_number(view_helpers.find_own_season(request, slug), number)


@form_methods
@staff_only
def handle_results(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show the results of an event; POST previews a list that was typed in or pasted."""
    event = _find_event(request, slug, number)
    if request.method != "POST":
        return _render_page(request, event)
    text = PastedForm(request.POST).parse()["text"]
    try:
        if len(text) > LONGEST_LIST:
            raise Unreadable("too_large")
        found = parse_results(parse_pasted_rows(text)) if "text" in request.POST else parse_typed_rows(request.POST)
        return _render_preview(request, event, found)
    except Unreadable as unreadable:
        return _render_page(request, event, unreadable, text=text[:LONGEST_LIST])


@csrf_exempt  # checked below: the check reads the form, which must not happen before its size is checked
@form_methods
@staff_only
@take_large(MOST_SENT)
def handle_results_file(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Read a file of results and show its preview."""
    event = _find_event(request, slug, number)
    if request.method != "POST":
        return redirect("season_results", slug=slug, number=number)
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_SENT:
        return _render_page(request, event, Unreadable("too_large"), 413)
    request.upload_handlers = [MemoryFileUploadHandler(request)]
    answer: HttpResponse = _handle_upload(request, event)
    return answer


@csrf_protect
def _handle_upload(request: HttpRequest, event: SeasonEvent) -> HttpResponse:
    sent = request.FILES.get("file")
    try:
        if sent is None:
            raise Unreadable("no_file")
        return _render_preview(request, event, parse_results(run_beside("list", partial(parse_file_rows, sent.read()))))
    except Unreadable as unreadable:
        return _render_page(request, event, unreadable)


@form_methods
@staff_only
def handle_confirmation(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Write the previewed results."""
    event = _find_event(request, slug, number)
    said = ConfirmationForm(request.POST).parse()
    results = decode_results(said["rows"])
    if request.method != "POST" or results is None:
        return redirect("season_results", slug=slug, number=number)
    typed = _parse_chosen(request, results, _list_candidates(event.season, results), takes_points=said["points"])
    sent = _list_sent_fields(request)
    try:
        write_results(event, said["key"], typed, said["reason"], find_actor(request), sent=sent)
    except ActionRefused as refused:
        problem = format_refusal(refused, SEASON)
        return _render_preview(request, event, results, problem=problem, reason=said["reason"])
    return redirect(f"{reverse('season_results', args=[slug, number])}?saved={len(typed)}")


def _list_sent_fields(request: HttpRequest) -> list[list[str]]:
    """Return the fields that tell two forms with one key apart: a new person is known the second time."""
    said = (
        (name, value) for name, value in request.POST.items() if name.startswith("as-") or name in ("rows", "points")
    )
    return [[name, str(value)] for name, value in sorted(said)]


def _parse_chosen(
    request: HttpRequest, results: Sequence[Result], found: Sequence[Candidate], *, takes_points: bool
) -> list[PersonResult]:
    """Return the results to be written; points only if they count as typed."""
    return [
        PersonResult(newcomer, result.rank, result.points if takes_points else None, result.written)
        for result, candidate in zip(results, found, strict=True)
        for newcomer in parse_choices([candidate], request.POST, numbers=False)
    ]


def _list_candidates(season: Season, results: Sequence[Result]) -> list[Candidate]:
    rows = [ListPerson(result.row, result.name, None, result.unreadable) for result in results]
    return match_candidates(load_club_index(season.club_id, {}), rows)


def _render_preview(request: HttpRequest, event: SeasonEvent, results: Sequence[Result], **more: Any) -> HttpResponse:
    """Render a preview of a list before anything is written."""
    if not any(not result.unreadable for result in results):
        raise Unreadable("nobody")
    found = run_beside("candidates", lambda: _list_candidates(event.season, results))
    if len(list_questions(found)) > MOST_QUESTIONS:
        raise Unreadable("too_many_questions")
    told = [
        results_messages.build_preview_row(result, candidate) for result, candidate in zip(results, found, strict=True)
    ]
    context = {
        "told": told,
        "counts": messages.count_rows(found),
        "warnings": results_messages.list_warnings(results),
        "rows": encode_results(results),
        "has_points": any(result.points is not None for result in results),
        "has_written": any(result.written is not None for result in results),
        "carried": event.kind == SeasonEvent.Kind.CARRIED,
        "takes_points": "points" in request.POST or "rows" not in request.POST,
        "reason": "",
        **more,
    }
    return _render_answer(request, "results_preview", event, context, 409 if more else 200)


def _render_page(
    request: HttpRequest, event: SeasonEvent, unreadable: Unreadable | None = None, status: int = 400, **more: Any
) -> HttpResponse:
    now = [] if event.tournament_id is not None else load_current_results(event)
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
    context = {
        "results": rows,
        "empty": range(len(rows) + 1, min(len(rows) + EMPTY_ROWS, MOST_TYPED_ROWS) + 1),
        "known": list_person_names(event.season.club),
        "types": len(rows) < MOST_TYPED_ROWS,  # a form with more fields is not taken
        "saved": next(iter(parse_ids([request.GET.get("saved", "")])), None),
        **({"problem": messages.format_unreadable(unreadable)} if unreadable else {}),
        **more,
    }
    return _render_answer(request, "results", event, context, status if unreadable else 200)


def _render_answer(
    request: HttpRequest, template: str, event: SeasonEvent, context: dict[str, Any], status: int
) -> HttpResponse:
    here = reverse("season_results", args=[event.season.slug, event.number])
    known = {"event": event, "name": format_event_name(event), "here": here, "key": create_key()}
    return view_helpers.render_page(request, template, event.season, {**known, **context}, status)
