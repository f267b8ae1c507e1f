"""The events of a season: added, changed, removed by the director, with forms; the points of each, for everybody."""

import uuid
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from scoring.book.access.permissions import find_actor
from tarockclub.kit.days import DayField
from tarockclub.kit.form_fields import IdField, TextField, TickField
from tarockclub.platform.accounts.forms import NameField
from tarockclub.platform.accounts.permissions import must_direct
from tournaments.core import view_helpers
from tournaments.core.actions.base import Action
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.core.view_helpers import ActionForm, ReasonForm
from tournaments.models import Season, SeasonEvent, Tournament
from tournaments.seasons.season.cache.pieces import load_event_piece
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.evenings.actions import AddEvenings, CountEvenings, SetGuest
from tournaments.seasons.season.evenings.days import list_open_evenings
from tournaments.seasons.season.evenings.views import EveningDayForm, EveningsForm
from tournaments.seasons.season.events import FINAL as EVENTS_FINAL
from tournaments.seasons.season.events import (
    AddEvent,
    AddTournament,
    CarryPoints,
    ChangeEvent,
    RemoveEvent,
    ReturnEvent,
    find_act_event,
)
from tournaments.seasons.season.messages import KINDS
from tournaments.seasons.season.page import build_event_page
from tournaments.seasons.season.points.place_points import parse_cup_sizes
from tournaments.seasons.season.services import find_event_by_number, find_event_day, format_event_name, list_events
from tournaments.seasons.season.settings import CARRIED_POINTS, DAY, FINAL, parse_season_settings
from tournaments.seasons.season.table import build_columns
from tournaments.seasons.season.view_helpers import open_season, render_season_page

_NO_FILL = {"autocomplete": "off"}
MOST_PLAYERS = 9999
TOURNAMENT_KINDS = ((DAY, KINDS[DAY]), (FINAL, KINDS[FINAL]))
TYPED_KINDS = (*TOURNAMENT_KINDS, (CARRIED_POINTS, KINDS[CARRIED_POINTS]))


class EventActionForm(ReasonForm):
    """The chosen action on the events of a season, or on one of them."""

    what = TextField()


class ChosenTournamentForm(ActionForm):
    """The tournament that was chosen, also one that is not offered any more because it counts already."""

    tournament = IdField()
    kind = TextField()


class GuestForm(ActionForm):
    """Somebody who plays as a guest in a club's year, or is ranked again."""

    person = IdField()
    guest = TickField()


class TournamentsForm(forms.Form):
    """The choice of the club's tournaments that count; those that count already are not offered."""

    field_class = "setting"
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    tournament = forms.TypedChoiceField(label=_("Tournament"), coerce=int)
    kind = forms.ChoiceField(label=_("Counts as"), choices=TOURNAMENT_KINDS)

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        events = SeasonEvent.objects.filter(season=season, gone=None, tournament__isnull=False)
        rows = Tournament.objects.filter(club=season.club_id, archived=None, cancelled=None)
        rows = rows.exclude(pk__in=events.values("tournament"))
        self.offered = [
            (pk, f"{name}, {day:%d.%m.%Y}") for pk, name, day in rows.order_by("-day").values_list("pk", "name", "day")
        ]
        self.fields["tournament"].choices = self.offered  # type: ignore[attr-defined]


class EventForm(forms.Form):
    """An event with a typed result."""

    field_class = "setting"
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    name = NameField(label=_("Its name"), widget=forms.TextInput(attrs=_NO_FILL))
    day = DayField(label=_("Day"), required=False)
    kind = forms.ChoiceField(label=_("Counts as"), choices=TYPED_KINDS)
    players = forms.IntegerField(
        label=_("How many took part"),
        min_value=0,
        max_value=MOST_PLAYERS,
        required=False,
        help_text=_("Only if not all of them are entered: a formula may ask for it."),
    )

    size = forms.TypedChoiceField(
        label=_("Size of the cup"),
        coerce=int,
        required=False,
        help_text=_("For the standings of a cup: its places carry over the points of this size."),
    )
    average = IdField(otherwise=0)

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sizes = parse_cup_sizes(parse_season_settings(season.settings).sizes) or ()
        named = [(at, size.name) for at, size in enumerate(sizes, 1)]
        self.fields["size"].choices = [(0, _("none: the points are typed in")), *named]  # type: ignore[attr-defined]

    def list_details(self) -> dict[str, Any]:
        """Return the details of the event; only after is_valid(). A size is that of carried points."""
        details = {name: self.cleaned_data[name] for name in ("name", "day", "kind")}
        carries = details["kind"] == CARRIED_POINTS
        cup = {name: self.cleaned_data[name] or 0 if carries else 0 for name in ("size", "average")}
        return details | cup | {"players": self.cleaned_data["players"] or 0}


class CarryForm(forms.Form):
    """The choice of an earlier season to carry points from, and of the percentage."""

    field_class = "setting"
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    earlier = forms.TypedChoiceField(label=_("Season"), coerce=int)
    percent = forms.IntegerField(label=_("Percentage of the points"), min_value=1, max_value=100, initial=100)

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rows = Season.objects.filter(club=season.club_id, ended__isnull=False).exclude(pk=season.pk).order_by("-ended")
        self.offered = list(rows.values_list("pk", "name"))
        self.fields["earlier"].choices = self.offered  # type: ignore[attr-defined]


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
    action = AddTournament(tournament=tournament.pk, kind="final" if chosen["kind"] == EVENTS_FINAL else "day")
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
    typed = GuestForm(request.POST).parse()
    action = SetGuest(person=typed["person"] or 0, guest=typed["guest"])
    return _run_action(request, season, typed["key"], action, to="season_standing")


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
