"""The parts that a club shows to everybody (docs/dev/public.md)."""

from typing import Any

from django import forms
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tarockclub.models import Club, ClubAct, Publication
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.act_chain import record_act
from tarockclub.platform.sealed_rows import CLUB


def load_publication(club: Club) -> Publication:
    """Return what a club publishes; a club that was never asked publishes nothing."""
    return Publication.objects.filter(club=club).first() or Publication(club_id=club.pk)


@transaction.atomic
def change_publication(club: Club, changes: dict[str, Any], who: Actor = ANONYMOUS) -> None:
    """Change columns of what a club publishes; without a difference nothing is written."""
    lock_club(club)
    row = load_publication(club)
    new_values = {name: value for name, value in changes.items() if getattr(row, name) != value}
    if not new_values:
        return
    for name, value in new_values.items():
        setattr(row, name, value)
    with record_act(CLUB, club.pk, ClubAct.Kind.PUBLIC, new_values, who.person, who.device):
        row.save()
    record_event(club.pk, Kind.PUBLIC, who, columns=sorted(new_values))


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
