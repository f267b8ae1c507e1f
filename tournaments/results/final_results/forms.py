"""The form of publishing standings."""

from tarockclub.kit.form_fields import TextField, TickField
from tournaments.core.forms import ReasonForm


class PublicationForm(ReasonForm):
    """The publication of standings; `seen`: as they were shown."""

    seen = TextField()
    confirmed = TickField("1")
