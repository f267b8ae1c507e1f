"""The data of an imported evening: players, date, house rules, stakes."""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.book.sheet_library import find_rules
from scoring.engine.agreement import format_agreement
from scoring.engine.house_rules.sheet import Sheet
from scoring.reports.imports.chosen_rules import House, choose_house
from scoring.table.evenings.forms import StartForm
from scoring.table.settlement.forms import MONEY, POINTS
from tarockclub.kit import time_source
from tarockclub.kit.days import DayField
from tarockclub.kit.words import get_current_language

_NO_DATE = _("Enter a date here, such as 24.12.2025.")
_FROM_RECORDS = ("%Y-%m-%d", "%d.%m.%Y", "%d. %m. %Y")


class ImportForm(StartForm):
    """The form of a new evening for one that has been played; `house`: the rules that its records name."""

    day = DayField(input_formats=_FROM_RECORDS, error_messages={"required": _NO_DATE, "invalid": _NO_DATE})

    def __init__(self, *args: Any, house: House | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.house = house
        del self.fields["high"]  # the records contain the forehand
        self._offer_choices("sheet", [(sheet.id, self._name_sheet(sheet)) for sheet in self.sheets])
        self.fields["sheet"].required = False

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
        if self.cleaned_data.get("sheet") or self.house is None:
            return super().find_sheet()
        rules = find_rules(self.house.sheet)
        return None if rules is None else rules.build_sheet(self.house.options)

    def build_house(self) -> House:
        """Return the house rules; only after is_valid()."""
        sheet = super().find_sheet()
        if sheet is None and self.house is not None:
            return self.house
        if sheet is None:
            raise ValueError("no sheet was chosen")
        return choose_house(
            sheet.id, {name: bool(self.cleaned_data[f"option-{sheet.id}-{name}"]) for name in sheet.options}
        )

    @property
    def day_played(self) -> date:
        """The day of the evening; only after is_valid()."""
        day: date = self.cleaned_data["day"]
        return day

    @property
    def agreed_text(self) -> str:
        """The agreement about money, as JSON text; only after is_valid()."""
        return format_agreement(self.agreed)

    def list_mistakes(self) -> Iterator[str]:
        """Yield every mistake, with the name or day that was given."""
        for field, errors in self.errors.items():
            value = str(self.data.get(field, "")) if field.startswith(("name", "day")) else ""
            yield from (f"{value}: {error}" if value else str(error) for error in errors)


def build_import_form(
    club: int,
    names: Sequence[str],
    day: str,
    sheet: str,
    options: Mapping[str, bool],
    *,
    cents: str = "",
    house: House | None = None,
) -> ImportForm:
    """Return the form with these data; `options` that are not named have their defaults, `cents`: for a point."""
    form = ImportForm(language=get_current_language(), club=club, house=house)
    data = {"key": str(uuid.uuid4()), "sheet": sheet, "day": day, "played_for": MONEY if cents else POINTS}
    data |= {f"name{seat}": name for seat, name in enumerate(names)} | ({"rate": cents} if cents else {})
    chosen = next((offered for offered in form.sheets if offered.id == sheet), None)
    if chosen is not None:
        switched = {name: option.default for name, option in chosen.options.items()} | dict(options)
        data |= {f"option-{sheet}-{name}": "on" for name, on in switched.items() if on}
    return ImportForm(data, language=get_current_language(), club=club, house=house)
