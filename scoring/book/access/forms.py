"""The form of the page that invites others to a table."""

from tarockclub.kit.form_fields import IdField, TextField
from tarockclub.kit.posted_form import PostedForm


class LinkForm(PostedForm):
    """A new link: beside all others, or in place of them ("replace"); its key is a secret of the page."""

    what = TextField()
    key = TextField()


class OwnSeatForm(PostedForm):
    """The person to whom the phone belongs; 0: nobody."""

    person = IdField(otherwise=-1)
