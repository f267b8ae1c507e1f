"""What counts in a season: put in, changed, taken out by the director; what each event brought whom, for everybody."""

import uuid
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import who
from tarockclub.accounts.permissions import director_only, must_direct
from tarockclub.text import parse_reason
from tournaments import view_helpers
from tournaments.acts import Refused
from tournaments.models import Season, SeasonEvent, Tournament
from tournaments.season import events
from tournaments.season.carried_points import carry
from tournaments.season.data import season_stand
from tournaments.season.event_forms import CarryForm, EventForm, TournamentsForm
from tournaments.season.messages import problem
from tournaments.season.page import columns_of, event_shown
from tournaments.season.selectors import day_of, event_at, events_of, name_of, season_at
from tournaments.season.view_helpers import directs, own, page

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@form_methods
@director_only
def events_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Put something into a season: a tournament, one whose result is typed in, points of an earlier season."""
    season = own(request, slug)
    if request.method != "POST":
        return _events(request, season)
    what = request.POST.get("what", "")
    if what not in _PUT_IN:
        return _events(request, season, told="", status=400)
    return _PUT_IN[what](request, season)


def _put_tournament(request: HttpRequest, season: Season) -> HttpResponse:
    form = TournamentsForm(request.POST, season=season)
    of_club = Tournament.objects.filter(club=season.club_id, archived=None)
    chosen = of_club.filter(pk__in=view_helpers.ids_in([request.POST.get("tournament", "")]))
    known = chosen.first()
    if known is None:
        return _events(request, season, tournaments=form, status=400)
    kind = FINAL if request.POST.get("kind") == FINAL else SeasonEvent.Kind.DAY

    def do() -> object:  # what counts already is not offered any more, so a form sent twice is not looked at
        return events.add_tournament(season, view_helpers.key_in(request), known, kind, who(request))

    return _done(request, season, do)


def _put_typed(request: HttpRequest, season: Season) -> HttpResponse:
    form = EventForm(request.POST, prefix="typed")
    if not form.is_valid():
        return _events(request, season, typed=form, status=400)
    try:
        event = events.add_event(season, form.cleaned_data["key"], form.wanted(), who(request))
    except Refused as refused:
        return _events(request, season, told=problem(refused), status=409)
    return redirect("season_results", slug=season.slug, number=event.number)


def _put_carried(request: HttpRequest, season: Season) -> HttpResponse:
    form = CarryForm(request.POST, season=season, prefix="carry")
    if not form.is_valid():
        return _events(request, season, carried=form, status=400)
    said = form.cleaned_data
    earlier = Season.objects.get(pk=said["earlier"])
    return _done(request, season, lambda: carry(season, said["key"], earlier, said["percent"], who(request)))


FINAL = SeasonEvent.Kind.FINAL
_PUT_IN = {"tournament": _put_tournament, "typed": _put_typed, "carry": _put_carried}


def _done(request: HttpRequest, season: Season, do: Callable[[], object]) -> HttpResponse:
    try:
        do()
    except Refused as refused:
        return _events(request, season, told=problem(refused), status=409)
    return view_helpers.saved("season_events", slug=season.slug)


def _events(
    request: HttpRequest,
    season: Season,
    *,
    tournaments: TournamentsForm | None = None,
    typed: EventForm | None = None,
    carried: CarryForm | None = None,
    told: str = "",
    status: int = 200,
) -> HttpResponse:
    key = view_helpers.fresh_key()
    context = {
        "columns": columns_of(season_stand(season)),
        "gone": events_of(season, gone=True),
        "tournaments": tournaments or TournamentsForm(initial={"key": f"{key}-t"}, season=season),
        "typed": typed or EventForm(initial={"key": f"{key}-e"}, prefix="typed"),
        "carried": carried or CarryForm(initial={"key": f"{key}-c"}, season=season, prefix="carry"),
        "problem": told,
    }
    return page(request, "events", season, context, status)


@form_methods
@never_cache
def event_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """What an event brought whom; the director changes it, takes it out, puts it back."""
    season = season_at(slug)
    event = event_at(season, number)
    if request.method == "POST":
        must_direct(request, season.club_id)
        return _change(request, season, event)
    if event.gone is not None and not directs(request, season):
        raise Http404
    return _event(request, season, event)


def _change(request: HttpRequest, season: Season, event: SeasonEvent) -> HttpResponse:
    what, key = request.POST.get("what", ""), view_helpers.key_in(request)
    if what == "change":
        form = EventForm(request.POST)
        if not form.is_valid():
            return _event(request, season, event, form=form, status=400)
        return _changed(request, season, event, lambda: events.change_event(event, key, form.wanted(), who(request)))
    if what == "remove":
        return _changed(
            request, season, event, lambda: events.remove_event(event, key, parse_reason(request.POST), who(request))
        )
    if what == "return":
        return _changed(request, season, event, lambda: events.return_event(event, key, who(request)))
    return _event(request, season, event, status=400)


def _changed(request: HttpRequest, season: Season, event: SeasonEvent, do: Callable[[], object]) -> HttpResponse:
    try:
        do()
    except Refused as refused:
        return _event(request, season, event_at(season, event.number), told=problem(refused), status=409)
    return view_helpers.saved("season_event", slug=season.slug, number=event.number)


def _event(
    request: HttpRequest,
    season: Season,
    event: SeasonEvent,
    *,
    form: EventForm | None = None,
    told: str = "",
    status: int = 200,
) -> HttpResponse:
    said = {"name": name_of(event), "day": day_of(event), "kind": event.kind, "players": event.players}
    said["key"] = view_helpers.fresh_key()
    context = {
        "event": event,
        "name": said["name"],
        "day": said["day"],
        "shown": event_shown(season_stand(season), event),
        "form": form or EventForm(initial=said),
        "problem": told,
    }
    return page(request, "event", season, context, status)
