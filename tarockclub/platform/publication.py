"""The parts that a club shows to everybody, who may embed it, which program is notified (docs/dev/public.md)."""

import re
from typing import Any

from django import forms
from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tarockclub.models import Club, ClubAct, Publication
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.act_chain import record_act
from tarockclub.platform.sealed_rows import CLUB
from tarockclub.platform.webhooks.address import LONGEST, AddressRefused, parse_address
from tarockclub.platform.webhooks.sending import create_secret
from tarockclub.platform.webhooks.services import give_up_waiting

MOST_ORIGINS, LONGEST_ORIGIN = 10, 120
_ORIGIN = re.compile(r"https?://[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::[0-9]{1,5})?")
_REFUSALS = {
    "malformed": _("This is no address of a program: it begins with https:// and has no blanks."),
    "insecure": _("Only an address with https:// is safe on the way."),
    "forbidden_host": _("Messages may not go to this address."),
}


def load_publication(club: Club) -> Publication:
    """Return what a club publishes; a club that was never asked publishes nothing."""
    return Publication.objects.filter(club=club).first() or Publication(club_id=club.pk)


def find_origins(club: int) -> tuple[str, ...]:
    """Return the sites that may embed pages of a club."""
    found = Publication.objects.filter(club=club).values_list("origins", flat=True).first()
    return tuple((found or "").split())


@transaction.atomic
def change_publication(
    club: Club, changes: dict[str, Any], who: Actor = ANONYMOUS, *, new_secret: bool = False
) -> None:
    """Change columns of what a club publishes; without a difference nothing is written."""
    lock_club(club)
    row = load_publication(club)
    wanted = {name: value for name, value in changes.items() if getattr(row, name) != value}
    for name, value in wanted.items():
        setattr(row, name, value)
    if row.hook_url and (new_secret or not row.hook_secret):
        row.hook_secret = wanted["hook_secret"] = create_secret()
    if not wanted:
        return
    said = {name: value for name, value in wanted.items() if name != "hook_secret"}
    said |= {"hook_secret": "new"} if "hook_secret" in wanted else {}
    with record_act(CLUB, club.pk, ClubAct.Kind.PUBLIC, said, who.person, who.device):
        row.save()
    if not row.hook_url:
        give_up_waiting(club.pk)
    hook = [name for name in said if name.startswith("hook_")]
    if hook:
        record_event(club.pk, Kind.WEBHOOK, who, columns=sorted(hook))
    if len(hook) < len(said):
        record_event(club.pk, Kind.PUBLIC, who, columns=sorted(said.keys() - set(hook)))


def _create_part(label: Any) -> forms.BooleanField:
    return forms.BooleanField(required=False, label=label)


class PartsForm(forms.Form):
    """The parts of the front page."""

    now = _create_part(_("What is on now: running tournaments with their live standings"))
    dates = _create_part(_("The next tournaments"))
    results = _create_part(_("The last results, with the winners"))
    seasons = _create_part(_("The seasons with their standings"))
    rules = _create_part(_("The house rules that the club plays by"))
    evenings = _create_part(_("How many tables are playing this evening (without names)"))


class OriginsForm(forms.Form):
    """The sites that may embed pages."""

    origins = forms.CharField(
        required=False,
        max_length=2000,
        label=_("Sites that may show our standings"),
        help_text=_("One address in each line, for example https://www.our-club.at"),
        widget=forms.Textarea(attrs={"rows": 3, "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_origins(self) -> str:
        """Return the origins, each once, separated by spaces."""
        typed = [word.rstrip("/").lower() for word in str(self.cleaned_data["origins"]).split()]
        for word in typed:
            if len(word) > LONGEST_ORIGIN or not _ORIGIN.fullmatch(word):
                message = _("“%(word)s” is no address of a site: only https:// and its name, without a page.")
                raise forms.ValidationError(message, params={"word": word[:LONGEST_ORIGIN]})
            if word.startswith("http:") and not settings.INN_MODE:
                raise forms.ValidationError(_REFUSALS["insecure"])
        if len(typed) > MOST_ORIGINS:
            raise forms.ValidationError(_("At most %(most)s sites."), params={"most": MOST_ORIGINS})
        return " ".join(dict.fromkeys(typed))


class HookForm(forms.Form):
    """The program that is notified."""

    hook_url = forms.CharField(
        required=False,
        max_length=LONGEST,
        label=_("Address of the program"),
        help_text=_(
            "It gets a message whenever a result or the final standings of a season are published, corrected or "
            "withdrawn. Leave it empty for none."
        ),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def clean_hook_url(self) -> str:
        """Return the address, if messages may go there."""
        url = str(self.cleaned_data["hook_url"]).strip()
        if not url:
            return ""
        try:
            parse_address(url)
        except AddressRefused as refused:
            raise forms.ValidationError(_REFUSALS[refused.code]) from None
        return url
