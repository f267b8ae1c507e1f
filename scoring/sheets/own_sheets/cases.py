"""The cases of Trischaken in the editor: each in words, with what the four players get or pay."""

from fractions import Fraction
from typing import NamedTuple

from django import forms
from django.utils.translation import gettext as _

from scoring.engine.house_rules.build import TRISCHAKEN
from scoring.engine.points import convert_to_sixths, parse_amount
from scoring.sheets.own_sheets.controls import read_typed_amount
from scoring.sheets.own_sheets.draft import DraftPlace, Layer
from scoring.sheets.own_sheets.forms import PlaceForm
from tarockclub.kit.amounts import format_signed_points

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
