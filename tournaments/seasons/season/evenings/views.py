"""The page on which a club begins its year, and the forms of its evenings."""

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.book.access.permissions import find_actor
from scoring.book.sheet_library import name_sheet
from scoring.models import SheetVersion
from tarockclub.kit.days import DayField
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.permissions import get_staff_account
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.models import Season
from tournaments.models.belongings import PLACE_LENGTH
from tournaments.seasons.season.evenings.days import (
    build_year_rule,
    find_offered_year,
    find_same_year,
    find_year_before,
    is_in_euros,
    list_played_dates,
    list_year_choices,
)
from tournaments.seasons.season.points.preview import find_ready, list_ready
from tournaments.seasons.season.services import SeasonDetails, begin_year
from tournaments.seasons.season.settings import EveningRule, SeasonSettings, parse_season_settings

YEAR_RULES = ("jahr", "jahr_schnitt", "jahr_plaetze", "jahr_euro")  # of ready.toml, the first one first
_AS_BEFORE = "before"


class EveningsForm(forms.Form):
    """The evenings that count in a season."""

    field_class = "setting"
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    on = forms.BooleanField(label=_("Evenings count"), required=False)
    since = DayField(label=_("From"), required=False)
    until = DayField(label=_("To"), required=False)
    weekdays = forms.TypedMultipleChoiceField(
        label=_("Only on these weekdays"),
        choices=list(WEEKDAYS.items()),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None: on all of them."),
    )
    starts = forms.TimeField(
        label=_("Begins at"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    place = forms.CharField(
        label=_("Inn"),
        required=False,
        max_length=PLACE_LENGTH,
        help_text=_("Hour and inn stand with the dates of the evenings, also in calendars."),
    )
    sheets = forms.MultipleChoiceField(
        label=_("Only under these house rules"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None: under all of them."),
    )
    chosen = forms.BooleanField(
        label=_("Only dates that are added one by one"),
        required=False,
        help_text=_("Else each date on which an evening is settled counts by itself."),
    )
    in_year = forms.BooleanField(
        label=_("Euros are settled in the year"),
        required=False,
        help_text=_("Each pays or gets once, through the cash box; else everybody pays at the table, each evening."),
    )
    paid_until = DayField(
        label=_("Until then paid at the table"),
        required=False,
        help_text=_("Evenings until this day are not settled once more; without a day all of them are settled."),
    )

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        settings = parse_season_settings(season.settings)
        self.rule = rule = settings.evenings
        initial: dict[str, Any] = {"on": rule is not None} | (rule._asdict() if rule is not None else {})
        if rule is not None and not rule.in_year:
            initial["paid_until"] = max(list_played_dates(season, rule, without=set()), default="")
        kwargs["initial"] = initial | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        played = SheetVersion.objects.filter(gametable__club=season.club_id, gametable__clock="")
        names = {*played.values_list("sheet", flat=True), *(rule.sheets if rule is not None else ())}
        language = get_current_language()
        choices = sorted(((name, name_sheet(name, language)) for name in names), key=lambda choice: choice[1])
        self.fields["sheets"].choices = choices  # type: ignore[attr-defined]
        if len(choices) < 2:
            del self.fields["sheets"]  # there is nothing to choose
        if not is_in_euros(settings):
            del self.fields["in_year"], self.fields["paid_until"]

    def list_values(self) -> dict[str, Any]:
        """Return the values of the action; only after is_valid()."""
        return {name: value for name, value in self.cleaned_data.items() if name != "key"}


class EveningDayForm(forms.Form):
    """A date that the director adds."""

    field_class = "setting"
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    evening = DayField(label=_("Day"))


class YearForm(forms.Form):
    """The rule by which a club's year counts."""

    field_class = "setting"
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    rule = forms.ChoiceField(label=_("How it counts"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, before: Season | None, language: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["rule"] = YEAR_RULES[0] if before is None else _AS_BEFORE
        rules = [rule for rule in list_ready() if rule.id in YEAR_RULES]
        choices = [(rule.id, f"{rule.get_name(language)}: {rule.get_about(language)}") for rule in rules]
        if before is not None:
            again = gettext("As %(name)s: the same rule, weekdays, house rules and guests") % {"name": before.name}
            choices.insert(0, (_AS_BEFORE, again))
        self.fields["rule"].choices = choices  # type: ignore[attr-defined]


def handle_new_year(request: HttpRequest) -> HttpResponse:
    """Begin a year: all its evenings, by one of four rules or that of the year before; all can be changed later.

    The address may name last year, as long as it may begin. A year that has begun is not begun again.
    """
    club, language, choices = get_staff_account(request).club, get_current_language(), list_year_choices()
    year_offered = parse_whole(request.GET.get("year", ""), 4) or find_offered_year(club.pk)
    year = year_offered if year_offered in choices else choices[-1]
    name, evenings = gettext("Our year %(year)s") % {"year": year}, build_year_rule(year)
    before = find_year_before(club.pk, year)
    context = {"year": f"{year}", "choices": list(map(str, choices)), "problem": ""}
    if request.method != "POST":
        form = YearForm(initial={"key": view_helpers.create_key()}, before=before, language=language)
        return _render(request, context | {"form": form, "same": find_same_year(club.pk, name, evenings)})
    form = YearForm(request.POST, before=before, language=language)
    if not form.is_valid():
        return _render(request, context | {"form": form}, 400)
    details = SeasonDetails(name, _find_year_settings(form.cleaned_data["rule"], before, evenings))
    try:
        season = begin_year(form.cleaned_data["key"], club, details, find_actor(request))
    except ActionRefused as refused:
        same_year = find_same_year(club.pk, name, evenings) if refused.code == "year_there" else None
        problem = "" if same_year is not None else format_refusal(refused)
        return _render(request, context | {"form": form, "same": same_year, "problem": problem}, 409)
    return redirect("season_standing", slug=season.slug)


def _find_year_settings(chosen: str, before: Season | None, evenings: EveningRule) -> SeasonSettings:
    """Return the settings of a new year: of a ready rule, or those of the year before on other dates."""
    rule = find_ready(chosen)
    if rule is not None or before is None:
        return (rule.settings if rule is not None else SeasonSettings())._replace(evenings=evenings)
    settings = parse_season_settings(before.settings)
    again = (settings.evenings or evenings)._replace(since=evenings.since, until=evenings.until, paid_until="")
    return settings._replace(evenings=again, rankings=())  # which may name days and people of that year


def _render(request: HttpRequest, context: dict[str, Any], status: int = 200) -> HttpResponse:
    return view_helpers.render_page(request, "tournaments/seasons/season/evenings/new_year.html", context, status)
