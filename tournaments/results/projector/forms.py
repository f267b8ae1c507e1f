"""The forms of the page of the walls."""

from tarockclub.kit.form_fields import CleanTextField, NumberField, TextField, TickField
from tournaments.core.forms import ActionForm
from tournaments.models.hall import ANNOUNCEMENT_LENGTH


class HallForm(ActionForm):
    """A tap on the page of the walls: `what`, and for which wall."""

    what = TextField(longest=12)
    wall = NumberField(1, otherwise=0)
    part = TextField(longest=16)
    letters = TextField(longest=16)
    look = TextField(longest=16)
    count = NumberField(1, otherwise=0)
    step = NumberField(4, otherwise=0)
    from_last = TickField()
    announcement = CleanTextField(longest=ANNOUNCEMENT_LENGTH)
