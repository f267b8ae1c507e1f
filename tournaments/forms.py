"""The base of the forms of actions: a key, and refusals with the codes of services."""

from typing import Any

from django import forms

from tarockclub.form_fields import TextField
from tournaments.acts import ActionRefused


class ActionForm(forms.Form):
    """The form of an action. With the same key it takes effect once, however often it is sent."""

    key = TextField()

    def parse(self) -> dict[str, Any]:
        """Return the values for a service; raise ActionRefused as the first field that refuses its own says."""
        if not self.is_valid():
            first = next(error for errors in self.errors.as_data().values() for error in errors)
            raise ActionRefused(first.code or "", **(first.params or {}))
        return self.cleaned_data
