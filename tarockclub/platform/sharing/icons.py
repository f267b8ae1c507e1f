"""The icon of a club's pages as an installed program: its logo on its colour, or its initials on a card."""

from typing import Any, NamedTuple

from tarockclub.kit.text import build_face_sign
from tarockclub.models import Club
from tarockclub.platform.club_look.services import USUAL, choose_header, find_cloth
from tarockclub.platform.clubs.current_club import reverse_at_root
from tarockclub.platform.sharing.picture import compute_picture_digest, make_png

TEMPLATE = "tarockclub/platform/sharing/icon"


class IconShape(NamedTuple):
    """The form of an icon; its measures are in pixels."""

    size: int
    round: int = 0  # the corners; systems cut the others themselves
    room: int = 80  # percent of the width for what is on it


ICON_SHAPES = {
    "192": IconShape(192, 36),
    "512": IconShape(512, 96),
    "cut": IconShape(512, room=62),  # a circle of 80 % is left of it
    "apple": IconShape(180, room=74),
}


def build_icon_address(club: Club, shape: str) -> str:
    """Return the address of a club's icon: another one as soon as it looks otherwise."""
    return reverse_at_root("club_icon", club.pk, compute_picture_digest(_describe_icon(club, shape)), shape)


def make_icon(club: Club, shape: str, logo: bytes) -> bytes:
    """Return the PNG of a club's icon."""
    icon = _describe_icon(club, shape)
    return make_png(compute_picture_digest(icon), {**icon, "logo": list(logo)}, TEMPLATE)


def _describe_icon(club: Club, shape: str) -> dict[str, Any]:
    """Return what is to be seen; the logo by its digest."""
    return {
        "shape": ICON_SHAPES[shape],
        "colour": choose_header(club.colour) if club.logo else find_cloth(club.colour or USUAL),
        "initials": build_face_sign(club.name, 0).initials or club.name[:1],
        "sign": club.logo,
    }
