"""The form that starts an evening: four names, a house-rule sheet, its options, the first forehand."""

import uuid
from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.engine.sheet import Sheet
from scoring.evenings import Evening
from scoring.sheets_in_use import offered
from tarockclub.models import NAME_LENGTH
from tarockclub.names import cleaned

SEATS = 4
MOST_TYPED = 1000  # longer input is cut before it is looked at
DEFAULT_SHEET = "treffpunkt"
NO_KEY = _("Something went missing on the way: please tap “Begin” once more.")
_INCOMPLETE = dict.fromkeys(("required", "max_length", "null_characters_not_allowed"), NO_KEY)


class StartForm(forms.Form):
    """Cleans to an Evening; every message names what to do."""

    key = forms.CharField(max_length=64, widget=forms.HiddenInput, error_messages=_INCOMPLETE)
    sheet = forms.ChoiceField(label=_("House rules"))
    first_forehand = forms.TypedChoiceField(label=_("First forehand"), coerce=int, required=False)

    def __init__(self, *args: Any, language: str = "de", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.language = language
        self.sheets = offered()
        self._sheet_field().choices = [(sheet.id, self._name(sheet)) for sheet in self.sheets]
        self._sheet_field().initial = DEFAULT_SHEET
        for seat in range(SEATS):
            self.fields[f"name{seat}"] = forms.CharField(
                label=_("Player %(number)s") % {"number": seat + 1},
                max_length=MOST_TYPED,
                error_messages={"required": _("A name is missing here.")},
            )
        forehands = self.fields["first_forehand"]
        if isinstance(forehands, forms.TypedChoiceField):
            forehands.choices = [(seat, _("Player %(number)s") % {"number": seat + 1}) for seat in range(SEATS)]
        for sheet, option in self._options():
            name = option.name_en if language.startswith("en") else option.name
            self.fields[f"option-{sheet.id}-{option.id}"] = forms.BooleanField(
                label=name, required=False, initial=option.default
            )

    def _sheet_field(self) -> forms.ChoiceField:
        field = self.fields["sheet"]
        if not isinstance(field, forms.ChoiceField):
            raise TypeError("sheet is a choice")
        return field

    def _name(self, sheet: Sheet) -> str:
        return sheet.name_en if self.language.startswith("en") else sheet.name

    def _options(self) -> Iterable[tuple[Sheet, Any]]:
        return ((sheet, option) for sheet in self.sheets for option in sheet.options.values())

    def option_fields(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The switches of each sheet that has some."""
        return [
            (sheet.id, [self[f"option-{sheet.id}-{option}"] for option in sheet.options])
            for sheet in self.sheets
            if sheet.options
        ]

    def name_fields(self) -> list[forms.BoundField]:
        """The fields of the four names."""
        return [self[f"name{seat}"] for seat in range(SEATS)]

    def clean(self) -> dict[str, Any]:
        """Clean the names; they must be there, short enough, and told apart."""
        data = super().clean() or {}
        names: list[str] = []
        for seat in range(SEATS):
            field = f"name{seat}"
            if field not in data:
                continue
            name = cleaned(str(data[field]))
            data[field] = name
            if not name:
                self.add_error(field, _("A name is missing here."))
            elif len(name) > NAME_LENGTH:
                message = _("At most %(most)s characters; this name has %(length)s.")
                self.add_error(field, message % {"most": NAME_LENGTH, "length": len(name)})
            elif name.casefold() in names:
                self.add_error(field, _("Two players have this name: add something to tell them apart."))
            names.append(name.casefold())
        return data

    def renew_key(self) -> None:
        """Give a form that comes back another key, since the one it had would be refused for ever."""
        self.data = {name: self.data[name] for name in self.data} | {"key": str(uuid.uuid4())}

    def evening(self) -> Evening:
        """What was decided; only after is_valid()."""
        data = self.cleaned_data
        sheet = next(sheet for sheet in self.sheets if sheet.id == data["sheet"])
        options = {option: bool(data[f"option-{sheet.id}-{option}"]) for option in sheet.options}
        names = tuple(data[f"name{seat}"] for seat in range(SEATS))
        return Evening(names, sheet.id, options, int(data["first_forehand"] or 0))
