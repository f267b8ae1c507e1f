"""The base of the forms of actions: a key, refusals with the codes of services, a person's name."""

from typing import Any

from django import forms

from tarockclub.form_fields import CleanTextField, ReasonField, TextField
from tarockclub.models import NAME_LENGTH
from tournaments.acts import ActionRefused
from tournaments.name_lists.messages import format_no_name


class PersonNameField(CleanTextField):
    """A person's name as it is stored."""

    def to_python(self, value: Any) -> Any:
        """Return the name; refuse none, and one that is too long."""
        name = super().to_python(value)
        if not name or len(name) > NAME_LENGTH:
            raise forms.ValidationError(format_no_name(name))
        return name


class ActionForm(forms.Form):
    """The form of an action. With the same key it takes effect once, however often it is sent."""

    key = TextField()

    def parse(self) -> dict[str, Any]:
        """Return the values for a service; raise ActionRefused as the first field that refuses its own says."""
        if not self.is_valid():
            first = next(error for errors in self.errors.as_data().values() for error in errors)
            raise ActionRefused(first.code or "", **(first.params or {}))
        return self.cleaned_data


class ReasonForm(ActionForm):
    """The form of an action that has a reason."""

    reason = ReasonField()
