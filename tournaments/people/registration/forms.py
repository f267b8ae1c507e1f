"""The forms of registration: what a player types, and what the staff decides."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.form_fields import LONGEST_ID, TextField, TickField
from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.lists.typed_names import read_typed_name
from tarockclub.kit.text import clean_name, clean_text, parse_whole
from tarockclub.models import NAME_LENGTH, TOWN_LENGTH
from tournaments.core.forms import ActionForm
from tournaments.core.messages import format_no_name
from tournaments.people.registration.services import Companion, Details

REMARK_LENGTH = 200


class CleanCharField(forms.CharField):
    """A line of text as it is stored; refused where it is too long."""

    def to_python(self, value: Any) -> Any:
        """Return the cleaned text."""
        return clean_text(str(value or ""))


class NameCharField(CleanCharField):
    """A name as it is stored; empty without a letter or a digit."""

    def to_python(self, value: Any) -> Any:
        """Return the cleaned name."""
        return clean_name(str(value or ""))


class ApplicationForm(ActionForm):
    """The name of a player who wants to take part, and what the director should know."""

    name = NameCharField(
        label=_("Your first name and surname"),
        required=False,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "name", "autocapitalize": "words", "required": True}),
    )
    town = CleanCharField(
        label=_("Town"),
        required=False,
        max_length=TOWN_LENGTH,
        help_text=_("Tells players of the same name apart; it need not be given."),
        widget=forms.TextInput(attrs={"autocomplete": "address-level2", "autocapitalize": "words"}),
    )
    together = NameCharField(
        label=_("Together with (first name and surname)"),
        required=False,
        max_length=NAME_LENGTH,
        help_text=_(
            "This form registers you both; one of you sends it. Either you both get a place, or neither does. Leave it "
            "empty to come alone."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    partner = CleanCharField(
        label=_("Partner or team"),
        required=False,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words"}),
    )
    remark = CleanCharField(
        label=_("Remark for the director"),
        required=False,
        max_length=REMARK_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    namesake = forms.BooleanField(label=_("Somebody else who has the same name"), required=False)
    # Nobody sees it; programs that fill in every field do.
    website = TextField(200)

    def __init__(
        self, *args: Any, has_teams: bool = True, is_change: bool = False, is_fixed: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.asks_namesake = False  # somebody of this name is registered
        self.fields["key"].widget = forms.HiddenInput(attrs={"autocomplete": "off"})
        if not has_teams:
            del self.fields["partner"]
        if is_change:
            del self.fields["together"]
        if is_fixed:  # it has been confirmed under this name
            self.fields["name"].disabled = True

    def clean_name(self) -> str:
        """Refuse no name."""
        name = str(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(format_no_name(name))
        return name

    def clean(self) -> dict[str, Any]:
        """Turn the name, and take a town off it."""
        data = super().clean() or {}
        if "name" not in data or self.fields["name"].disabled:
            return data
        name, town = read_typed_name(data["name"])
        if fold_name(read_typed_name(data.get("together", ""))[0]) == fold_name(name):
            self.add_error("together", _("That is your own name."))
        return data | {"name": name, "town": data.get("town") or town[:TOWN_LENGTH]}

    def list_shown_fields(self) -> list[forms.BoundField]:
        """Return the fields that people see."""
        names = ["name", "town", "together", "partner", "remark", *(["namesake"] if self.asks_namesake else [])]
        return [self[name] for name in names if name in self.fields]

    def is_by_a_program(self) -> bool:
        """Return whether the field was filled in that nobody sees."""
        return bool(self.data.get("website"))

    def build_companion(self) -> Companion | None:
        """Return whoever comes together with the player; only after is_valid()."""
        name, town = read_typed_name(self.cleaned_data.get("together", ""))
        return Companion(name, town[:TOWN_LENGTH]) if name else None

    def build_details(self) -> Details:
        """Return what was typed beside the name; only after is_valid()."""
        return Details(*(self.cleaned_data.get(name, "") for name in Details._fields))


class OwnPlaceForm(ActionForm):
    """The buttons with which players say that they are there, withdraw their registration, or answer an invitation."""

    here = TickField()
    withdraw = TickField()
    comes = TickField()


class RegistrationForm(ActionForm):
    """The link opened or closed, or an application decided: its id, then perhaps a dot and the id of a person."""

    what = TextField()
    take = TextField()
    decline = TextField()
    withdraw = TextField()
    join = TextField()

    def clean(self) -> dict[str, Any]:
        """Find the application and the person."""
        data = super().clean() or {}
        application, _dot, person = (data["take"] or data["decline"] or data["withdraw"] or data["join"]).partition(".")
        ids = {"application": parse_whole(application, LONGEST_ID) or 0, "person": parse_whole(person, LONGEST_ID)}
        return data | ids | {"is_taken": "take" in self.data, "is_withdrawn": "withdraw" in self.data}
