"""The form of publishing a result."""

from tarockclub.kit.form_fields import TextField, TickField
from tournaments.core.forms import ReasonForm


class PublicationForm(ReasonForm):
    """The publication of a result (`seen`: as it was shown); `asked`: the question about the final was answered."""

    seen = TextField()
    confirmed = TickField("1")
    asked = TickField()
