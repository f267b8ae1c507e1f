"""The pages of an event's results: typed in, pasted or read from a file, looked at, and only then written."""

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

from scoring.access.permissions import who
from tarockclub.accounts.permissions import staff_only
from tarockclub.accounts.persons import names_in
from tarockclub.server.web.background import beside
from tarockclub.server.web.large_bodies import takes_large
from tarockclub.text import parse_reason
from tournaments.acts import Refused
from tournaments.models import Season, SeasonEvent
from tournaments.name_lists import messages
from tournaments.name_lists.candidates import Candidate, candidates_among, known_in
from tournaments.name_lists.choices import MOST_QUESTIONS, chosen, questions
from tournaments.name_lists.columns import Read
from tournaments.name_lists.file import rows_in_file
from tournaments.name_lists.rows import MOST_SENT, Unreadable
from tournaments.season import view_helpers
from tournaments.season.points.text import shown
from tournaments.season.results import messages as results_messages
from tournaments.season.results.parsing import (
    Result,
    result_of,
    results_from,
    results_in,
    results_text,
    rows_pasted,
    written_typed,
)
from tournaments.season.results.services import Typed, results_now, write_results
from tournaments.season.selectors import event_at, name_of
from tournaments.view_helpers import fresh_key, ids_in, key_in

form_methods = require_http_methods(["GET", "HEAD", "POST"])
LONGEST_LIST = 200_000  # characters that are pasted
EMPTY_ROWS = 12  # offered besides those that are there
MOST_TYPED_ROWS = 200


def _event(request: HttpRequest, slug: uuid.UUID, number: int) -> SeasonEvent:
    """An event of a season of the own club, or 404."""
    return event_at(view_helpers.own(request, slug), number)


@form_methods
@staff_only
def results_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """What is written of an event; POST looks at a list that was typed in or pasted."""
    event = _event(request, slug, number)
    if request.method != "POST":
        return _page(request, event)
    text = request.POST.get("text", "")
    try:
        if len(text) > LONGEST_LIST:
            raise Unreadable("too_large")
        found = results_in(rows_pasted(text)) if "text" in request.POST else _typed(request)
        return _preview(request, event, found)
    except Unreadable as unreadable:
        return _page(request, event, unreadable, text=text[:LONGEST_LIST])


def _typed(request: HttpRequest) -> list[Result]:
    """The rows of the form that are filled in."""
    posted, found = request.POST, []
    for at in range(1, MOST_TYPED_ROWS + 1):
        cells = [posted.get(f"{what}-{at}", "")[:400] for what in ("name", "place", "points", "written")]
        if any(cell.strip() for cell in cells):
            found.append(result_of(at, *cells))
    return found


@csrf_exempt  # checked below: the check reads the form, which must not happen before its size is looked at
@form_methods
@staff_only
@takes_large(MOST_SENT)
def results_file_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Read a file of results, as far as it shall be looked at."""
    event = _event(request, slug, number)
    if request.method != "POST":
        return redirect("season_results", slug=slug, number=number)
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_SENT:
        return _page(request, event, Unreadable("too_large"), 413)
    request.upload_handlers = [MemoryFileUploadHandler(request)]
    answer: HttpResponse = _uploaded(request, event)
    return answer


@csrf_protect
def _uploaded(request: HttpRequest, event: SeasonEvent) -> HttpResponse:
    sent = request.FILES.get("file")
    try:
        if sent is None:
            raise Unreadable("no_file")
        return _preview(request, event, results_in(beside("list", partial(rows_in_file, sent.read()))))
    except Unreadable as unreadable:
        return _page(request, event, unreadable)


@form_methods
@staff_only
def results_confirm_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Write what was looked at."""
    event = _event(request, slug, number)
    results = results_from(request.POST.get("rows", ""))
    if request.method != "POST" or results is None:
        return redirect("season_results", slug=slug, number=number)
    typed = _chosen(request, results, _candidates(event.season, results))
    reason = parse_reason(request.POST)
    try:
        write_results(event, key_in(request), typed, reason, who(request), sent=_sent(request))
    except Refused as problem:
        return _preview(request, event, results, problem=results_messages.refused(problem), reason=reason)
    return redirect(f"{reverse('season_results', args=[slug, number])}?saved={len(typed)}")


def _sent(request: HttpRequest) -> list[list[str]]:
    """What tells two forms with one key apart: who is new the first time is known the second."""
    said = (
        (name, value) for name, value in request.POST.items() if name.startswith("as-") or name in ("rows", "points")
    )
    return [[name, str(value)] for name, value in sorted(said)]


def _chosen(request: HttpRequest, results: Sequence[Result], found: Sequence[Candidate]) -> list[Typed]:
    """Those who are to be written, with what they reached; their points only where these count as they stand."""
    takes_points = "points" in request.POST
    return [
        Typed(newcomer, result.rank, result.points if takes_points else None, result.written)
        for result, candidate in zip(results, found, strict=True)
        for newcomer in chosen([candidate], request.POST, numbers=False)
    ]


def _candidates(season: Season, results: Sequence[Result]) -> list[Candidate]:
    rows = [Read(one.row, one.name, None, one.unreadable) for one in results]
    return candidates_among(known_in(season.club_id, {}), rows)


def _preview(request: HttpRequest, event: SeasonEvent, results: Sequence[Result], **more: Any) -> HttpResponse:
    """What a list would mean, before anything is written."""
    if not any(not one.unreadable for one in results):
        raise Unreadable("nobody")
    found = beside("candidates", lambda: _candidates(event.season, results))
    if len(questions(found)) > MOST_QUESTIONS:
        raise Unreadable("too_many_questions")
    told = [results_messages.told(result, candidate) for result, candidate in zip(results, found, strict=True)]
    context = {
        "told": told,
        "counts": messages.counts(found),
        "warnings": results_messages.warnings(results),
        "rows": results_text(results),
        "has_points": any(one.points is not None for one in results),
        "has_written": any(one.written is not None for one in results),
        "carried": event.kind == SeasonEvent.Kind.CARRIED,
        "takes_points": "points" in request.POST or "rows" not in request.POST,
        "reason": "",
        **more,
    }
    return _answer(request, "results_preview", event, context, 409 if more else 200)


def _page(
    request: HttpRequest, event: SeasonEvent, unreadable: Unreadable | None = None, status: int = 400, **more: Any
) -> HttpResponse:
    now = [] if event.tournament_id is not None else results_now(event)
    rows = [
        (
            at,
            f"{one.rank}" if one.rank else "",
            one.person.name,
            "" if one.points is None else shown(one.points),
            "" if one.written is None else written_typed(one.written),
        )
        for at, one in enumerate(now, 1)
    ]
    context = {
        "results": rows,
        "empty": range(len(rows) + 1, min(len(rows) + EMPTY_ROWS, MOST_TYPED_ROWS) + 1),
        "known": names_in(event.season.club),
        "types": len(rows) < MOST_TYPED_ROWS,  # a form with more fields is not taken
        "saved": next(iter(ids_in([request.GET.get("saved", "")])), None),
        **({"problem": messages.unreadable(unreadable)} if unreadable else {}),
        **more,
    }
    return _answer(request, "results", event, context, status if unreadable else 200)


def _answer(
    request: HttpRequest, template: str, event: SeasonEvent, context: dict[str, Any], status: int
) -> HttpResponse:
    here = reverse("season_results", args=[event.season.slug, event.number])
    known = {"event": event, "name": name_of(event), "here": here, "key": fresh_key()}
    return view_helpers.page(request, template, event.season, {**known, **context}, status)
