"""The form of an invitation."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.text import clean_text
from tarockclub.models import NAME_LENGTH
from tournaments.core.forms import ActionForm
from tournaments.models import Invitation
from tournaments.models.invitation import LINE_LENGTH, PLACE_LENGTH, TEXT_LENGTH
from tournaments.people.invitations.actions import MOST_PLAYERS, InvitationDetails


def clean_lines(text: str) -> str:
    """Return a text of several lines, each cleaned.

    >>> clean_lines(" Bitte  pünktlich! ")
    'Bitte pünktlich!'
    """
    return "\n".join(clean_text(line) for line in text.splitlines()).strip()


class _LineField(forms.CharField):
    def __init__(self, label: Any, most: int = LINE_LENGTH, **options: Any) -> None:
        super().__init__(label=label, required=False, max_length=most, **options)

    def to_python(self, value: Any) -> Any:
        return clean_text(str(value or ""))


class _LinesField(_LineField):
    def to_python(self, value: Any) -> Any:
        return clean_lines(str(value or ""))


class InvitationForm(ActionForm):
    """All that an invitation says."""

    is_public = forms.BooleanField(
        label=_("Everybody may see this invitation (page, calendar, announcement)"), required=False
    )
    starts = forms.TimeField(
        label=_("Begins at"), required=False, widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"})
    )
    place = _LineField(_("Inn"), PLACE_LENGTH)
    address = _LineField(_("Address of the inn"))
    counts_for = _LineField(_("Counts for"), help_text=_("For example: Vienna cup 2026"))
    contact = _LineField(_("Questions to"), help_text=_("Name, telephone or e-mail: everybody sees it."))
    remarks = _LinesField(
        _("Remarks"), TEXT_LENGTH, widget=forms.Textarea(attrs={"rows": 4}), help_text=_("Food, mode, prizes …")
    )
    registration = forms.ChoiceField(
        label=_("Registration on the public page"),
        required=False,
        widget=forms.RadioSelect,
        choices=[
            ("", _("no registration")),
            (Invitation.Registration.ASK.value, _("the staff confirms each of them")),
            (Invitation.Registration.AUTO.value, _("confirms itself where the name is clear")),
        ],
    )
    closes = forms.DateTimeField(
        label=_("Entries close"),
        required=False,
        help_text=_("Empty: with the first round."),
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )
    most = forms.IntegerField(
        label=_("Number of places"),
        required=False,
        min_value=0,
        max_value=MOST_PLAYERS,
        help_text=_("0: any number. Further ones wait, and move up by themselves."),
    )
    lists_players = forms.BooleanField(
        label=_("Everybody may see who takes part (names as on public pages; please ask your players)"), required=False
    )
    template = _LineField(
        _("Keep as a template under the name"), NAME_LENGTH, help_text=_("Empty: this tournament is no template.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["key"].widget = forms.HiddenInput(attrs={"autocomplete": "off"})

    def clean_most(self) -> int:
        """Return 0 where nothing was typed."""
        return int(self.cleaned_data["most"] or 0)

    def build_details(self) -> InvitationDetails:
        """Return the form's values; only after is_valid()."""
        return InvitationDetails(*(self.cleaned_data[name] for name in InvitationDetails._fields))
