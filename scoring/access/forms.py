"""The form of the page that invites others to a table."""

from tarockclub.form_fields import TextField
from tarockclub.posted_form import PostedForm


class LinkForm(PostedForm):
    """A new link: beside all others, or in place of them ("replace"); its key is a secret of the page."""

    what = TextField()
    key = TextField()
