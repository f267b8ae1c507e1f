"""The form of a tournament: its name and day, and every setting with the sheet's value to begin with."""

import re
from collections.abc import Iterator
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.agreement_form import LONGEST_AMOUNT, cents_of
from scoring.engine.sheet import Sheet
from scoring.sheets_in_use import offered
from tarockclub.forms import NameField
from tournaments.settings import ROUND, TABLE, Settings
from tournaments.setup.making import Wanted
from tournaments.setup.problems import contradictions
from tournaments.setup.words import CONTRADICTIONS, OVERALL, WITHIN_A_ROUND

MOST_CENTS = 1_000_000
MOST_ROUNDS = 99
MOST_MINUTES = 600
MOST_CHOOSERS = 500
MOST_CRITERIA = 5  # of a ranking
_LENGTH = re.compile(r"([0-9]{1,3})(?::([0-5][0-9]))?")


class EuroField(forms.CharField):
    """An amount with two decimals, as cents."""

    def __init__(self, *, least: int = 1, **options: Any) -> None:
        self.least = least
        attrs = {"inputmode": "decimal", "autocomplete": "off", "maxlength": LONGEST_AMOUNT, "class": "amount"}
        super().__init__(widget=forms.TextInput(attrs=attrs), **options)

    def clean(self, value: Any) -> Any:
        """The amount in cents."""
        cents = cents_of(str(super().clean(value)))
        if cents is None or not self.least <= cents <= MOST_CENTS:
            few = _("An amount like 3.00, at most 10,000.") if not self.least else _("An amount like 50.00, above 0.")
            raise forms.ValidationError(few)
        return cents

    def prepare_value(self, value: Any) -> Any:
        """Cents as they are typed."""
        return f"{value // 100},{value % 100:02}" if isinstance(value, int) else value


class LengthField(forms.CharField):
    """Minutes, or minutes and seconds with a colon, as seconds."""

    def clean(self, value: Any) -> Any:
        """The length in seconds."""
        found = _LENGTH.fullmatch(str(super().clean(value)).strip())
        seconds = int(found[1]) * 60 + int(found[2] or 0) if found else 0
        if not 60 <= seconds <= MOST_MINUTES * 60:
            raise forms.ValidationError(_("Minutes, from 1 to 600; with seconds like 22:30."))
        return seconds

    def prepare_value(self, value: Any) -> Any:
        """Seconds as they are typed."""
        if not isinstance(value, int):
            return value
        return f"{value // 60}:{value % 60:02}" if value % 60 else str(value // 60)


class OrderField(forms.MultiValueField):
    """A list of criteria, the first one first: as many lists to choose from as there are criteria."""

    def __init__(self, choices: tuple[tuple[str, Any], ...], **options: Any) -> None:
        with_none = (("", "–"), *choices)
        fields = [forms.ChoiceField(choices=with_none, required=False) for _choice in choices[:MOST_CRITERIA]]
        super().__init__(fields=fields, require_all_fields=False, widget=OrderWidget(with_none, len(fields)), **options)

    def compress(self, data_list: list[Any]) -> tuple[str, ...]:
        """The chosen ones."""
        return tuple(one for one in data_list if one)


class OrderWidget(forms.MultiWidget):
    """The lists of an OrderField, one below the other."""

    def __init__(self, choices: tuple[tuple[str, Any], ...], count: int) -> None:
        named = [_("first"), *[_("then")] * (count - 1)]
        super().__init__([forms.Select(choices=choices, attrs={"aria-label": name}) for name in named])

    def decompress(self, value: Any) -> list[Any]:
        """One criterion for each list, then none."""
        return [*(value or ()), *[""] * (len(self.widgets) - len(value or ()))]

    def use_required_attribute(self, initial: Any) -> bool:
        """Most lists stay empty."""
        return False


class TournamentForm(forms.Form):
    """Cleans to what is Wanted; every message says what to do."""

    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    name = NameField(label=_("Name of the tournament"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    day = forms.DateField(label=_("Day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    sheet = forms.ChoiceField(
        label=_("House rules"),
        help_text=_("What a hand is worth. They are kept as they are today, whatever changes later. (§6–§24)"),
    )
    rounds = forms.IntegerField(
        label=_("Rounds"),
        min_value=0,
        max_value=MOST_ROUNDS,
        help_text=_("How many are played; 0 if as many as people like. Everybody enters round by round. (§2)"),
    )
    round_seconds = LengthField(
        label=_("Length of a round in minutes"), help_text=_("The clock of this program alone decides. (§1)")
    )
    hand_in_play = forms.BooleanField(
        label=_("The hand in play at the gong may be finished"), required=False, help_text=_("One hand, and it counts.")
    )
    double_round = forms.BooleanField(
        label=_("Then a round with double stake"),
        required=False,
        help_text=_("Everybody deals once more after the gong; then the table is done. (§6)"),
    )
    start = EuroField(
        label=_("Starting capital"),
        help_text=_(
            "Play money for everybody; as much again for whoever has lost all of it, who is then ranked last. (§2, §4)"
        ),
    )
    stake = EuroField(label=_("Stake per point"), help_text=_("Play money. (§2)"))
    fee = EuroField(least=0, label=_("Entry fee per round in euros"), help_text=_("For each player and round. (§2)"))
    scope = forms.ChoiceField(
        label=_("A round is ranked"),
        choices=((ROUND, _("over all tables")), (TABLE, _("table by table"))),
        help_text=_("By play money at the end of the round. (§3)"),
    )
    round_criteria = OrderField(
        WITHIN_A_ROUND,
        label=_("Ranking of a round"),
        help_text=_("The first that tells two players apart decides; whom nothing tells apart shares a rank. (§3, §4)"),
    )
    overall_criteria = OrderField(
        OVERALL, label=_("Ranking over all rounds"), help_text=_("The same for the whole tournament.")
    )
    choosers = forms.IntegerField(
        label=_("How many choose from the prizes"),
        min_value=0,
        max_value=MOST_CHOOSERS,
        help_text=_("The first ones, in order of rank. (§3)"),
    )
    count_chips = forms.BooleanField(
        label=_("Chips are counted at the end"),
        required=False,
        help_text=_("What lies on the table is held against what the program has reckoned, before a table is done."),
    )
    show_live = forms.BooleanField(
        label=_("Everybody may see the standings while a round runs"),
        required=False,
        help_text=_("On the public page and the projector; otherwise only after the round."),
    )

    def __init__(self, *args: Any, language: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.language = language
        self.sheets = offered()
        field = self.fields["sheet"]
        if isinstance(field, forms.ChoiceField):
            field.choices = [(sheet.id, self._word(sheet)) for sheet in self.sheets]
        for sheet in self.sheets:
            for option in sheet.options.values():
                self.fields[f"option-{sheet.id}-{option.id}"] = forms.BooleanField(
                    label=f"{self._word(option)} ({option.ref})", required=False, initial=option.default
                )

    def _word(self, of: Any) -> str:
        return str(of.name_en if self.language.startswith("en") else of.name)

    def option_fields(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The switches of each sheet that has some."""
        return [
            (sheet.id, [self[f"option-{sheet.id}-{option}"] for option in sheet.options])
            for sheet in self.sheets
            if sheet.options
        ]

    def clean(self) -> dict[str, Any]:
        """Refuse settings that contradict each other, with the names of both."""
        data = super().clean() or {}
        if not self.errors:
            for code, fields in contradictions(self.settings()):
                names = {"one": self[fields[0]].label, "other": self[fields[1]].label}
                self.add_error(fields[0], CONTRADICTIONS[code] % names)
        return data

    def _sheet(self) -> Sheet:
        return next(sheet for sheet in self.sheets if sheet.id == self.cleaned_data["sheet"])

    def _options(self) -> Iterator[tuple[str, bool]]:
        for option in self._sheet().options:
            yield option, bool(self.cleaned_data[f"option-{self._sheet().id}-{option}"])

    def settings(self) -> Settings:
        """The settings that were chosen; only without errors."""
        plain = {name: self.cleaned_data[name] for name in Settings._fields if name in self.cleaned_data}
        return Settings(**plain, options=tuple(self._options()))

    def wanted(self) -> Wanted:
        """What was decided; only after is_valid()."""
        return Wanted(self.cleaned_data["name"], self.cleaned_data["day"], self.settings())


def initial_of(settings: Settings) -> dict[str, Any]:
    """Settings as the form shows them."""
    shown: dict[str, Any] = settings._asdict()
    return shown | {f"option-{settings.sheet}-{option}": on for option, on in settings.options}
