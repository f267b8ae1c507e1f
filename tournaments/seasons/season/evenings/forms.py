"""The forms of a season's evenings: whether they count, and which; a year that begins."""

from typing import Any

from django import forms
from django.utils.dates import WEEKDAYS
from django.utils.translation import gettext_lazy as _

from scoring.book.sheet_library import find_rules
from scoring.engine.texts import pick_language
from scoring.models import SheetVersion
from tarockclub.kit.days import DayField
from tarockclub.kit.words import get_current_language
from tournaments.models import Season
from tournaments.seasons.season.points.ready import list_ready
from tournaments.seasons.season.settings import parse_season_settings

YEAR_RULES = ("jahr", "jahr_schnitt", "jahr_plaetze", "jahr_euro")  # of ready.toml, the first one first


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

    def __init__(self, *args: Any, season: Season, **kwargs: Any) -> None:
        rule = parse_season_settings(season.settings).evenings
        initial = {"on": rule is not None} | (rule._asdict() if rule is not None else {})
        kwargs["initial"] = initial | kwargs.get("initial", {})
        super().__init__(*args, **kwargs)
        played = SheetVersion.objects.filter(gametable__club=season.club_id, gametable__clock="")
        names = {*played.values_list("sheet", flat=True), *(rule.sheets if rule is not None else ())}
        choices = sorted(((name, _name_sheet(name)) for name in names), key=lambda choice: choice[1])
        self.fields["sheets"].choices = choices  # type: ignore[attr-defined]
        if len(choices) < 2:
            del self.fields["sheets"]  # there is nothing to choose

    def list_values(self) -> dict[str, Any]:
        """Return the values of the action; only after is_valid()."""
        return {name: value for name, value in self.cleaned_data.items() if name != "key"}


def _name_sheet(sheet_id: str) -> str:
    rules = find_rules(sheet_id)
    return sheet_id if rules is None else pick_language(rules.build_sheet().names, get_current_language())


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

    def __init__(self, *args: Any, language: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        rules = [rule for rule in list_ready() if rule.id in YEAR_RULES]
        choices = [(rule.id, f"{rule.get_name(language)}: {rule.get_about(language)}") for rule in rules]
        self.fields["rule"].choices = choices  # type: ignore[attr-defined]
