"""The forms of the director's desk: clocks, chips, late hands, the end of a table, corrections."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.http import QueryDict

from tarockclub.kit.amounts import MOST_CENTS
from tarockclub.kit.form_fields import CentsField, IdField, IdsField, NumberField, TextField, TickField
from tournaments.core.forms import ActionForm, ReasonForm
from tournaments.hall.desk.corrections import CONFIRM, CONSEQUENCES


class BackForm(ActionForm):
    """The page that follows an action: the desk, where it was tapped there."""

    desk = TickField()


class ChipsField(CentsField):
    """Counted chips as people type them, in cents; below 0 where somebody owes some."""

    def __init__(self) -> None:
        super().__init__(least=-MOST_CENTS)

    def to_python(self, value: Any) -> Any:
        """Return the cents; refuse what is no amount."""
        cents = super().to_python(value)
        if cents is None:
            raise forms.ValidationError("", code="not_all_counted")
        return cents


class ChipsForm(ActionForm):
    """The counted chips of the players of a table, by sitting."""

    seen = NumberField(otherwise=-1)

    def __init__(self, posted: QueryDict, sittings: Iterable[int]) -> None:
        super().__init__(posted)
        self.sittings = tuple(sittings)
        self.fields |= {f"chips-{sitting}": ChipsField() for sitting in self.sittings}

    def clean(self) -> dict[str, Any]:
        """Gather the chips."""
        data = super().clean() or {}
        return data | {"chips": {sitting: data.get(f"chips-{sitting}") for sitting in self.sittings}}


class AgreedChipsForm(ActionForm):
    """Tables whose chips agree: the ticked ones (`table`), or that whose button was tapped (`one`)."""

    what = TextField()

    def __init__(self, posted: QueryDict) -> None:
        super().__init__(posted)
        self.tables = IdsField().clean(posted.getlist("one") or posted.getlist("table"))
        self.fields |= {f"seen-{table}": IdField(otherwise=0) for table in self.tables}

    def clean(self) -> dict[str, Any]:
        """Gather the last entry shown for each table."""
        data = super().clean() or {}
        return data | {"seen": {table: data[f"seen-{table}"] for table in self.tables}}


class LateHandForm(ReasonForm):
    """The decision about a late hand, or the correction of deals out of turn since a line."""

    what = TextField()
    table = IdField(otherwise=0)
    hand = TextField()
    line = IdField(otherwise=0)
    seen = IdField(otherwise=0)


class BreakUpForm(ReasonForm):
    """The early end of a table: `stands` or `struck`, and the warning that was read."""

    what = TextField()
    confirm = TickField()
    consequences = TickField()

    def clean(self) -> dict[str, Any]:
        """Find the level of the warning that was confirmed."""
        data = super().clean() or {}
        return data | {"aware": next((level for level in (CONSEQUENCES, CONFIRM) if data[level]), "")}


class PresenceForm(ActionForm):
    """Players who have not come (`no_show`) or are here after all (`in`); a place that is closed; who takes one."""

    no_show = IdsField()
    without = IdField()
    mover = IdField()

    def __init__(self, posted: QueryDict) -> None:
        super().__init__(posted)
        self.fields["in"] = IdsField()
