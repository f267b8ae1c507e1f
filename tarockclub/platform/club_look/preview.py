"""A club's look before it is saved: a heading, a button and a ticket, light and dark, with their contrast."""

from base64 import b64encode
from typing import Any, NamedTuple

from tarockclub.models import Club
from tarockclub.platform.club_look.colours import ENOUGH, ON_CLOTH, READABLE, USUAL, find_cloth, measure_contrast
from tarockclub.platform.clubs.addresses import reverse_at_root


class LookPreview(NamedTuple):
    """A name, a colour and images as pages would show them."""

    name: str
    rules: str  # the address of the rules of both parts
    logo: str  # addresses; "": none
    picture: str
    contrast: float  # of the letters on the colour as it was chosen
    contrast_taken: float  # on the tone that the pages take

    @property
    def is_unreadable(self) -> bool:
        """True if nobody could read letters on the chosen colour."""
        return self.contrast < READABLE

    @property
    def is_darkened(self) -> bool:
        """True if the pages take a darker tone."""
        return self.contrast < ENOUGH


def build_look_preview(club: Club, look: dict[str, Any]) -> LookPreview:
    """Return what a club would look like; `look`: what differs, as the form has it (None: a file stays)."""
    colour = look.get("colour", club.colour)
    return LookPreview(
        look.get("name", club.name),
        reverse_at_root("look_preview", colour[1:]),
        _find_image("club_logo", club.logo, look.get("logo")),
        _find_image("club_picture", club.picture, look.get("picture")),
        _round_down(measure_contrast(colour or USUAL, ON_CLOTH)),
        _round_down(measure_contrast(find_cloth(colour or USUAL), ON_CLOTH)),
    )


def _round_down(contrast: float) -> float:
    """Return a contrast with one decimal that promises nothing: 4.49 is not 4.5."""
    return int(contrast * 10) / 10


def _find_image(route: str, digest: str, image: bytes | None) -> str:
    """Return the address of an image: the stored one, or what was sent just now, which is nowhere else."""
    if image:
        return f"data:image/{'png' if route == 'club_logo' else 'webp'};base64,{b64encode(image).decode()}"
    return reverse_at_root(route, digest) if digest and image is None else ""
