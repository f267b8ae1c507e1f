"""The forms of results and prizes."""

from tarockclub.kit.form_fields import IdField, TextField, TickField
from tournaments.core.forms import ActionForm, ReasonForm

INVALID = -1  # since 0 means nobody, nothing or everything


class PublicationForm(ReasonForm):
    """The publication of a result (`seen`: as it was shown); `asked`: the question about the final was answered."""

    seen = TextField()
    confirmed = TickField("1")
    asked = TickField()


class RaffleForm(ActionForm):
    """A raffle: how many win, and whether everybody takes part or only those without a prize."""

    winners = IdField(otherwise=INVALID)
    everybody = TickField("1")
