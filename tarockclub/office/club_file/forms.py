"""The forms of club files."""

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.models import NAME_LENGTH
from tarockclub.platform.accounts.forms import NewPasswordForm, SetupForm

CHOICE = "book-"  # before the slug of a table, in the name of a field


class MakeForm(PostedForm):
    """The key of a file to make."""

    key = TextField()


class ContinuationForm(MakeForm):
    """The key of an import, and what counts where both sides went on."""

    def list_choices(self) -> dict[str, str]:
        """Return the choice for each table (slug), tournament, season and sheet."""
        names = [name for name in self.data if name.startswith(CHOICE)]
        return {name.removeprefix(CHOICE): str(self.data[name]) for name in names}


class TakeOverForm(forms.Form):
    """A director of the club in a file, who gets a password."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    login = forms.CharField(label=_("Log-in name of a director of that club"), max_length=NAME_LENGTH, required=False)
    password = forms.CharField(
        label=_("New password"), widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}), required=False
    )

    def clean(self) -> dict[str, Any]:
        """Demand a password with a log-in name."""
        said: dict[str, Any] = super().clean() or {}
        if said.get("login") and not said.get("password"):
            self.add_error("password", _("Please type a password."))
        return said


class SetupCodeForm(forms.Form):
    """The code that the server has printed."""

    code = SetupForm.base_fields["code"]


class SetupFileForm(NewPasswordForm):
    """A director of the club in a file, who becomes host and gets a password."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    login = forms.CharField(label=_("Log-in name of a director of that club"), max_length=NAME_LENGTH)
    field_order = ("key", "login", "password", "again")
