"""The form of a sub-ranking: its days, its people, its rules, its prizes, the entry money of a marathon."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.words import fold
from tarockclub.platform.accounts.forms import NameField
from tarockclub.platform.accounts.person_details import list_club_categories
from tarockclub.platform.privacy.namesakes import filter_people
from tarockclub.platform.privacy.public_names import get_called_name
from tournaments.hall.setup.form_fields import EuroField
from tournaments.models import Season
from tournaments.seasons.season.forms import MOST_DAYS
from tournaments.seasons.season.names import load_season_people
from tournaments.seasons.season.points.place_points import format_places, parse_places
from tournaments.seasons.season.points.ready import find_ready, list_ready
from tournaments.seasons.season.selectors import format_event_name, list_events
from tournaments.seasons.season.settings import (
    CATEGORY,
    EVERYBODY,
    LIST,
    TOWN,
    WHOLE,
    SubRanking,
    parse_season_settings,
)
from tournaments.seasons.season.sub_rankings.actions import MOST_PRIZES, MOST_WORD
from tournaments.seasons.season.sub_rankings.people_list import find_listed_person, list_listed_people, list_name_keys

SAME_RULES = "same"  # rules that are no ready rule, or not any more
_PLAIN = {"autocomplete": "off", "spellcheck": "false"}
_LINES = {**_PLAIN, "rows": 5}


class SubRankingForm(forms.Form):
    """The form that cleans to the values of SetRanking; every message says what to do."""

    field_class = "setting"
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    name = NameField(label=_("Name of the sub-ranking"), widget=forms.TextInput(attrs=_PLAIN))
    word = forms.CharField(
        label=_("Days with this word in their name"),
        required=False,
        max_length=MOST_WORD,
        widget=forms.TextInput(attrs=_PLAIN),
        help_text=_("For example BBTC. With no word and no tick below, all days count."),
    )
    events = forms.TypedMultipleChoiceField(
        label=_("And these"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple
    )
    group = forms.ChoiceField(
        label=_("Who is ranked"),
        help_text=_("Categories and towns are those of the player register. Points are those of the whole day."),
    )
    people = forms.CharField(
        label=_("List of those ranked"),
        required=False,
        max_length=100_000,
        widget=forms.Textarea(attrs=_LINES),
        help_text=_("Names as in the player register, one a line."),
    )
    rules = forms.ChoiceField(label=_("Points and what counts"), required=False)
    best = forms.IntegerField(
        label=_("Number of best days that count, if another one"), required=False, min_value=1, max_value=MOST_DAYS
    )
    prizes = forms.CharField(
        label=_("Prizes"),
        required=False,
        max_length=MOST_PRIZES,
        widget=forms.Textarea(attrs=_LINES),
        help_text=_("Of the first, the second and so on, one a line."),
    )
    fee = EuroField(
        label=_("Entry money, in euros"),
        required=False,
        least=0,
        help_text=_("For a marathon: those on the list pay it once, into the season's own cash box."),
    )
    shares = forms.CharField(
        label=_("Shares of the first, the second …, in percent"),
        required=False,
        widget=forms.TextInput(attrs=_PLAIN),
        help_text=_("Of all entry money, like 30; 25; 15; 10. What is left over is said."),
    )

    def __init__(self, *args: Any, season: Season, ranking: SubRanking, language: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club, self.ranking = season.club, ranking
        self._set_choices("events", [(event.number, format_event_name(event)) for event in list_events(season)])
        everybody: list[tuple[Any, Any]] = [(EVERYBODY, _("everybody"))]
        is_of_teams = parse_season_settings(season.settings).teams
        self._set_choices("group", everybody if is_of_teams else everybody + self._list_groups())
        ready = [(rule.id, rule.get_name(language)) for rule in list_ready()]
        kept = [(SAME_RULES, _("as set before"))] if _find_rules_id(ranking) == SAME_RULES else []
        self._set_choices("rules", [("", _("as in the season")), *kept, *ready])

    def _set_choices(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        self.fields[name].choices = choices  # type: ignore[attr-defined]

    def _list_groups(self) -> list[tuple[Any, Any]]:
        """Return the list below, and the categories and towns of the register; one that is chosen stays on offer."""
        towns = set(filter_people(self.club).exclude(town="").values_list("town", flat=True))
        names = {CATEGORY: list_club_categories(self.club), TOWN: sorted(towns, key=fold)}
        if self.ranking.group_name and self.ranking.group_name not in names[self.ranking.group]:
            names[self.ranking.group].append(self.ranking.group_name)
        labels = {CATEGORY: _("Of a category"), TOWN: _("Of a town")}
        groups = [
            (labels[group], [(f"{group}:{name}", name) for name in some]) for group, some in names.items() if some
        ]
        return [(LIST, _("those on the list below")), *groups]

    def clean_people(self) -> list[int]:
        """Return the ids of the people listed; refuse names that the register does not have, or has twice."""
        known: dict[str, set[int]] = {}
        for person in filter_people(self.club):
            for name in {person.name, get_called_name(person)}:
                for key in list_name_keys(name):
                    known.setdefault(key, set()).add(person.pk)
        listed = list_listed_people(self.cleaned_data["people"], known)
        people = {row.text: find_listed_person(row, known) for row in listed}
        wrong = [text for text, person in people.items() if person is None]
        if wrong:
            text = _("Not in the player register, or there twice: %(names)s")
            raise forms.ValidationError(text, params={"names": ", ".join(wrong[:10])})
        return list(dict.fromkeys(person for person in people.values() if person is not None))

    def clean_shares(self) -> tuple[int, ...]:
        """Return the shares in hundredths of a percent."""
        shares = parse_places(self.cleaned_data["shares"])
        if shares is None or sum(shares) > WHOLE:
            raise forms.ValidationError(_("Percentages like 30; 25; 15; 10, together at most 100."))
        return shares

    def clean(self) -> dict[str, Any]:
        """Refuse entry money without a list, and a list that nobody reads."""
        data = super().clean() or {}
        if data.get("fee") and data.get("group", LIST) != LIST:
            self.add_error("group", _("Entry money is paid by those on the list: list who takes part."))
        if data.get("people") and data.get("group", LIST) != LIST:
            self.add_error("group", _("You have typed a list: choose those on it, or empty it."))
        return data

    def build_values(self) -> dict[str, Any]:
        """Return the values of SetRanking; only after is_valid()."""
        data = {name: value for name, value in self.cleaned_data.items() if name != "key"}
        group, _colon, group_name = data["group"].partition(":")
        ready = find_ready(data["rules"])
        rules = self.ranking.rules if data["rules"] == SAME_RULES else ready.settings if ready is not None else None
        about = {"group": group, "group_name": group_name, "rules": rules, "best": data["best"] or 0}
        return data | about | {"number": self.ranking.number, "shares": list(data["shares"])}


def _find_rules_id(ranking: SubRanking) -> str:
    """Return the ready rule of a sub-ranking, SAME_RULES for other rules, "" for those of the season."""
    if ranking.rules is None:
        return ""
    return next((rule.id for rule in list_ready() if rule.settings == ranking.rules), SAME_RULES)


def build_ranking_initial(ranking: SubRanking) -> dict[str, Any]:
    """Return a sub-ranking as initial values of the form."""
    people, same = load_season_people(ranking.people)
    names = {people[same[person]].real for person in ranking.people}
    return ranking._asdict() | {
        "group": f"{ranking.group}:{ranking.group_name}" if ranking.group_name else ranking.group,
        "people": "\n".join(sorted(names, key=fold)),
        "rules": _find_rules_id(ranking),
        "best": ranking.best or None,
        "fee": ranking.fee or None,
        "shares": format_places(ranking.shares),
    }
