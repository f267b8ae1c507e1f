"""The form that starts an evening: four to six names, a house-rule sheet, its options, who drew high, the money."""

import uuid
from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.book.sheet_library import find_last_sheet, list_offered_sheets
from scoring.engine.agreement import format_agreement, get_usual_rate
from scoring.engine.evening.state import FEWEST_PLAYERS, MOST_PLAYERS
from scoring.engine.house_rules.sheet import Option, Sheet
from scoring.engine.texts import format_sentence
from scoring.table.entry.script_data import format_worth
from scoring.table.evenings.services import EveningStart
from scoring.table.settlement.forms import USUAL_CENTS, AgreementForm
from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.kit.text import clean_name
from tarockclub.models import NAME_LENGTH

MOST_TYPED = 1000  # longer input is cut before cleaning
DEFAULT_SHEET = "treffpunkt"
HIGH_DEALS = "dealer"  # the player with the highest card deals first; otherwise they are first forehand
NO_KEY = _("Something was lost on the way: please tap “Begin” again.")
_INCOMPLETE = dict.fromkeys(("required", "max_length", "null_characters_not_allowed"), NO_KEY)


MOST_PRICES = 3  # that are said of a sheet
SHEETS_AT_HAND = 3  # the last ones; the others are folded


class StartForm(AgreementForm):
    """The form of a new evening; every message says what to do."""

    key = forms.CharField(max_length=64, widget=forms.HiddenInput, error_messages=_INCOMPLETE)
    sheet = forms.ChoiceField(label=_("House rules"), widget=forms.RadioSelect)
    high = forms.TypedChoiceField(
        label=_("Who drew the highest card?"), coerce=int, required=False, initial=0, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, club: int, known: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = known  # names offered as suggestions
        self.sheets = list_offered_sheets(club)  # the last used one first
        self.names: tuple[str, ...] = ()  # filled by clean()
        self._offer_choices("sheet", [(sheet.id, self._name_sheet(sheet)) for sheet in self.sheets])
        self.fields["sheet"].initial = find_last_sheet(club) or DEFAULT_SHEET
        players = [(seat, _("Player %(number)s") % {"number": seat + 1}) for seat in range(MOST_PLAYERS)]
        self._offer_choices("high", players)
        for seat, label in players:
            self.fields[f"name{seat}"] = _build_name_field(str(label), required=seat < FEWEST_PLAYERS)
        for sheet, option in self._list_options():
            english = self.language.startswith("en")
            self.fields[f"option-{sheet.id}-{option.id}"] = forms.BooleanField(
                label=option.name_en if english else option.name,
                help_text=option.text_en if english else option.text,
                required=False,
                initial=option.default,
            )

    def choose_sheet(self, sheet_id: str) -> None:
        """Suggest a sheet that an address names, if it is offered."""
        if any(sheet.id == sheet_id for sheet in self.sheets):
            self.initial["sheet"] = sheet_id

    def _offer_choices(self, field: str, choices: list[tuple[Any, Any]]) -> None:
        choice_field = self.fields[field]
        if not isinstance(choice_field, forms.ChoiceField):
            raise TypeError(f"{field} is a choice")
        choice_field.choices = choices

    def _name_sheet(self, sheet: Sheet) -> str:
        return sheet.name_en if self.language.startswith("en") else sheet.name

    def _list_options(self) -> Iterable[tuple[Sheet, Any]]:
        return ((sheet, option) for sheet in self.sheets for option in sheet.options.values())

    def list_option_fields(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the options of each sheet that has some."""
        return [
            (sheet.id, [self[f"option-{sheet.id}-{option}"] for option in sheet.options])
            for sheet in self.sheets
            if sheet.options
        ]

    def list_seats(self) -> list[tuple[forms.BoundField, Any]]:
        """Return the fields of the four required players, each with the choice that they drew high."""
        return self._list_all_seats()[:FEWEST_PLAYERS]

    def list_further_seats(self) -> list[tuple[forms.BoundField, Any]]:
        """Return the fields of the players who sit out in turn."""
        return self._list_all_seats()[FEWEST_PLAYERS:]

    def _list_all_seats(self) -> list[tuple[forms.BoundField, Any]]:
        return [(self[f"name{seat}"], radio) for seat, radio in enumerate(self["high"])]

    def list_sheet_rows(self) -> list[tuple[Any, str]]:
        """Return the choices of house rules, each with what its first games pay."""
        return list(zip(self["sheet"], map(self._format_prices, self.sheets), strict=True))

    def _format_prices(self, sheet: Sheet) -> str:
        names = [
            (game, game.name_en if self.language.startswith("en") else game.name) for game in sheet.contracts.values()
        ]
        return ", ".join(f"{name} {format_worth(game)}" for game, name in names[:MOST_PRICES])

    @property
    def rare_sheet_is_chosen(self) -> bool:
        """True if the chosen house rules are not among those at hand."""
        return self["sheet"].value() not in [sheet.id for sheet in self.sheets[:SHEETS_AT_HAND]]

    @property
    def further_are_open(self) -> bool:
        """True if the fields of the fifth and sixth player are shown unfolded."""
        return any(field.value() or field.errors for field, _radio in self.list_further_seats())

    def build_facts(self) -> dict[str, dict[str, Any]]:
        """Return the facts about each sheet for the page's script."""
        return {
            sheet.id: {
                "dealer": sheet.hoch == HIGH_DEALS,
                "donation": sheet.written is not None,
                "rate": get_usual_rate(sheet.point) or USUAL_CENTS,
            }
            for sheet in self.sheets
        }

    def list_high_deals(self) -> list[str]:
        """Return the names of the sheets by which the highest card deals first."""
        return [self._name_sheet(sheet) for sheet in self.sheets if sheet.hoch == HIGH_DEALS]

    def list_donating(self) -> list[str]:
        """Return the names of the sheets by which money and written score can differ."""
        return [self._name_sheet(sheet) for sheet in self.sheets if sheet.written is not None]

    def find_sheet(self) -> Sheet | None:
        """Return the chosen sheet; None without a valid choice."""
        return next((sheet for sheet in self.sheets if sheet.id == self.cleaned_data.get("sheet")), None)

    def clean(self) -> dict[str, Any]:
        """Clean the names (present, short enough, different, without a gap) and the player who drew high."""
        data = super().clean()
        names: set[str] = set()
        for seat in range(MOST_PLAYERS):
            field = f"name{seat}"
            if field in data:
                data[field] = clean_name(str(data[field] or ""))
                self._check_name(field, data[field], names, required=seat < FEWEST_PLAYERS)
        if data.get("name5") and not data.get("name4"):
            self.add_error("name4", _("The fifth player first, then the sixth."))
        self.names = tuple(data[f"name{seat}"] for seat in range(MOST_PLAYERS) if data.get(f"name{seat}"))
        if int(data.get("high") or 0) >= max(len(self.names), FEWEST_PLAYERS):
            self.add_error("high", _("There is no player with this number."))
        chosen = next((sheet for sheet in self.sheets if sheet.id == data.get("sheet")), None)
        if chosen is not None:
            refuse_clash(self, chosen, self.language)
        return data

    def _check_name(self, field: str, name: str, names: set[str], *, required: bool) -> None:
        if not name:
            if required:
                self.add_error(field, _("A name is missing here."))
            return
        if len(name) > NAME_LENGTH:
            message = _("At most %(most)s characters; this name has %(length)s.")
            self.add_error(field, message % {"most": NAME_LENGTH, "length": len(name)})
        elif name.casefold() in names:
            self.add_error(field, _("Two players have this name: add something to tell them apart."))
        names.add(name.casefold())

    def renew_key(self) -> None:
        """Give a form that is shown again another key, since its old one would always be refused."""
        self.data = {name: self.data[name] for name in self.data} | {"key": str(uuid.uuid4())}

    def build_evening(self) -> EveningStart:
        """Return the cleaned settings; only after is_valid()."""
        data, sheet = self.cleaned_data, self.find_sheet()
        if sheet is None:
            raise ValueError("no sheet was chosen")
        options = {option: bool(data[f"option-{sheet.id}-{option}"]) for option in sheet.options}
        forehand = (int(data["high"] or 0) + (sheet.hoch == HIGH_DEALS)) % len(self.names)
        return EveningStart(self.names, sheet.id, options, forehand, format_agreement(self.agreed))


class ArchivingForm(PostedForm):
    """An evening goes into the archive, or comes back ("back")."""

    what = TextField()


def refuse_clash(form: forms.Form, sheet: Sheet, language: str) -> None:
    """Add an error to the second of two options of a sheet that exclude each other."""
    fields = {f"option-{sheet.id}-{option}": option for option in sheet.options}
    clash = sheet.find_clash({option: bool(form.cleaned_data.get(field)) for field, option in fields.items()})
    if clash is not None:
        error = forms.ValidationError(format_option_clash(clash, language), code="options_exclude")
        form.add_error(f"option-{sheet.id}-{clash[1].id}", error)


def format_option_clash(clash: tuple[Option, Option], language: str) -> str:
    """Return the sentence about two options that exclude each other."""
    first, second = clash
    return format_sentence("options_exclude", (("option", first.names), ("other", second.names)), language)


def _build_name_field(label: str, *, required: bool) -> forms.CharField:
    attrs = {"list": "known", "autocomplete": "off", "autocapitalize": "words", "placeholder": label}
    return forms.CharField(
        label=label,
        max_length=MOST_TYPED,
        required=required,
        error_messages={"required": _("A name is missing here.")},
        widget=forms.TextInput(attrs=attrs),
    )
