"""The forms with which rules are passed on and taken over."""

from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.office.exchange.document import MOST_BYTES


class GiveForm(PostedForm):
    """A step with rules of one's own: a link, its end, or a file."""

    what = TextField(20)


class TakeForm(PostedForm):
    """Somebody else's rules: a link or a pasted file; `what`: look at it, or take it over."""

    what = TextField(20)
    key = TextField(64)
    text = TextField(MOST_BYTES, strip=True)
