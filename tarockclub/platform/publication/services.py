"""The parts that a club publishes: read by pages, changed by directors, with an act of the club about each change."""

from typing import Any

from django.db import transaction

from tarockclub.models import Club, ClubAct, Publication
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.act_chain import record_act
from tarockclub.platform.sealed_rows import CLUB
from tarockclub.platform.webhooks.sending import create_secret
from tarockclub.platform.webhooks.services import give_up_waiting


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
