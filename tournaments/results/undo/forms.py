"""The form that takes acts back."""

from tarockclub.form_fields import IdsField, TextField
from tournaments.forms import ReasonForm


class UndoForm(ReasonForm):
    """The other acts of the same tap (`act`), and the page to return to."""

    act = IdsField()
    next = TextField()
