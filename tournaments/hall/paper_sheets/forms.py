"""The forms of quick entry: a sheet hand by hand, and the totals of one table of a round."""

from typing import Any, NamedTuple

from django import forms
from django.http import QueryDict

from scoring.models import PLACES
from tarockclub.kit.form_fields import TextField, TickField
from tournaments.core.forms import ActionForm


class Fields(NamedTuple):
    """The questions besides the points: only those that apply to the tournament."""

    replacements: bool  # of capital
    money: bool  # where kontra counts less on the written score
    hands: bool  # how many were played
    box: bool  # the amount in the donation box


class TypedTotals(NamedTuple):
    """The typed values of one player."""

    amount: str = ""  # the written score, which is also the money unless money is asked for separately
    replacements: str = ""
    money: str = ""


class SheetForm(ActionForm):
    """The lines of a sheet, and the last entry that they follow; without `save` they are only shown."""

    lines = TextField()
    previous = TextField()
    save = TickField()


class TotalsForm(forms.Form):
    """The typed totals of the table with a number: for each place the amount, replacements and money (a0, r0, m0 …)."""

    key = TextField(strip=True)

    def __init__(self, posted: QueryDict, table: int, questions: Fields) -> None:
        super().__init__(posted, prefix=f"t{table}")
        letters = [letter for letter, asked in zip("arm", (True, *questions[:2]), strict=True) if asked]
        names = [f"{letter}{place}" for letter in letters for place in range(PLACES)]
        names += [name for name in ("hands", "box") if getattr(questions, name)]
        self.fields |= {name: TextField(strip=True) for name in names}

    def clean(self) -> dict[str, Any]:
        """Gather the values by place; a question that is not asked has none."""
        data = super().clean() or {}
        typed = tuple(TypedTotals(*(data.get(f"{letter}{place}", "") for letter in "arm")) for place in range(PLACES))
        return {"key": data["key"], "typed": typed, "hands": data.get("hands", ""), "box": data.get("box", "")}
