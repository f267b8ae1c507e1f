"""Typed minutes, and the form about a jump of the computer's clock."""

from typing import Any

from tarockclub.kit.form_fields import PostedField, TextField, TickField
from tournaments.core.forms import ActionForm


class MinutesField(PostedField):
    """Minutes as people type them, also fewer (-2), in seconds; 0 for anything else."""

    def to_python(self, value: Any) -> Any:
        """Return the seconds."""
        text = str(value or "").strip().replace("−", "-")
        return int(text) * 60 if text.removeprefix("-").isdecimal() and text.isascii() and len(text) <= 4 else 0


class JumpForm(ActionForm):
    """The decision (`what`: the new time is taken over), and the page to return to."""

    what = TickField("accept")
    back = TextField()
