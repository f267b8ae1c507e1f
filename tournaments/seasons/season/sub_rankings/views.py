"""The pages of a sub-ranking for the staff: its people and settings, and the entry money of a marathon."""

import uuid
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from scoring.book.access.permissions import find_actor
from tarockclub.kit.lists.columns import NAME, TOWN
from tarockclub.kit.lists.file import read_pasted
from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.lists.people import Purpose, Reading, read_rows
from tarockclub.kit.lists.table import Unreadable
from tarockclub.kit.text import clean_text
from tarockclub.kit.words import fold, get_current_language
from tarockclub.platform.accounts.forms import NameField
from tarockclub.platform.accounts.persons import list_club_categories
from tarockclub.platform.privacy.public_names import filter_people
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core import view_helpers
from tournaments.core.actions.base import perform_posted
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.hall.setup.form_fields import EuroField
from tournaments.models import Season
from tournaments.seasons.season.cash.services import load_entry_money
from tournaments.seasons.season.data import find_sub_standing, load_season_people, load_season_progress
from tournaments.seasons.season.forms import MOST_DAYS
from tournaments.seasons.season.points.place_points import format_places, parse_places
from tournaments.seasons.season.points.preview import find_ready, list_ready
from tournaments.seasons.season.services import format_event_name, list_events
from tournaments.seasons.season.settings import CATEGORY, EVERYBODY, LIST, WHOLE, SubRanking, parse_season_settings
from tournaments.seasons.season.settings import TOWN as SETTINGS_TOWN
from tournaments.seasons.season.sub_rankings.actions import (
    MOST_PRIZES,
    MOST_WORD,
    RemoveRanking,
    SetRanking,
    TakeEntryMoney,
    find_ranking,
)
from tournaments.seasons.season.table import build_payouts
from tournaments.seasons.season.view_helpers import render_season_page

_SORTED = "= "  # before a name whose words are in alphabetical order


class ListedPerson(NamedTuple):
    """A line: its text, and the name and the town that were read from it."""

    text: str
    name: str = ""
    town: str = ""


def list_listed_people(text: str, known: Mapping[str, set[int]]) -> list[ListedPerson]:
    """Return a line for everybody; whatever is not read as a name is one that nobody has.

    >>> [tuple(person) for person in list_listed_people("Lind, Ada\\nCora Berg, Wien", {})]
    [('Lind, Ada', 'Ada Lind', ''), ('Cora Berg, Wien', 'Cora Berg', 'Wien')]
    """
    names = frozenset(name for name in known if not name.startswith(_SORTED))
    try:
        reading = read_rows(read_pasted(text), Purpose(frozenset((NAME, TOWN)), known_names=names))
    except Unreadable:
        return []
    return [*(ListedPerson(line) for _row, line in reading.outside), *_list_rows(reading)]


def _list_rows(reading: Reading) -> Iterator[ListedPerson]:
    unused = [place for place, column in enumerate(reading.columns) if not column.kind and not column.heading]
    for row in reading.rows:
        yield ListedPerson(clean_text(" ".join(row.cells)), row.name, row.town)
        # "Anna Maier, Bert Huber" in one line are two.
        for place in unused:
            if place < len(row.cells) and any(map(str.isalpha, row.cells[place])):
                yield ListedPerson(clean_text(row.cells[place]))


def list_name_keys(name: str) -> list[str]:
    """Return what a name is found by, the most exact first.

    >>> list_name_keys("Dr. Rosa Graß")
    ['dr. rosa grass', 'rosa grass', '= grass rosa']
    """
    folded = fold_name(name)
    return [fold(name), folded.text, f"{_SORTED}{folded.turned}"]


def find_listed_person(listed: ListedPerson, known: Mapping[str, set[int]]) -> int | None:
    """Return the person (id) whom a line means; None for nobody, or for one of several."""
    names = [listed.text, f"{listed.name} ({listed.town})", f"{listed.name}, {listed.town}", listed.name]
    for name in names if listed.name else names[:1]:
        for key in list_name_keys(name):
            if key in known:
                return next(iter(known[key])) if len(known[key]) == 1 else None
    return None


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
        names = {CATEGORY: list_club_categories(self.club), SETTINGS_TOWN: sorted(towns, key=fold)}
        # A name beside another group, as the API once took it, names nobody.
        names_of_group = names.get(self.ranking.group, [self.ranking.group_name])
        if self.ranking.group_name and self.ranking.group_name not in names_of_group:
            names_of_group.append(self.ranking.group_name)
        labels = {CATEGORY: _("Of a category"), SETTINGS_TOWN: _("Of a town")}
        groups = [
            (labels[group], [(f"{group}:{name}", name) for name in some]) for group, some in names.items() if some
        ]
        return [(LIST, _("those on the list below")), *groups]

    def clean_people(self) -> list[int]:
        """Return the ids of the people listed; refuse names that the register does not have, or has twice."""
        by_name: dict[str, set[int]] = {}
        for person in filter_people(self.club):
            for name in {person.name, INSIDE.name_person(person)}:
                for key in list_name_keys(name):
                    by_name.setdefault(key, set()).add(person.pk)
        listed = list_listed_people(self.cleaned_data["people"], by_name)
        people = {row.text: find_listed_person(row, by_name) for row in listed}
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


def handle_ranking(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show the settings of a sub-ranking, 0: of a new one; POST saves or removes it."""
    season = view_helpers.find_own_season(request, slug)
    ranking = find_ranking(parse_season_settings(season.settings), number) if number else SubRanking()
    if ranking is None:
        raise Http404
    if request.method != "POST":
        initial = build_ranking_initial(ranking) | {"key": view_helpers.create_key()}
        return _render_form(request, season, SubRankingForm(initial=initial, **_list_facts(season, ranking)))
    form = SubRankingForm(request.POST, **_list_facts(season, ranking))
    is_removed = "remove" in request.POST
    if not is_removed and not form.is_valid():
        return _render_form(request, season, form, 400)
    try:
        if is_removed:
            perform_posted(request, season, RemoveRanking, number=number)
        else:
            SetRanking(**form.build_values()).perform(season, form.cleaned_data["key"], find_actor(request))
    except ActionRefused as refused:
        form.add_error(None, format_refusal(refused))
        return _render_form(request, season, form, 409)
    return view_helpers.redirect_saved("season", slug=slug)


def _list_facts(season: Season, ranking: SubRanking) -> dict[str, Any]:
    return {"season": season, "ranking": ranking, "language": get_current_language()}


def _render_form(request: HttpRequest, season: Season, form: SubRankingForm, status: int = 200) -> HttpResponse:
    """Render the settings; nothing can be changed once the season is over."""
    for field in form.fields.values():
        field.disabled = season.ended is not None
    return render_season_page(request, "sub_rankings/settings", season, {"form": form, "ranking": form.ranking}, status)


def handle_entries(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show who is on the list of a marathon, who has paid, and the shares; POST takes somebody's entry money."""
    season = view_helpers.find_own_season(request, slug)
    if request.method != "POST":
        return _render_entries(request, season, number)
    return view_helpers.run_action(
        lambda: perform_posted(request, season, TakeEntryMoney, ranking=number),
        lambda refused: _render_entries(request, season, number, format_refusal(refused), 409),
        "season_ranking_entries",
        slug=slug,
        number=number,
    )


def _render_entries(
    request: HttpRequest, season: Season, number: int, text: str = "", status: int = 200
) -> HttpResponse:
    stand = load_season_progress(season)
    sub = find_sub_standing(stand, number)
    if sub is None or not sub.ranking.fee:
        raise Http404
    money = load_entry_money(season).get(number, {})
    people, same = load_season_people([*sub.ranking.people, *money])
    paid = {same[person] for person in money}
    entered = {same[person] for person in sub.ranking.people} | paid
    entries = sorted(((people[person], person in paid) for person in entered), key=lambda entry: entry[0].real)
    payouts, rest = build_payouts(sub.stand.standing.lines, sum(money.values()), sub.ranking.shares, stand.people)
    context = {
        "ranking": sub.ranking,
        "entries": entries,
        "payers": len(paid),
        "pot": sum(money.values()),
        "payouts": payouts,
        "rest": rest,
        "problem": text,
    }
    return render_season_page(request, "sub_rankings/entries", season, context, status)
