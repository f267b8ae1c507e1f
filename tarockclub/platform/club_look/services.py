"""A club's name, colour and logo: changed, and read."""

import hashlib
from typing import Any

from django.db import transaction

from tarockclub.models import LOGO_DIGITS, Club, ClubLogo
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.club_look.colours import choose_header


@transaction.atomic
def change_look(
    club: Club, name: str, colour: str, logo: bytes | None, *, without_logo: bool = False, who: Actor = ANONYMOUS
) -> None:
    """Give the club a name, a colour ("": the usual green), and another logo if there is one."""
    club = lock_club(club)
    before = club.name, (club.colour, club.logo)
    club.name, club.colour = name, colour
    if logo is not None:
        club.logo = hashlib.sha256(logo).hexdigest()[:LOGO_DIGITS]
        ClubLogo.objects.update_or_create(club=club, defaults={"png": logo})
    elif without_logo:
        club.logo = ""
        ClubLogo.objects.filter(club=club).delete()
    club.save(update_fields=["name", "colour", "logo"])
    if before[0] != club.name:
        record_event(club.pk, Kind.CLUB_NAME, who)
    if before[1] != (club.colour, club.logo):
        record_event(club.pk, Kind.CLUB_LOOK, who)


def load_logo(club: Club) -> bytes:
    """Return a club's logo as PNG; nothing, and no query, if it has none."""
    logo = ClubLogo.objects.filter(club=club).first() if club.logo else None
    return bytes(logo.png) if logo is not None else b""


def build_look(club: Club) -> dict[str, Any]:
    """Return what a club's papers have of it: its name, the tone of its header, its logo as PNG."""
    return {"club": club.name, "colour": choose_header(club.colour), "logo": load_logo(club)}
