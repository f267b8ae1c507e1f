"""The form with which rules are read in."""

from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.office.exchange.document import MOST_BYTES


class TakeForm(PostedForm):
    """Somebody else's rules, as the preview carries them; `what`: look at them, or begin with them."""

    what = TextField(20)
    key = TextField(64)
    text = TextField(MOST_BYTES, strip=True)
