"""The events of a season: added, changed, removed by the director; the points of each event, for everybody."""

import uuid
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import find_actor
from tarockclub.accounts.permissions import director_only, must_direct
from tarockclub.text import parse_reason
from tournaments import view_helpers
from tournaments.acts import ActionRefused
from tournaments.models import Season, SeasonEvent, Tournament
from tournaments.season import events
from tournaments.season.carried_points import carry_points
from tournaments.season.data import load_season_progress
from tournaments.season.event_forms import CarryForm, EventForm, TournamentsForm
from tournaments.season.messages import format_season_refusal
from tournaments.season.page import build_columns, build_event_page
from tournaments.season.selectors import (
    find_event_by_number,
    find_event_day,
    find_season,
    format_event_name,
    list_events,
)
from tournaments.season.view_helpers import find_own_season, is_director, render_page

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@form_methods
@director_only
def handle_events(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Add something to a season: a tournament, an event with typed results, or points of an earlier season."""
    season = find_own_season(request, slug)
    if request.method != "POST":
        return _render_events(request, season)
    what = request.POST.get("what", "")
    if what not in _ADD_ACTIONS:
        return _render_events(request, season, told="", status=400)
    return _ADD_ACTIONS[what](request, season)


def _add_tournament(request: HttpRequest, season: Season) -> HttpResponse:
    form = TournamentsForm(request.POST, season=season)
    of_club = Tournament.objects.filter(club=season.club_id, archived=None)
    chosen = of_club.filter(pk__in=view_helpers.parse_ids([request.POST.get("tournament", "")]))
    known = chosen.first()
    if known is None:
        return _render_events(request, season, tournaments=form, status=400)
    kind = FINAL if request.POST.get("kind") == FINAL else SeasonEvent.Kind.DAY

    # An event that counts already is not offered any more, so the form is not checked when it is submitted again.
    def do() -> object:
        return events.add_tournament(season, view_helpers.parse_key(request), known, kind, find_actor(request))

    return _run_action(request, season, do)


def _add_typed(request: HttpRequest, season: Season) -> HttpResponse:
    form = EventForm(request.POST, prefix="typed")
    if not form.is_valid():
        return _render_events(request, season, typed=form, status=400)
    try:
        event = events.add_event(season, form.cleaned_data["key"], form.build_details(), find_actor(request))
    except ActionRefused as refused:
        return _render_events(request, season, told=format_season_refusal(refused), status=409)
    return redirect("season_results", slug=season.slug, number=event.number)


def _add_carried(request: HttpRequest, season: Season) -> HttpResponse:
    form = CarryForm(request.POST, season=season, prefix="carry")
    if not form.is_valid():
        return _render_events(request, season, carried=form, status=400)
    said = form.cleaned_data
    earlier = Season.objects.get(pk=said["earlier"])
    return _run_action(
        request, season, lambda: carry_points(season, said["key"], earlier, said["percent"], find_actor(request))
    )


FINAL = SeasonEvent.Kind.FINAL
_ADD_ACTIONS = {"tournament": _add_tournament, "typed": _add_typed, "carry": _add_carried}


def _run_action(request: HttpRequest, season: Season, do: Callable[[], object]) -> HttpResponse:
    try:
        do()
    except ActionRefused as refused:
        return _render_events(request, season, told=format_season_refusal(refused), status=409)
    return view_helpers.redirect_saved("season_events", slug=season.slug)


def _render_events(
    request: HttpRequest,
    season: Season,
    *,
    tournaments: TournamentsForm | None = None,
    typed: EventForm | None = None,
    carried: CarryForm | None = None,
    told: str = "",
    status: int = 200,
) -> HttpResponse:
    key = view_helpers.create_key()
    context = {
        "columns": build_columns(load_season_progress(season)),
        "gone": list_events(season, gone=True),
        "tournaments": tournaments or TournamentsForm(initial={"key": f"{key}-t"}, season=season),
        "typed": typed or EventForm(initial={"key": f"{key}-e"}, prefix="typed"),
        "carried": carried or CarryForm(initial={"key": f"{key}-c"}, season=season, prefix="carry"),
        "problem": told,
    }
    return render_page(request, "events", season, context, status)


@form_methods
@never_cache
def handle_event(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show the points of an event; the director changes, removes or returns it."""
    season = find_season(slug)
    event = find_event_by_number(season, number)
    if request.method == "POST":
        must_direct(request, season.club_id)
        return _change_event(request, season, event)
    if event.gone is not None and not is_director(request, season):
        raise Http404
    return _render_event(request, season, event)


def _change_event(request: HttpRequest, season: Season, event: SeasonEvent) -> HttpResponse:
    what, key = request.POST.get("what", ""), view_helpers.parse_key(request)
    if what == "change":
        form = EventForm(request.POST)
        if not form.is_valid():
            return _render_event(request, season, event, form=form, status=400)
        return _run_change(
            request, season, event, lambda: events.change_event(event, key, form.build_details(), find_actor(request))
        )
    if what == "remove":
        return _run_change(
            request,
            season,
            event,
            lambda: events.remove_event(event, key, parse_reason(request.POST), find_actor(request)),
        )
    if what == "return":
        return _run_change(request, season, event, lambda: events.return_event(event, key, find_actor(request)))
    return _render_event(request, season, event, status=400)


def _run_change(request: HttpRequest, season: Season, event: SeasonEvent, do: Callable[[], object]) -> HttpResponse:
    try:
        do()
    except ActionRefused as refused:
        return _render_event(
            request, season, find_event_by_number(season, event.number), told=format_season_refusal(refused), status=409
        )
    return view_helpers.redirect_saved("season_event", slug=season.slug, number=event.number)


def _render_event(
    request: HttpRequest,
    season: Season,
    event: SeasonEvent,
    *,
    form: EventForm | None = None,
    told: str = "",
    status: int = 200,
) -> HttpResponse:
    said = {
        "name": format_event_name(event),
        "day": find_event_day(event),
        "kind": event.kind,
        "players": event.players,
    }
    said["key"] = view_helpers.create_key()
    context = {
        "event": event,
        "name": said["name"],
        "day": said["day"],
        "shown": build_event_page(load_season_progress(season), event),
        "form": form or EventForm(initial=said),
        "problem": told,
    }
    return render_page(request, "event", season, context, status)
