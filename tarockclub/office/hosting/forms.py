"""The forms of the host's pages."""

import re

from django import forms
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.models import HOST_LENGTH, SLUG_LENGTH
from tarockclub.platform.accounts.forms import LoginField, NameField
from tarockclub.platform.clubs.addresses import WELL_FORMED

_HOST = re.compile(r"[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+")
_PLAIN = {"autocapitalize": "none", "autocomplete": "off", "spellcheck": "false"}


class SlugField(forms.CharField):
    """The word in a club's addresses."""

    def __init__(self, *, required: bool) -> None:
        super().__init__(
            label=_("Word in the address"),
            max_length=SLUG_LENGTH,
            required=required,
            help_text=_("Small letters, digits and hyphens. The pages are then at /c/word/."),
            widget=forms.TextInput(attrs=_PLAIN),
        )

    def clean(self, value: object) -> str:
        """Return the word as it stands in addresses."""
        word = str(super().clean(value)).lower()
        if word and not WELL_FORMED.fullmatch(word):
            raise forms.ValidationError(_("Only small letters from a to z, digits, and hyphens between them."))
        return word


class FoundForm(forms.Form):
    """A new club and its first director."""

    name = NameField(label=_("Name of the club"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    slug = SlugField(required=False)
    is_federation = forms.BooleanField(label=_("It is a federation, to which clubs can belong"), required=False)
    director = NameField(label=_("First director"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    login = LoginField()


class HostedClubForm(forms.Form):
    """The name and the addresses of a club."""

    name = NameField(label=_("Name of the club"), widget=forms.TextInput(attrs={"autocomplete": "off"}))
    slug = SlugField(required=True)
    host_name = forms.CharField(
        label=_("Own host name"),
        max_length=HOST_LENGTH,
        required=False,
        help_text=_("For example tarock.example.org; it must lead to this server. Empty: none."),
        widget=forms.TextInput(attrs=_PLAIN),
    )

    def clean_host_name(self) -> str:
        """Return the name in small letters; refuse addresses and ports."""
        host = str(self.cleaned_data["host_name"]).lower()
        if host and (not _HOST.fullmatch(host) or not re.search("[a-z]", host)):
            raise forms.ValidationError(_("Only the name, without https:// and without a path."))
        return host


class StateForm(PostedForm):
    """The act on a club: "archive" or "reopen"."""

    what = TextField()
