"""The forms of a draw: drafts, pairs that sit apart, waiting players, cards, late entries."""

from typing import Any

from django import forms
from django.http import QueryDict

from tarockclub.kit.form_fields import IdField, IdsField, NumberField, TextField, TickField
from tournaments.core.forms import ActionForm, ReasonForm
from tournaments.models import Entrant, Tournament

LONGEST_CARDS = 40_000  # characters
NUMBER_DIGITS = 9


class EntrantField(NumberField):
    """The start number of an entrant, as their id; ActionRefused("nobody_known")."""

    def __init__(self, tournament: Tournament) -> None:
        super().__init__(NUMBER_DIGITS, otherwise=0)
        self.entrants = Entrant.objects.filter(tournament=tournament)

    def to_python(self, value: Any) -> Any:
        """Return the id."""
        found = self.entrants.filter(number=super().to_python(value)).values_list("pk", flat=True).first()
        if found is None:
            raise forms.ValidationError("", code="nobody_known")
        return found


class DraftForm(ActionForm):
    """The number of a draft."""

    draft = NumberField(NUMBER_DIGITS, otherwise=0)


class StayingForm(ActionForm):
    """The taps of a round change: of those who were shown (ids, in one field), who goes and who does not pay."""

    shown = TextField()
    out = IdsField()
    owes = IdsField()


class WaitingForm(ActionForm):
    """An entrant who waits, or plays after all."""

    again = TickField("1")

    def __init__(self, posted: QueryDict, tournament: Tournament) -> None:
        super().__init__(posted)
        self.fields["one"] = EntrantField(tournament)


class CardsForm(ReasonForm):
    """The result of drawing cards: start numbers, a line for each table."""

    tables = TextField(LONGEST_CARDS)


class LateEntryForm(ActionForm):
    """An entrant (id) who is seated at a table after the draw; `desk`: as asked for on the desk."""

    entrant = IdField(otherwise=0)
    table = NumberField(NUMBER_DIGITS, otherwise=0)
    desk = TickField()
