"""The forms to add something to a season, or to change it there."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.days import DayField
from tarockclub.kit.form_fields import IdField, TextField, TickField
from tarockclub.platform.accounts.forms import NameField
from tournaments.core.forms import ActionForm, ReasonForm
from tournaments.models import Season, SeasonEvent, Tournament
from tournaments.seasons.season.messages import KINDS
from tournaments.seasons.season.points.cup_sizes import parse_cup_sizes
from tournaments.seasons.season.settings import CARRIED_POINTS, DAY, FINAL, parse_season_settings

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
        there = SeasonEvent.objects.filter(season=season, gone=None, tournament__isnull=False)
        rows = Tournament.objects.filter(club=season.club_id, archived=None).exclude(pk__in=there.values("tournament"))
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
