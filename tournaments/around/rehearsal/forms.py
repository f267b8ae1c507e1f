"""The form of a rehearsal: it begins, or ends."""

from tarockclub.kit.form_fields import TextField
from tournaments.core.forms import ActionForm

BEGIN, END = "begin", "end"


class RehearsalForm(ActionForm):
    """A tap on the page of rehearsals; `rehearsal`: the one that ends (its address)."""

    what = TextField(longest=8)
    rehearsal = TextField(longest=36)
