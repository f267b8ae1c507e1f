"""A club's name, colour, logo and picture: changed, and read.

A club's colour: from it come the tones of header, cloth, buttons and links, each with enough contrast.

>>> round(measure_contrast("#ffffff", "#000000"))
21
>>> find_cloth("#1f5c44"), find_cloth("#ffee00") != "#ffee00"
('#1f5c44', True)
"""

import colorsys
import hashlib
import re
from typing import Any

from django.db import transaction

from tarockclub.models import LOGO_DIGITS, Club, ClubLogo
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.server.installation import PACKAGE
from tarockclub.platform.server.static_files import write_dark_rules

# What stands on the tones, and on what links stand (tokens.css).
ON_CLOTH, PAPER = "#fffcf3", "#f6efdd"
ON_CLOTH_DARK, CARD_DARK = "#f6efdd", "#1c2521"
BLACK, WHITE = "#000000", "#ffffff"
USUAL = "#1f5c44"
# The header where a club has chosen no colour, light and dark.
USUAL_HEADER, USUAL_DARK_HEADER = "#174a37", "#0f2f23"
ENOUGH = 7.0  # as an inn's large letters ask for (WCAG 1.4.6)
COLOUR = re.compile(r"#[0-9a-f]{6}")
READABLE = 4.5  # less is too little for anybody's letters (WCAG 1.4.3)
_STEPS = 50
_TOKENS = PACKAGE / "static" / "tarockclub" / "styles" / "tokens.css"
_TONES = re.compile(r":root \{([^}]*)\}")  # light and dark
# Red says that somebody loses: a hue near it, strong enough to be seen as red.
_REDS, _STRONG, _DEEP = (345 / 360, 20 / 360), 0.45, 0.25


def measure_contrast(colour: str, other: str) -> float:
    """Return the contrast of two colours (WCAG 2.2)."""
    low, high = sorted((_measure_light(colour), _measure_light(other)))
    return (high + 0.05) / (low + 0.05)


def is_red(colour: str) -> bool:
    """Return whether a colour would be taken for the red of losses."""
    hue, value = _list_parts(colour), max(_list_parts(colour))
    turned, saturation, _ = colorsys.rgb_to_hsv(*hue)
    return (turned >= _REDS[0] or turned <= _REDS[1]) and saturation >= _STRONG and value >= _DEEP


def find_cloth(colour: str) -> str:
    """Return the colour, as dark as the light letters on it need."""
    return _mix_until(colour, BLACK, ON_CLOTH)


def find_header(colour: str) -> str:
    """Return the tone of the header, somewhat deeper than the cloth."""
    return _mix(find_cloth(colour), BLACK, 0.2)


def choose_header(colour: str) -> str:
    """Return the tone of the header on a club's papers and pictures; `colour`: "" if it has chosen none."""
    return find_header(colour) if colour else USUAL_HEADER


def find_dark_header(colour: str) -> str:
    """Return the tone of the header on a dark page."""
    return _mix(find_cloth(colour), BLACK, 0.5)


def write_rules(colour: str) -> str:
    """Return the rules that put a club's tones in the place of the usual ones."""
    light, dark = map(_join, _list_tones(colour))
    return f"@media screen{{:root{{{light}}}}}{write_dark_rules(f'{{{dark}}}', 'screen')}\n"


def write_preview_rules(colour: str) -> str:
    """Return the rules of a light and a dark part of one page, in a colour ("": the usual ones), beside each other."""
    of_club = map(_join, _list_tones(colour) if colour else ({}, {}))
    usual = _TONES.findall(_TOKENS.read_text("utf-8"))
    return "".join(
        f".look-{light}{{color-scheme:{light};{tones}{own}}}"
        for light, tones, own in zip(("light", "dark"), usual, of_club, strict=True)
    )


def _list_tones(colour: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return a club's tones on light and on dark pages."""
    cloth, header = find_cloth(colour), find_header(colour)
    light = {
        "green": cloth,
        "green-deep": header,
        "green-strong": _mix_until(cloth, BLACK, PAPER),
        "chosen": cloth,
    }
    dark = {
        "green": _mix(cloth, BLACK, 0.35),
        "green-deep": find_dark_header(colour),
        "green-strong": _mix_until(_mix(colour, WHITE, 0.3), WHITE, CARD_DARK),
        "chosen": _mix_until(colour, BLACK, ON_CLOTH_DARK),
    }
    return light, dark


def _join(tones: dict[str, str]) -> str:
    return "".join(f"--{name}:{tone};" for name, tone in tones.items())


def _mix_until(colour: str, to: str, against: str) -> str:
    """Return the colour, mixed with another one until its contrast is enough."""
    return next(
        mixed
        for step in range(_STEPS + 1)
        for mixed in [_mix(colour, to, step / _STEPS)]
        if measure_contrast(mixed, against) >= ENOUGH
    )


def _mix(colour: str, to: str, share: float) -> str:
    pairs = zip(_list_parts(colour), _list_parts(to), strict=True)
    return "#" + "".join(f"{round(255 * (part + (end - part) * share)):02x}" for part, end in pairs)


def _list_parts(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return red, green, blue


def _measure_light(colour: str) -> float:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _list_parts(colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


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
