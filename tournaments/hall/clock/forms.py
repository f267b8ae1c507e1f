"""Typed minutes, and the form about a jump of the computer's clock."""

from typing import Any

from tarockclub.kit.form_fields import PostedField, TextField, TickField
from tarockclub.kit.text import parse_signed
from tournaments.core.forms import ActionForm

LONGEST_MINUTES = 4  # characters, with the sign


class MinutesField(PostedField):
    """Minutes as people type them, also fewer (-2), in seconds; 0 for anything else."""

    def to_python(self, value: Any) -> Any:
        """Return the seconds."""
        text = str(value or "").strip()
        return (parse_signed(text) or 0) * 60 if len(text) <= LONGEST_MINUTES else 0


class JumpForm(ActionForm):
    """The decision (`what`: the new time is taken over), and the page to return to."""

    what = TickField("accept")
    back = TextField()
