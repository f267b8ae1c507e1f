"""The form of a rehearsal: it begins, or ends."""

from tarockclub.form_fields import TextField
from tournaments.forms import ActionForm

BEGIN, END = "begin", "end"


class RehearsalForm(ActionForm):
    """A tap on the page of rehearsals; `rehearsal`: the one that ends (its address)."""

    what = TextField(longest=8)
    rehearsal = TextField(longest=36)
