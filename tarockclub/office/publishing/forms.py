"""The forms of live publishing."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.form_fields import PostedForm, TextField
from tarockclub.platform.accounts.forms import NameField
from tarockclub.platform.parcels.keys import is_key
from tarockclub.platform.parcels.messages import format_trouble
from tarockclub.platform.parcels.peer import find_origin
from tarockclub.platform.webhooks.address import LONGEST, AddressRefused


class ActionForm(PostedForm):
    """The button that was tapped, and for what."""

    what = TextField(20)
    which = TextField(40)
    key = TextField(40)


class KeyForm(forms.Form):
    """The name of a laptop that gets a key."""

    name = NameField(
        label=_("Name of the laptop"),
        help_text=_("A name by which you will recognise it, such as “Laptop of the club”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    may_import = forms.BooleanField(
        label=_("It may also send the whole club here: its tables and tournaments join those of this installation"),
        required=False,
    )


class AddressForm(forms.Form):
    """The address of the hosted installation and the key that was made there."""

    url = forms.CharField(
        max_length=LONGEST,
        label=_("Address of the club on the internet"),
        help_text=_("As in the browser, for example https://tarock.our-club.at"),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocapitalize": "none", "spellcheck": "false"}),
    )
    secret = forms.CharField(
        max_length=80,
        label=_("Access key"),
        help_text=_("A director makes it there: Club, “From the inn”."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_url(self) -> str:
        """Return the beginning of the address, if pages may be sent there."""
        try:
            return find_origin(str(self.cleaned_data["url"]))
        except AddressRefused as refused:
            raise forms.ValidationError(format_trouble(refused.code)) from None

    def clean_secret(self) -> str:
        """Return the key, if it can be one."""
        secret = str(self.cleaned_data["secret"]).strip()
        if not is_key(secret):
            raise forms.ValidationError(_("This is no access key: it begins with “tarockinn_”. Copy it as a whole."))
        return secret

    def refuse(self, code: str) -> Any:
        """Say why it does not work."""
        self.add_error("secret" if code == "unknown_token" else "url", format_trouble(code))
