"""The forms of registration: a player's name, and what the staff decides."""

from typing import Any

from tarockclub.form_fields import LONGEST_ID, TextField
from tarockclub.text import parse_whole
from tournaments.forms import ActionForm, PersonNameField


class ApplicationForm(ActionForm):
    """The name of a player who wants to take part."""

    name = PersonNameField()


class RegistrationForm(ActionForm):
    """The link opened or closed, or an application decided: its id, then perhaps a dot and the id of a person."""

    what = TextField()
    take = TextField()
    decline = TextField()

    def clean(self) -> dict[str, Any]:
        """Find the application and the person."""
        data = super().clean() or {}
        application, _dot, person = (data["take"] or data["decline"]).partition(".")
        found = {"application": parse_whole(application, LONGEST_ID) or 0, "person": parse_whole(person, LONGEST_ID)}
        return data | found | {"is_taken": "take" in self.data}
