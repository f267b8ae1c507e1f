"""The form with which rules are taken over."""

from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.office.exchange.document import MOST_BYTES


class TakeForm(PostedForm):
    """Somebody else's rules: a link or a pasted file; `what`: look at it, or take it over."""

    what = TextField(20)
    key = TextField(64)
    text = TextField(MOST_BYTES, strip=True)
