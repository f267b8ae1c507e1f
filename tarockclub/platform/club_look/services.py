"""A club's name, colour, logo and picture: changed, and read."""

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
    club: Club,
    name: str,
    colour: str,
    logo: bytes | None = None,
    picture: bytes | None = None,
    *,
    who: Actor = ANONYMOUS,
) -> None:
    """Give the club a name, a colour ("": the usual green), a logo and a picture; None: it stays, b"": it goes."""
    club = lock_club(club)
    before = club.name, _list_look(club)
    club.name, club.colour = name, colour
    images = {"png": logo, "picture": picture}
    if changed := {column: image for column, image in images.items() if image is not None}:
        ClubLogo.objects.update_or_create(club=club, defaults=changed)
    club.logo, club.picture = _sign_image(logo, club.logo), _sign_image(picture, club.picture)
    if not club.logo and not club.picture:
        ClubLogo.objects.filter(club=club).delete()
    club.save(update_fields=["name", "colour", "logo", "picture"])
    if before[0] != club.name:
        record_event(club.pk, Kind.CLUB_NAME, who)
    if before[1] != _list_look(club):
        record_event(club.pk, Kind.CLUB_LOOK, who)


def _list_look(club: Club) -> tuple[str, str, str]:
    return club.colour, club.logo, club.picture


def _sign_image(image: bytes | None, before: str) -> str:
    """Return the digest of an image; "" without one, that of before if it stays."""
    return before if image is None else hashlib.sha256(image).hexdigest()[:LOGO_DIGITS] if image else ""


def load_logo(club: Club) -> bytes:
    """Return a club's logo as PNG; nothing, and no query, if it has none."""
    return bytes(ClubLogo.objects.filter(club=club).values_list("png", flat=True).first() or b"") if club.logo else b""


def build_look(club: Club) -> dict[str, Any]:
    """Return what a club's papers have of it: its name, the tone of its header, its logo as PNG."""
    return {"club": club.name, "colour": choose_header(club.colour), "logo": load_logo(club)}
