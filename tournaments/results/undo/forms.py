"""The form that takes acts back."""

from tarockclub.kit.form_fields import IdsField, TextField
from tournaments.core.forms import ReasonForm


class UndoForm(ReasonForm):
    """The other acts of the same tap (`act`), and the page to return to."""

    act = IdsField()
    next = TextField()
