"""The forms of results and prizes."""

from typing import Any

from tarockclub.kit.amounts import parse_cents
from tarockclub.kit.form_fields import CleanTextField, IdField, PostedField, TextField, TickField
from tarockclub.models import NAME_LENGTH
from tournaments.core.forms import ActionForm, ReasonForm

INVALID = -1  # since 0 means nobody, nothing or everything


class CostField(PostedField):
    """Typed euros in cents, none for an empty text; INVALID for anything else."""

    def to_python(self, value: Any) -> Any:
        """Return the cents."""
        cents = parse_cents(value or "0")
        return INVALID if cents is None else cents


class PublicationForm(ReasonForm):
    """The publication of a result (`seen`: as it was shown); `asked`: the question about the final was answered."""

    seen = TextField()
    confirmed = TickField("1")
    asked = TickField()


class PrizeForm(ActionForm):
    """A prize of a round, or (0) of the whole tournament."""

    name = CleanTextField(NAME_LENGTH)
    cost = CostField()
    of = IdField(otherwise=INVALID)


class RaffleForm(ActionForm):
    """A raffle: how many win, and whether everybody takes part or only those without a prize."""

    winners = IdField(otherwise=INVALID)
    everybody = TickField("1")


class ChoiceForm(ReasonForm):
    """The prize that a person has chosen."""

    person = IdField(otherwise=INVALID)
    prize = IdField(otherwise=INVALID)
