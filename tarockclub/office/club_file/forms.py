"""The forms of club files."""

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.models import NAME_LENGTH
from tarockclub.platform.accounts.forms import NewPasswordForm, SetupForm


class MakeForm(PostedForm):
    """The key of a file to make."""

    key = TextField()


class TakeOverForm(forms.Form):
    """A director of the club in a file, who gets a password."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    login = forms.CharField(label=_("Log-in name of a director of that club"), max_length=NAME_LENGTH, required=False)
    password = forms.CharField(
        label=_("New password"), widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}), required=False
    )

    def clean(self) -> dict[str, Any]:
        """Demand a password with a log-in name."""
        data: dict[str, Any] = super().clean() or {}
        if data.get("login") and not data.get("password"):
            self.add_error("password", _("Please type a password."))
        return data


class SetupCodeForm(forms.Form):
    """The code that the server has printed."""

    code = SetupForm.base_fields["code"]


class SetupFileForm(NewPasswordForm):
    """A director of the club in a file, who becomes host and gets a password."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    login = forms.CharField(label=_("Log-in name of a director of that club"), max_length=NAME_LENGTH)
    field_order = ("key", "login", "password", "again")
