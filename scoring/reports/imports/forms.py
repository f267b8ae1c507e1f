"""The import form: players, date, house rules, stakes, and the records themselves."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.book.sheet_library import find_rules
from scoring.engine.agreement import format_agreement
from scoring.engine.house_rules.sheet import Sheet
from scoring.reports.imports.chosen_rules import House, choose_house
from scoring.table.evenings.forms import StartForm
from tarockclub.kit import time_source
from tarockclub.kit.days import DayField
from tarockclub.kit.form_fields import PostedForm, TextField, TickField

_NO_DATE = _("Enter a date here, such as 24.12.2025.")
_FROM_RECORDS = ("%Y-%m-%d", "%d.%m.%Y", "%d. %m. %Y")


class RecordsForm(PostedForm):
    """The pasted records; `write` imports what was seen, also without unreadable lines, also if it is there already."""

    text = TextField()
    write = TickField()
    seen = TextField()
    leave_out = TickField()
    again = TickField()


class BringForm(StartForm):
    """The data of an imported evening; the records are read before it (`said`: the house rules that they name)."""

    day = DayField(
        label=_("Played on"), input_formats=_FROM_RECORDS, error_messages={"required": _NO_DATE, "invalid": _NO_DATE}
    )
    ends = forms.BooleanField(
        label=_("The evening is over: nothing more can be entered at this table"), required=False, initial=True
    )

    def __init__(self, *args: Any, house: House | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.house = house
        del self.fields["high"]  # the records contain the forehand
        sheets = [(sheet.id, self._name_sheet(sheet)) for sheet in self.sheets]
        self._offer_choices("sheet", [("", _("as the records say")), *sheets])
        self.fields["sheet"].required = False
        self.fields["sheet"].initial = ""
        self.initial.setdefault("day", timezone.localtime(time_source.now()).date())

    def clean(self) -> dict[str, Any]:
        """Refuse a future day, and an evening without house rules."""
        data = super().clean()
        day = data.get("day")
        if day is not None and day > timezone.localtime(time_source.now()).date():
            self.add_error("day", _("It cannot be this day: only an evening that has been played can be imported."))
        if not data.get("sheet") and self.house is None:
            self.add_error("sheet", _("No record says which house rules were used: choose them."))
        return data

    def find_sheet(self) -> Sheet | None:
        """Return the sheet of the evening."""
        return super().find_sheet() if self.cleaned_data.get("sheet") or self.house is None else self._find_own_sheet()

    def _find_own_sheet(self) -> Sheet | None:
        rules = find_rules(self.house.sheet) if self.house is not None else None
        return None if rules is None or self.house is None else rules.build_sheet(self.house.options)

    def build_house(self) -> House:
        """Return the house rules; only after is_valid()."""
        chosen = str(self.cleaned_data.get("sheet") or "")
        if not chosen and self.house is not None:
            return self.house
        return choose_house(
            chosen, {name: bool(self.cleaned_data[f"option-{chosen}-{name}"]) for name in self._list_names(chosen)}
        )

    def _list_names(self, sheet_id: str) -> list[str]:
        return [option.id for sheet, option in self._list_options() if sheet.id == sheet_id]

    @property
    def agreed_text(self) -> str:
        """The agreement about money, as JSON text; only after is_valid()."""
        return format_agreement(self.agreed)

    def list_named_option_fields(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the options of each sheet that has some, by its name."""
        names = {sheet.id: self._name_sheet(sheet) for sheet in self.sheets}
        return [(names[sheet_id], fields) for sheet_id, fields in self.list_option_fields()]

    @property
    def more_is_open(self) -> bool:
        """True if the options are shown unfolded: one differs from its default."""
        if not self.is_bound:
            return False
        fields = [field for _sheet, found in self.list_option_fields() for field in found]
        return any(bool(field.value()) != bool(field.initial) for field in fields)
