"""The form of a season, checked so that the standings can be computed; its rules from a JSON file."""

from collections.abc import Mapping
from typing import Annotated, Any, get_type_hints

from django import forms
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from pydantic import BaseModel, ConfigDict, Field, create_model

from tarockclub.kit.amounts import format_hundredths, parse_hundredths
from tarockclub.kit.form_fields import TextField, TickField, must_be_clear
from tarockclub.kit.hash_chain import encode_ascii
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.forms import MOST_TYPED, NameField
from tarockclub.platform.api.errors import ApiError, Mistake
from tournaments.hall.setup.form_fields import MOST_CRITERIA, OrderField
from tournaments.seasons.season import messages
from tournaments.seasons.season.points.formula.evaluate import check_formula
from tournaments.seasons.season.points.formula.nodes import PLACE, PLAYERS, list_names
from tournaments.seasons.season.points.formula.parser import LONGEST, parse_formula
from tournaments.seasons.season.points.formula.printer import format_formula, translate_formula
from tournaments.seasons.season.points.formula.problems import Problem, format_formula_problem
from tournaments.seasons.season.points.place_points import (
    LONGEST_TEXT,
    explain_cup_sizes,
    explain_places,
    format_places,
    parse_cup_sizes,
    parse_places,
)
from tournaments.seasons.season.services import SeasonDetails
from tournaments.seasons.season.settings import (
    FINAL_ALONE,
    FORMULA,
    HUNDREDTHS,
    LOT,
    NUMBER,
    TABLE,
    TOGETHER,
    WORST,
    SeasonSettings,
)

MOST_DAYS = 366
MOST_FACTOR = 100  # whole points
SHOWN_PLACES = 4  # of a table, in a line
_FORMULAS = ("formula", "final_formula", "absent")
_PLAIN = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}
_AMOUNT = {"inputmode": "decimal", "autocomplete": "off", "maxlength": 12, "class": "amount"}


class SeasonPointsField(forms.CharField):
    """An amount of points, as hundredths."""

    def __init__(self, **options: Any) -> None:
        super().__init__(widget=forms.TextInput(attrs=_AMOUNT), **options)

    def clean(self, value: Any) -> Any:
        """Return the points in hundredths."""
        typed = str(super().clean(value)) or "0"
        must_be_clear(typed)
        points = parse_hundredths(typed)
        if points is None:
            raise forms.ValidationError(_("Points like 12 or 12.5, at most 100,000."))
        return points

    def prepare_value(self, value: Any) -> Any:
        """Return hundredths as typed text."""
        return format_hundredths(value, "de") if isinstance(value, int) else value


class PlacesField(forms.CharField):
    """The points of the first, the second … place, as hundredths."""

    def clean(self, value: Any) -> Any:
        """Return the points of each place."""
        typed = str(super().clean(value))[:5000]
        places = parse_places(typed)
        if places is None:
            raise forms.ValidationError(
                explain_places(typed)
                or _("Points of the places, like 223; 198; 180: at most 300 places, each at most 100,000.")
            )
        return places

    def prepare_value(self, value: Any) -> Any:
        """Return the points as typed text."""
        return format_places(value) if isinstance(value, tuple) else value


class CupSizesField(forms.CharField):
    """The sizes of cups, each with the points that its places carry, as text."""

    def clean(self, value: Any) -> Any:
        """Return the text, which can be read."""
        text = str(super().clean(value))
        if parse_cup_sizes(text) is None:
            raise forms.ValidationError(
                explain_cup_sizes(text)
                or _(
                    "A line for each size, like “Small, from 30: 120; 109; 100”: at most six sizes of 300 places each."
                )
            )
        return "\n".join(text.splitlines())


class SeasonForm(forms.Form):
    """The form that cleans to SeasonDetails; every message says what to do."""

    field_class = "setting"
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    check = TickField()  # the points are to be checked, and nothing is stored
    confirmed = TextField()  # the sign of the standings that change with the settings
    name = NameField(label=_("Name of the season"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    teams = forms.BooleanField(
        label=_("A season of teams"),
        required=False,
        help_text=_(
            "Teams are ranked instead of players, by the teams' results that its tournaments have published; "
            "teams of the same name are one."
        ),
    )
    way = forms.ChoiceField(label=_("Points of a place"), choices=messages.WAYS, widget=forms.RadioSelect)
    table = PlacesField(
        label=_("Points of the places"),
        required=False,
        widget=forms.Textarea(attrs={**_PLAIN, "rows": 3, "maxlength": 5000}),
        help_text=_("The first, the second and so on, like 223; 198; 180; 168."),
    )
    rest = SeasonPointsField(label=_("Points of everybody behind these"), required=False)
    formula = forms.CharField(
        label=_("Points formula"),
        required=False,
        max_length=MOST_TYPED,
        widget=forms.Textarea(attrs={**_PLAIN, "rows": 3, "maxlength": LONGEST}),
        help_text=_(
            "With place, players, points (those by which the tournament ranks), written, money, capital, place_points, "
            "hands, won, rounds, firsts, seconds, thirds, euros, days, table_place, table_size, teams, team_place, "
            "most_hands; "
            "+ - * / ^, if … then … else …, min, max, round, floor, ceil: players - place + 1, or if place <= 3 then "
            "50 / place else 5."
        ),
    )
    ties = forms.ChoiceField(
        label=_("Players who share a place get"), choices=messages.TIES, help_text=_("For example, the two on place 1.")
    )
    decimals = forms.TypedChoiceField(label=_("Points are rounded to"), choices=messages.DECIMALS, coerce=int)
    per = forms.ChoiceField(
        label=_("A place and its points are those of"),
        choices=messages.PER,
        help_text=_(
            "By rounds, table_place and table_size are known, too; a result that was typed in is one round. "
            "From sums, all days count, and most_hands are those of whoever has played most."
        ),
    )
    bonus = SeasonPointsField(
        label=_("Points for taking part, each day"),
        required=False,
        help_text=_("In addition, also for a day that does not count. 0: none."),
    )
    counting = forms.ChoiceField(
        label=_("What counts for each player"),
        choices=messages.COUNTING,
        widget=forms.RadioSelect,
        help_text=_("Carried-over points and a final count in addition."),
    )
    best = forms.IntegerField(label=_("Number of days that count"), min_value=1, max_value=MOST_DAYS)
    worst = forms.IntegerField(label=_("Number of worst days that do not count"), min_value=1, max_value=MOST_DAYS)
    half_up = forms.TypedChoiceField(
        label=_("Half of the days"), choices=messages.HALVES, coerce=lambda text: text == "1"
    )
    days = forms.IntegerField(
        label=_("Planned days"),
        min_value=0,
        max_value=MOST_DAYS,
        help_text=_("For the best half, or all but the worst; 0: as many as are in the list."),
    )
    least_days = forms.IntegerField(
        label=_("Days a player must have played to be ranked"),
        min_value=0,
        max_value=MOST_DAYS,
        help_text=_("0: none."),
    )
    least_third = forms.BooleanField(
        label=_("Only who has a third of the days so far is ranked"),
        required=False,
        help_text=_("Rounded up, a final left out; whoever has fewer stands behind the others."),
    )
    criteria = OrderField(
        messages.CRITERIA,
        label=_("Between players with equal points"),
        required=False,
        help_text=_("The first difference between two players decides; players without any difference share a rank."),
    )
    final = forms.ChoiceField(
        label=_("A final"),
        choices=messages.FINALS,
        widget=forms.RadioSelect,
        help_text=_(
            "If there is one: you set it at the tournament itself. A final that counts like any other day is a day."
        ),
    )
    factor = SeasonPointsField(label=_("Points of the final times"), help_text=_("1, 1.5, 2 …"))
    final_table = PlacesField(
        label=_("Points of the first places in the final"),
        required=False,
        widget=forms.Textarea(attrs={**_PLAIN, "rows": 2, "maxlength": 5000}),
        help_text=_("Empty, with the formula below: the final gives the points of a day."),
    )
    final_formula = forms.CharField(
        label=_("Formula for all places in the final behind these"),
        required=False,
        max_length=MOST_TYPED,
        widget=forms.TextInput(attrs={**_PLAIN, "maxlength": LONGEST}),
        help_text=_("Like 50 - place: points can be below 0. Empty: none."),
    )
    absent = forms.CharField(
        label=_("Points of those who were not in the final"),
        required=False,
        max_length=MOST_TYPED,
        widget=forms.TextInput(attrs={**_PLAIN, "maxlength": LONGEST}),
        help_text=_("A number, or a formula of the number of players in the final, like 49 - players. Empty: none."),
    )
    taken = forms.IntegerField(
        label=_("Percentage of the points from the days that is carried over into a final that decides alone"),
        min_value=0,
        max_value=100,
    )

    sizes = CupSizesField(
        label=_("Points that places in a cup carry over, by the size of the cup"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={**_PLAIN, "rows": 6, "maxlength": LONGEST_TEXT}),
        help_text=_(
            "For a final of several clubs: a line for each size, with its name, the average number of players from "
            "which it applies, and the points of the places, like “Small, from 30: 120; 109; 100”. The average may be "
            "left out. A pasted column of numbers belongs to the size above it."
        ),
    )
    prizes = forms.CharField(
        label=_("Prizes of the season"),
        required=False,
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"autocomplete": "off", "rows": 3, "maxlength": LONGEST_TEXT}),
        help_text=_("Of the first, the second and so on, one a line."),
    )
    carried = forms.ChoiceField(
        label=_("Points that are carried over for somebody more than once"),
        choices=messages.CARRIED_WAYS,
        help_text=_("For example, of somebody who has played in two cups."),
    )

    def __init__(self, *args: Any, language: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.language = language

    def clean_factor(self) -> int:
        """Refuse a factor that cannot be meant."""
        factor = int(self.cleaned_data["factor"])
        if not 1 <= factor <= MOST_FACTOR * 100:
            raise forms.ValidationError(_("A number above 0, at most 100."))
        return factor

    def clean_criteria(self) -> tuple[str, ...]:
        """Refuse a criterion that appears twice, and criteria after the lot."""
        criteria: tuple[str, ...] = self.cleaned_data["criteria"] or ()
        if len(set(criteria)) < len(criteria):
            raise forms.ValidationError(_("The same thing appears twice. Leave one of them out."))
        if LOT in criteria[:-1]:
            raise forms.ValidationError(_("Drawing lots leaves no ties: put it last."))
        return criteria

    def clean(self) -> dict[str, Any]:
        """Check the chosen rule; the other one is kept if it makes sense."""
        data = super().clean() or {}
        if data.get("way") == TABLE and "table" in data and not data["table"]:
            self.add_error("table", _("Enter what the places get, like 223; 198; 180."))
        checked = ["formula"] if data.get("way") == FORMULA else []
        checked += [name for name in ("final_formula", "absent") if data.get(name)]
        for name in checked:
            for problem in check_formula(data.get(name, "")).problems:
                self.add_error(name, format_formula_problem(problem, self.language))
        formula, absent = (parse_formula(data.get(name, "")) for name in ("formula", "absent"))
        has_place = isinstance(formula, Problem) or bool({PLACE, PLAYERS} & set(list_names(formula)))
        if data.get("per") == TOGETHER and (data.get("way") == TABLE or has_place):
            self.add_error(
                "per", _("All days together have no place and no players: take a formula like written * 60 / hands.")
            )
        if not isinstance(absent, Problem) and set(list_names(absent)) - {PLAYERS}:
            self.add_error("absent", _("Only the number of players is known of them, like 49 - players."))
        return data

    def build_settings(self) -> SeasonSettings:
        """Return the chosen settings; only without errors."""
        plain = {name: self.cleaned_data[name] for name in SeasonSettings._fields if name in self.cleaned_data}
        parsed = {name: parse_formula(plain.pop(name)) for name in _FORMULAS}
        formulas = {name: format_formula(node) for name, node in parsed.items() if not isinstance(node, Problem)}
        return SeasonSettings(**plain | formulas)

    def build_details(self) -> SeasonDetails:
        """Return the form's values; only after is_valid()."""
        return SeasonDetails(self.cleaned_data["name"], self.build_settings())


def build_season_initial(settings: SeasonSettings, language: str) -> dict[str, Any]:
    """Return settings as initial values of the form, formulas in the reader's language."""
    formulas = {name: translate_formula(getattr(settings, name), language) for name in _FORMULAS}
    return settings._asdict() | formulas | {"half_up": int(settings.half_up)}


def describe_parts(values: Mapping[str, Any]) -> dict[str, str]:
    """Return what is chosen in each part of the form, in a line; `values`: initial or cleaned ones."""
    places = f"{format_places(values['table'][:SHOWN_PLACES])} …"
    equals = ", ".join(messages.format_choice(messages.CRITERIA, name) for name in values["criteria"])
    with_equals = [gettext("between equals: %(criteria)s") % {"criteria": equals}] if equals else []
    return {
        "points": places if values["way"] == TABLE else values["formula"],
        "counting": " · ".join([_describe_counting(values), *with_equals]),
        "final": _describe_final(values),
        "cups": ", ".join(size.name for size in parse_cup_sizes(values["sizes"]) or ()),
    }


def _describe_counting(values: Mapping[str, Any]) -> str:
    best, worst = values["best"], values["worst"]
    if values["counting"] == NUMBER:
        return ngettext("the best day", "the best %(days)s days", best) % {"days": best}
    if values["counting"] == WORST:
        return ngettext("all days but the worst", "all days but the worst %(days)s", worst) % {"days": worst}
    return messages.format_choice(messages.COUNTING, values["counting"])


def _describe_final(values: Mapping[str, Any]) -> str:
    if values["final"] == FINAL_ALONE:
        return gettext("a final decides alone, with %(taken)s %% of the points from the days") % {
            "taken": values["taken"]
        }
    own = values["final_table"] or values["final_formula"]
    points = gettext("a final counts on top, with points of its own") if own else gettext("a final counts on top")
    if values["factor"] == HUNDREDTHS:
        return points
    return gettext("%(points)s, times %(factor)s") % {
        "points": points,
        "factor": format_hundredths(values["factor"]),
    }


_OWN = ("rankings", "evenings")  # these name people and dates of a club
_KINDS = get_type_hints(SeasonSettings) | {"criteria": Annotated[tuple[str, ...], Field(max_length=MOST_CRITERIA)]}
_FIELDS: dict[str, Any] = {
    name: (_KINDS[name], default) for name, default in SeasonSettings._field_defaults.items() if name not in _OWN
}
_SeasonBody: type[BaseModel] = create_model(
    "_SeasonBody", __config__=ConfigDict(strict=True, extra="forbid"), **_FIELDS
)


def parse_season_body(body: dict[str, Any]) -> SeasonSettings:
    """Return the rules that JSON values say, without sub-rankings; omitted ones are as usual.

    Raise ValidationError for values of another type, and ApiError for those that the form of a season refuses.
    """
    values = _SeasonBody.model_validate_json(encode_ascii(body)).model_dump()
    criteria = values.pop("criteria")
    language = get_current_language()
    fields = SeasonForm(language=language).fields
    data: dict[str, Any] = {field: fields[field].prepare_value(value) for field, value in values.items()}
    data |= {f"criteria_{at}": criterion for at, criterion in enumerate(criteria)}
    form = SeasonForm(data | {"half_up": str(int(values["half_up"]))}, language=language)
    del form.fields["key"], form.fields["name"]  # they are typed when a season begins with these rules
    if not form.is_valid():
        errors = [Mistake(f"settings/{field}", "wrong_form", str(some[0])) for field, some in form.errors.items()]
        raise ApiError(400, "invalid", errors=errors)
    return form.build_settings()
