"""The form of hands that wait on a phone."""

from tarockclub.kit.form_fields import TextField
from tarockclub.kit.posted_form import PostedForm


class WaitingHandsForm(PostedForm):
    """The pasted text; `what`: "write" reads its hands in, anything else shows what would become of them."""

    text = TextField()
    what = TextField()
