"""The forms of the editor: one part of a sheet, a new sheet, a version, an entry, an uploaded file."""

from typing import Any

from django import forms

from scoring.engine.house_rules.overlay import Table
from scoring.engine.house_rules.schema import MOST_ROWS
from scoring.engine.house_rules.sheet_file import MOST_BYTES
from scoring.sheets.own_sheets.controls import LONGEST, Control, build_control, list_typed_kinds
from scoring.sheets.own_sheets.draft import (
    ORDERED,
    TOP,
    DraftPlace,
    Layer,
    change_amounts,
    change_values,
)
from scoring.sheets.own_sheets.words import Vocabulary
from tarockclub.kit.form_fields import (
    NameTextField,
    NumberField,
    PostedForm,
    ReasonField,
    TextField,
    TickField,
)
from tarockclub.kit.text import parse_number
from tarockclub.models import NAME_LENGTH


class PlaceForm(forms.Form):
    """The fields of one part of a sheet; `values` has what they say (None: nothing)."""

    def __init__(self, layer: Layer, place: DraftPlace, language: str, data: Any = None) -> None:
        super().__init__(data, prefix=place.path or TOP)
        self.place = place
        whole = layer.whole
        entry, words = place.find_table(whole), Vocabulary(whole, language)
        rows = min(parse_number(self.data, self.add_prefix("rows")) or 0, MOST_ROWS)
        self.controls: list[Control] = []
        self.values: dict[str, Any] = {}
        for key, kind in list_typed_kinds(place).items():
            value = entry.get(key)
            control = build_control(
                place, key, kind, None if value is False and kind.expects != "bool" else value, words, rows
            )
            self.controls.append(control)
            self.fields.update(control.fields)

    def change(self, layer: Layer) -> Table:
        """Return the edited table after its values were set."""
        change = change_amounts if self.place.section in ORDERED else change_values
        return change(layer, self.place, self.values)

    def clean(self) -> dict[str, Any]:
        """Read every control whose fields could be read."""
        data = super().clean() or self.cleaned_data
        for control in self.controls:
            if any(name in self.errors for name in control.fields):
                continue
            try:
                self.values[control.key] = control.parse(data)
            except forms.ValidationError as error:
                self.add_error(next(iter(control.fields)), error)
        return data


class NewSheetForm(PostedForm):
    """A name for a new sheet, and the sheet that it is taken from ("": from scratch)."""

    key = TextField(64)
    name = NameTextField(NAME_LENGTH)
    taken_from = TextField(40)


class TextForm(PostedForm):
    """A whole sheet as text, to look at (`what`) or to take."""

    what = TextField(20)
    state = NumberField(otherwise=-1)
    text = TextField(MOST_BYTES + 1)


class ExampleForm(PostedForm):
    """A hand to keep: its record as JSON, what each seat shall get, and what it shows."""

    key = TextField(64)
    record = TextField(20_000)
    amount0 = TextField(20, strip=True)
    amount1 = TextField(20, strip=True)
    amount2 = TextField(20, strip=True)
    amount3 = TextField(20, strip=True)
    note = ReasonField()


class EditForm(PostedForm):
    """A button of a page that edits the draft; `state`: that of the draft that the page showed.

    `what` is set, check, row or add (an entry of `section` called `name`); the others name a part, as `options/dear`.
    """

    what = TextField(20)
    state = NumberField(otherwise=-1)
    then = TextField(20)
    remove = TextField(80)
    restore = TextField(80)
    turn = TextField(80)
    section = TextField(20)
    name = NameTextField(LONGEST)


class ActionForm(PostedForm):
    """A button on the page of a sheet: what it does, and the state of the draft that the page showed."""

    what = TextField(20)
    state = NumberField(otherwise=-1)
    key = TextField(64)
    reason = ReasonField()
    on = TickField()
    version = NumberField(otherwise=0)
