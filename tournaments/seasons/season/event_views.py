"""The events of a season: added, changed, removed by the director; the points of each event, for everybody."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache

from scoring.book.access.permissions import find_actor
from tarockclub.platform.accounts.permissions import must_direct
from tournaments.core import view_helpers
from tournaments.core.actions.base import Action
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.models import Season, SeasonEvent, Tournament
from tournaments.seasons.season.cache.pieces import load_event_piece
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.carried_points import CarryPoints
from tournaments.seasons.season.evenings.actions import AddEvenings, CountEvenings, SetGuest
from tournaments.seasons.season.evenings.forms import EveningDayForm, EveningsForm
from tournaments.seasons.season.evenings.open_ones import list_open_evenings
from tournaments.seasons.season.event_forms import (
    CarryForm,
    ChosenTournamentForm,
    EventActionForm,
    EventForm,
    GuestForm,
    TournamentsForm,
)
from tournaments.seasons.season.events import (
    FINAL,
    AddEvent,
    AddTournament,
    ChangeEvent,
    RemoveEvent,
    ReturnEvent,
    find_act_event,
)
from tournaments.seasons.season.page import build_columns, build_event_page
from tournaments.seasons.season.selectors import (
    find_event_by_number,
    find_event_day,
    format_event_name,
    list_events,
)
from tournaments.seasons.season.settings import parse_season_settings
from tournaments.seasons.season.view_helpers import open_season, render_season_page


def handle_events(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Add something to a season: a tournament, an event with typed results, or points of an earlier season."""
    season = view_helpers.find_own_season(request, slug)
    if request.method != "POST":
        return _render_events(request, season)
    what = EventActionForm(request.POST).parse()["what"]
    if what not in _ADD_ACTIONS:
        return _render_events(request, season, text="", status=400)
    return _ADD_ACTIONS[what](request, season)


def _add_tournament(request: HttpRequest, season: Season) -> HttpResponse:
    chosen = ChosenTournamentForm(request.POST).parse()
    of_club = Tournament.objects.filter(club=season.club_id, archived=None)
    tournament = of_club.filter(pk=chosen["tournament"]).first() if chosen["tournament"] is not None else None
    if tournament is None:
        form = TournamentsForm(request.POST, season=season)
        return _render_events(request, season, tournaments=form, status=400)
    action = AddTournament(tournament=tournament.pk, kind="final" if chosen["kind"] == FINAL else "day")
    return _run_action(request, season, chosen["key"], action)


def _add_typed(request: HttpRequest, season: Season) -> HttpResponse:
    form = EventForm(request.POST, prefix="typed", season=season)
    if not form.is_valid():
        return _render_events(request, season, typed=form, status=400)
    try:
        act = AddEvent(**form.list_details()).perform(season, form.cleaned_data["key"], find_actor(request))
    except ActionRefused as refused:
        return _render_events(request, season, text=format_refusal(refused), status=409)
    return redirect("season_results", slug=season.slug, number=find_act_event(act).number)


def _add_carried(request: HttpRequest, season: Season) -> HttpResponse:
    form = CarryForm(request.POST, season=season, prefix="carry")
    if not form.is_valid():
        return _render_events(request, season, carried=form, status=400)
    details = form.cleaned_data
    action = CarryPoints(season=details["earlier"], percent=details["percent"])
    return _run_action(request, season, details["key"], action)


def _count_evenings(request: HttpRequest, season: Season) -> HttpResponse:
    form = EveningsForm(request.POST, season=season)
    if not form.is_valid():
        return _render_events(request, season, evenings=form, status=400)
    return _run_action(request, season, form.cleaned_data["key"], CountEvenings(**form.list_values()))


def _add_evening(request: HttpRequest, season: Season) -> HttpResponse:
    form = EveningDayForm(request.POST)
    if not form.is_valid():
        return _render_events(request, season, evening=form, status=400)
    return _run_action(request, season, form.cleaned_data["key"], AddEvenings(day=form.cleaned_data["evening"]))


def _set_guest(request: HttpRequest, season: Season) -> HttpResponse:
    said = GuestForm(request.POST).parse()
    action = SetGuest(person=said["person"] or 0, guest=said["guest"])
    return _run_action(request, season, said["key"], action, to="season_standing")


_ADD_ACTIONS = {
    "tournament": _add_tournament,
    "typed": _add_typed,
    "carry": _add_carried,
    "evenings": _count_evenings,
    "evening": _add_evening,
    "guest": _set_guest,
}


def _run_action(
    request: HttpRequest, season: Season, key: str, action: Action, to: str = "season_events"
) -> HttpResponse:
    def do() -> object:
        return action.perform(season, key, find_actor(request))

    def render_refused(refused: ActionRefused) -> HttpResponse:
        return _render_events(request, season, text=format_refusal(refused), status=409)

    return view_helpers.run_action(do, render_refused, to, slug=season.slug)


def _render_events(
    request: HttpRequest,
    season: Season,
    *,
    tournaments: TournamentsForm | None = None,
    typed: EventForm | None = None,
    carried: CarryForm | None = None,
    evenings: EveningsForm | None = None,
    evening: EveningDayForm | None = None,
    text: str = "",
    status: int = 200,
) -> HttpResponse:
    key = view_helpers.create_key()
    context = {
        "columns": build_columns(load_kept_season(season, at_once=True).stand),
        "gone": list_events(season, gone=True),
        "tournaments": tournaments or TournamentsForm(initial={"key": f"{key}-t"}, season=season),
        "typed": typed or EventForm(initial={"key": f"{key}-e"}, prefix="typed", season=season),
        "carried": carried or CarryForm(initial={"key": f"{key}-c"}, season=season, prefix="carry"),
        "evenings": evenings or EveningsForm(initial={"key": f"{key}-v"}, season=season),
        "evening": evening or EveningDayForm(initial={"key": f"{key}-d"}),
        "rule": parse_season_settings(season.settings).evenings,
        "open_evenings": list_open_evenings(season),
        "problem": text,
    }
    return render_season_page(request, "events", season, context, status)


@never_cache
@open_season
def handle_event(request: HttpRequest, season: Season, number: int) -> HttpResponse:
    """Show the points of an event; the director changes, removes or returns it."""
    event = find_event_by_number(season, number)
    if request.method == "POST":
        must_direct(request, season.club_id)
        return _change_event(request, season, event)
    if event.gone is not None and not view_helpers.is_director(request, season):
        raise Http404
    return _render_event(request, season, event)


def _change_event(request: HttpRequest, season: Season, event: SeasonEvent) -> HttpResponse:
    fields, form = EventActionForm(request.POST).parse(), EventForm(request.POST, season=season)
    by = find_actor(request)
    what, number = fields["what"], event.number
    if what not in ("change", "remove", "return"):
        return _render_event(request, season, event, status=400)
    if what == "change" and not form.is_valid():
        return _render_event(request, season, event, form=form, status=400)

    def do() -> object:
        if what == "change":
            return ChangeEvent(event=number, **form.list_details()).perform(season, fields["key"], by)
        if what == "remove":
            return RemoveEvent(event=number).perform(season, fields["key"], by, fields["reason"])
        return ReturnEvent(event=number).perform(season, fields["key"], by)

    def render_refused(refused: ActionRefused) -> HttpResponse:
        now = find_event_by_number(season, event.number)
        return _render_event(request, season, now, text=format_refusal(refused), status=409)

    return view_helpers.run_action(do, render_refused, "season_event", slug=season.slug, number=event.number)


def _render_event(
    request: HttpRequest,
    season: Season,
    event: SeasonEvent,
    *,
    form: EventForm | None = None,
    text: str = "",
    status: int = 200,
) -> HttpResponse:
    details = {
        "name": format_event_name(event),
        "day": find_event_day(event),
        "kind": event.kind,
        "players": event.players,
        "size": event.size,
    }
    details["key"] = view_helpers.create_key()
    season_now = load_kept_season(season, at_once=view_helpers.is_staff(request, season))
    content = build_event_page(season_now.stand, event)
    context = {
        "event": event,
        "name": details["name"],
        "day": details["day"],
        "shown": content,
        "piece": load_event_piece(season_now, event) if content is not None and content["has_lines"] else "",
        "form": form or EventForm(initial=details, season=season),
        "problem": text,
    }
    return render_season_page(request, "event", season, context, status)
