"""The form about a jump of the computer's clock."""

from tarockclub.kit.form_fields import TextField, TickField
from tournaments.core.forms import ActionForm


class JumpForm(ActionForm):
    """The decision (`what`: the new time is taken over), and the page to return to."""

    what = TickField("accept")
    back = TextField()
