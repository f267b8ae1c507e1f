"""The forms of data protection."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.form_fields import PostedForm, TextField, TextsField
from tarockclub.kit.text import clean_text
from tarockclub.models import NAME_LENGTH

LONGEST_CONTACT = 600
MOST_DAYS = 10 * 366


class ErasingForm(PostedForm):
    """The texts out of which a name is taken when a person is erased; `what`: "erase"."""

    what = TextField()
    place = TextsField()


class _DaysField(forms.IntegerField):
    """A number of days."""

    def __init__(self, label: object, *, least: int = 0) -> None:
        widget = forms.TextInput(attrs={"inputmode": "numeric", "maxlength": "4", "autocomplete": "off"})
        super().__init__(label=label, min_value=least, max_value=MOST_DAYS, widget=widget)  # type: ignore[arg-type]


class PrivacyForm(forms.Form):
    """The answers of a club about data protection."""

    controller = forms.CharField(
        label=_("Responsible for the data"),
        max_length=2 * NAME_LENGTH,
        required=False,
        help_text=_("The club as it is registered, or the person who runs it. Everybody can read this."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    contact = forms.CharField(
        label=_("Address, telephone, e-mail"),
        max_length=LONGEST_CONTACT,
        required=False,
        widget=forms.Textarea(attrs={"rows": "4"}),
    )
    declined_days = _DaysField(_("Days until the names of declined and unanswered registrations are erased"))
    exports_days = _DaysField(_("Days until finished exports are deleted"), least=1)
    programs_days = _DaysField(_("Days until access of programs that has ended is deleted"))
    remarks_days = _DaysField(_("Days until remarks on hands that came too late are deleted"))

    def clean_controller(self) -> str:
        """Return the cleaned name."""
        return clean_text(self.cleaned_data["controller"])

    def clean_contact(self) -> str:
        """Return the cleaned lines."""
        lines = map(clean_text, self.cleaned_data["contact"].splitlines())
        return "\n".join(line for line in lines if line)
