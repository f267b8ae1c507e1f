"""The forms of an event's results: typed rows, the preview that is confirmed."""

from collections.abc import Mapping
from typing import Any

from django import forms

from tarockclub.kit.form_fields import PostedField, PostedForm, TickField
from tarockclub.kit.lists.columns import DAYS, NAME, PLACE, POINTS, WRITTEN_SCORE
from tarockclub.kit.lists.table import Cell, ListSheet, Table, build_row, clean_cell
from tournaments.core.forms import ReasonForm
from tournaments.people.list_import.flow import ConfirmationForm

MOST_TYPED_ROWS = 200
CELLS = (NAME, PLACE, POINTS, WRITTEN_SCORE, DAYS)


class TypedRows(forms.Widget):
    """The rows of the page; the name of each cell ends with the number of its row."""

    def value_from_datadict(self, data: Mapping[str, Any], files: object, name: str) -> list[list[Any]]:
        """Return the cells of every row, as they were sent."""
        return [[data.get(f"{cell}-{number}") for cell in CELLS] for number in range(1, MOST_TYPED_ROWS + 1)]


class TypedRowsField(PostedField):
    """The table of the filled rows of the page."""

    widget = TypedRows

    def to_python(self, value: Any) -> Any:
        """Return the table; rows without text are left out."""
        rows = [
            build_row(number, [Cell(clean_cell(str(cell or ""))) for cell in row])
            for number, row in enumerate(value, 1)
        ]
        return Table((ListSheet("", tuple(row for row in rows if row is not None)),))


class TypedRowsForm(PostedForm):
    """The rows typed on the page."""

    rows = TypedRowsField()


class ResultsForm(ConfirmationForm, ReasonForm):
    """The preview as it was confirmed, or shown again; choices of persons are beside it (name_lists/choices.py)."""

    points = TickField()  # count as typed
