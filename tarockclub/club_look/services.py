"""Changing a club's name, colour and logo."""

import hashlib

from django.db import transaction

from tarockclub.accounts.persons import lock_club
from tarockclub.models import LOGO_DIGITS, Club, ClubLogo


@transaction.atomic
def change_look(club: Club, name: str, colour: str, logo: bytes | None, *, without_logo: bool = False) -> None:
    """Give the club a name, a colour ("": the usual green), and another logo if there is one."""
    club = lock_club(club)
    club.name, club.colour = name, colour
    if logo is not None:
        club.logo = hashlib.sha256(logo).hexdigest()[:LOGO_DIGITS]
        ClubLogo.objects.update_or_create(club=club, defaults={"png": logo})
    elif without_logo:
        club.logo = ""
        ClubLogo.objects.filter(club=club).delete()
    club.save(update_fields=["name", "colour", "logo"])
