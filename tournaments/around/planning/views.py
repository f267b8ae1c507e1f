"""The page that copies a tournament to other days, and its form."""

import uuid
from typing import Any, cast

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _

from scoring.book.access.permissions import find_actor
from tarockclub.kit.days import DayField, parse_day
from tarockclub.kit.form_fields import TextsField, TickField
from tarockclub.kit.time_source import now
from tarockclub.models import NAME_LENGTH
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import Right
from tournaments.around.planning.services import (
    FORTNIGHTLY,
    LAST,
    MONTHLY,
    SINGLE,
    WEEKLY,
    CopyParts,
    copy_to_days,
    list_days,
)
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.view_helpers import ActionForm
from tournaments.hall.setup.overview import count_on
from tournaments.models import Season, Tournament
from tournaments.people.registration.views import CleanCharField

MOST_SEASONS = 20


def _create_part(label: Any) -> forms.BooleanField:
    return forms.BooleanField(label=label, required=False)


class CopyForm(ActionForm):
    """Copies of a tournament; the days of a series are shown before anything is made."""

    name = CleanCharField(label=_("Name"), max_length=NAME_LENGTH, help_text=_("A number in it counts on."))
    day = DayField(label=_("Day, of a series the first one"))
    rhythm = forms.ChoiceField(
        label=_("How often"),
        choices=[
            (SINGLE, _("only on this day")),
            (WEEKLY, _("every week")),
            (FORTNIGHTLY, _("every other week")),
            (MONTHLY, _("every month on the same weekday, such as each first Friday")),
            (LAST, _("every month on the last such weekday")),
        ],
    )
    until = DayField(label=_("Until (of a series)"), required=False)
    prizes = _create_part(_("with the prizes; rounds that have some are opened"))
    walls = _create_part(_("with the walls of the hall"))
    people = _create_part(_("with the people who take part, and their start numbers"))
    is_public = _create_part(_("the invitations are public at once, with registration as in this one"))
    season = forms.ModelChoiceField(
        label=_("Counts for the season"), queryset=Season.objects.none(), required=False, empty_label=_("no season")
    )
    days = TextsField()  # as ticked in the preview
    make = TickField()

    def __init__(self, *args: Any, club: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].widget = forms.HiddenInput(attrs={"autocomplete": "off"})
        seasons = Season.objects.filter(club=club, ended=None).order_by("-made", "-pk")
        cast("forms.ModelChoiceField[Season]", self.fields["season"]).queryset = seasons

    def clean_days(self) -> list[Any]:
        """Return the ticked days."""
        try:
            return [parse_day(text) for text in self.cleaned_data["days"]]
        except ValueError:
            raise forms.ValidationError(_("Please tick at least one day.")) from None

    def clean(self) -> dict[str, Any]:
        """Refuse a series that ends before it begins."""
        data = super().clean() or {}
        if data.get("until") and data.get("day") and data["until"] < data["day"]:
            self.add_error("until", _("This is before the first day."))
        return data

    def list_shown_fields(self) -> list[forms.BoundField]:
        """Return the fields that people see."""
        return [field for field in self.visible_fields() if field.name not in ("days", "make")]

    def list_days(self) -> list[Any]:
        """Return the days of the series; only after is_valid()."""
        return list_days(self.cleaned_data["day"], self.cleaned_data["rhythm"], self.cleaned_data["until"])

    def build_parts(self) -> CopyParts:
        """Return what is copied; only after is_valid()."""
        return CopyParts(**{name: self.cleaned_data[name] for name in CopyParts._fields if name in self.fields})


def handle_copy(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the form; POST shows the days of a series, then makes the tournaments."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if not find_rights(request).has_for_club(Right.DIRECT):  # a director of this tournament alone makes no others
        raise PermissionDenied
    if request.method != "POST":
        initial = {
            "key": view_helpers.create_key(),
            "name": count_on(tournament.name),
            "day": localdate(now()),
            "rhythm": SINGLE,
            "prizes": True,
            "walls": True,
        }
        return _render_page(request, tournament, CopyForm(initial=initial, club=tournament.club_id))
    form = CopyForm(request.POST, club=tournament.club_id)
    if not form.is_valid():
        return _render_page(request, tournament, form, status=400)
    content = form.cleaned_data
    if content["rhythm"] != SINGLE and not content["make"]:
        return _render_page(request, tournament, form, days=form.list_days())
    days = [content["day"]] if content["rhythm"] == SINGLE else content["days"]
    try:
        copies = copy_to_days(
            tournament, content["key"], content["name"], days, form.build_parts(), find_actor(request)
        )
    except ActionRefused as refused:
        shown = {**view_helpers.format_problem(refused), "days": form.list_days()}
        return _render_page(request, tournament, form, status=409, **shown)
    return redirect("tournament", slug=copies[0].slug) if len(copies) == 1 else redirect("tournaments")


def _render_page(
    request: HttpRequest, tournament: Tournament, form: CopyForm, status: int = 200, **more: Any
) -> HttpResponse:
    context = {"tournament": tournament, "form": form, **more}
    return view_helpers.render_page(request, "tournaments/around/planning/copy.html", context, status)
