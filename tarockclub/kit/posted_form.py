"""The base of posted forms that accept anything: services refuse what cannot be used."""

from typing import Any

from django import forms


class PostedForm(forms.Form):
    """A form of fields that accept anything (tarockclub.kit.form_fields)."""

    def parse(self) -> dict[str, Any]:
        """Return the values by name."""
        self.full_clean()
        return self.cleaned_data
