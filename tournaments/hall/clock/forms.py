"""Typed minutes, and the form about a jump of the computer's clock."""

from typing import Any

from tarockclub.kit.form_fields import PostedField, TextField, TickField
from tarockclub.kit.text import parse_signed
from tournaments.core.forms import ActionForm


class MinutesField(PostedField):
    """Minutes as people type them, also fewer (-2), in seconds; 0 for anything else."""

    def to_python(self, value: Any) -> Any:
        """Return the seconds."""
        return (parse_signed(str(value or "").strip(), 3) or 0) * 60


class JumpForm(ActionForm):
    """The decision (`what`: the new time is taken over), and the page to return to."""

    what = TickField("accept")
    back = TextField()
