"""The form that makes a token for a program."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tarockclub.forms import NameField
from tarockclub.models import ApiToken

ROLES = (
    (ApiToken.Role.DIRECTOR, _("Director: everything")),
    (ApiToken.Role.SECRETARY, _("Secretary: evenings, people, entry fees")),
    (ApiToken.Role.WATCHER, _("Watcher: can only read")),
)
LASTING = ((2, _("two days")), (30, _("30 days")), (365, _("a year")))


class TokenForm(forms.Form):
    """What the program is called, what it may do, and for how long."""

    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    client = NameField(
        label=_("Name of the program"),
        help_text=_("A name by which you will recognise it, such as “Display in the hall”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    role = forms.ChoiceField(label=_("Rights"), choices=ROLES, initial=ApiToken.Role.WATCHER)
    days = forms.TypedChoiceField(label=_("Valid for"), choices=LASTING, coerce=int, initial=30)
