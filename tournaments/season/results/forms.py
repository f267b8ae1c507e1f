"""The forms of an event's results: typed rows, the preview that is confirmed."""

from collections.abc import Mapping
from typing import Any

from django import forms

from tarockclub.form_fields import TextField, TickField
from tournaments.forms import ReasonForm
from tournaments.list_import.flow import ConfirmationForm
from tournaments.season.results.parsing import Result, parse_result

MOST_TYPED_ROWS = 200
LONGEST_CELL = 400


class TypedRowForm(forms.Form):
    """A row of the page; its fields end with its number."""

    name = TextField(LONGEST_CELL)
    place = TextField(LONGEST_CELL)
    points = TextField(LONGEST_CELL)
    written = TextField(LONGEST_CELL)

    def __init__(self, data: Mapping[str, Any], number: int) -> None:
        super().__init__(data)
        self.number = number

    def add_prefix(self, field_name: str) -> str:
        """Return the name of a field on the page."""
        return f"{field_name}-{self.number}"

    def parse(self) -> Result | None:
        """Return the result in the row; None if it is empty."""
        self.full_clean()
        cells = list(self.cleaned_data.values())
        return parse_result(self.number, *cells) if any(cell.strip() for cell in cells) else None


def parse_typed_rows(posted: Mapping[str, Any]) -> list[Result]:
    """Return the results in the filled rows of the page."""
    rows = (TypedRowForm(posted, number).parse() for number in range(1, MOST_TYPED_ROWS + 1))
    return [row for row in rows if row is not None]


class ResultsForm(ConfirmationForm, ReasonForm):
    """The preview as it was confirmed, or shown again; choices of persons are beside it (name_lists/choices.py)."""

    points = TickField()  # count as typed
