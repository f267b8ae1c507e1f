"""The forms of the editor: one part of a sheet, cases of Trischaken, a new sheet, a version, an entry, a file."""

from fractions import Fraction
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _

from scoring.engine.house_rules.build import TRISCHAKEN
from scoring.engine.house_rules.schema import MOST_ROWS, Table
from scoring.engine.house_rules.sheet_file import MOST_BYTES
from scoring.engine.points import convert_to_sixths, parse_amount
from scoring.sheets.own_sheets.controls import (
    LONGEST,
    Control,
    Vocabulary,
    build_control,
    list_typed_kinds,
    read_typed_amount,
)
from scoring.sheets.own_sheets.draft import (
    ORDERED,
    TOP,
    DraftPlace,
    Layer,
    change_amounts,
    change_values,
)
from tarockclub.kit.amounts import format_signed_points
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


RENONCE, FOREHAND = "renonce", "forehand"


class EditedCase(NamedTuple):
    """A row of the cases: its conditions and what they mean, its four places, what it pays."""

    when: forms.BoundField
    boxes: list[tuple[forms.boundfield.BoundWidget, str]]  # for its conditions, each with what it means here
    title: str  # the conditions in words
    places: list[tuple[str, forms.BoundField]]
    further: list[forms.BoundField]
    payouts: str  # in points of the game; "" while they cannot be read


def build_cases(form: PlaceForm, layer: Layer) -> list[EditedCase]:
    """Return all cases of a form, with those that are still empty; [] where it has none."""
    game = DraftPlace("contracts", TRISCHAKEN).find_table(layer.whole)
    value = parse_amount(game.get("value")) or Fraction(1)
    starts = [name.removesuffix(".when") for name in form.fields if name.startswith("pays.") and name.endswith(".when")]
    return [_build_case(form, start, value) for start in starts]


def _build_case(form: PlaceForm, start: str, value: Fraction) -> EditedCase:
    when = form[f"{start}.when"]
    words = list(when.value() or ())
    fields = [form[f"{start}.{place}"] for place in range(4)]
    typed = [str(field.value() or "") for field in fields]
    boxes = {str(box.data["value"]): box for box in when.subwidgets}
    names = {word: str(box.choice_label) for word, box in boxes.items()}
    if RENONCE in words:
        names[FOREHAND] = _("by the forehand")
    title = ", ".join(names[word] for word in names if word in words)
    is_spare = not (title or any(typed))
    return EditedCase(
        when,
        [(box, names[word]) for word, box in boxes.items()],
        title[:1].upper() + title[1:] or (_("another case: if …") if is_spare else _("in all other cases")),
        list(zip(_name_places(words), fields, strict=True)),
        [form[f"{start}.ref"], form[f"{start}.order"]],
        _format_payouts(typed, value),
    )


def _name_places(words: list[str]) -> list[str]:
    """Return whose the four places are: in a Renonce the offender's and those of three others, else by card points."""
    if RENONCE in words:
        other = _("each of the others")
        return [_("The offender"), other, other, other]
    return [_("Most points"), _("second"), _("third"), _("fewest points")]


def _format_payouts(typed: list[str], value: Fraction) -> str:
    amounts = [parse_amount(read_typed_amount(text)) for text in typed]
    sixths = [None if amount is None else convert_to_sixths(amount * value) for amount in amounts]
    points = [format_signed_points(number) for number in sixths if number is not None]
    return " · ".join(points) if len(points) == len(typed) else ""
