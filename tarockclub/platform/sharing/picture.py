"""The picture of a card (PNG): typeset once for each version, and kept as long as others do not need the room."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from tarockclub.kit.words import get_current_language
from tarockclub.platform.server.apart.papers import render_picture
from tarockclub.platform.server.installation import find_version
from tarockclub.platform.server.page_cache import LruCache
from tarockclub.platform.sharing.card import Card, PodiumStep, format_left_out

TEMPLATE = "tarockclub/platform/sharing/picture"
MOST_KEPT = 128  # pictures, of 40 to 120 kB each
DIGITS = 24
_PICTURES: LruCache[str, bytes] = LruCache(MOST_KEPT)


class PictureShape(NamedTuple):
    """The format of a picture, in pixels."""

    width: int
    height: int


SHAPES = {"wide": PictureShape(1200, 630), "square": PictureShape(1080, 1080)}


def build_picture(card: Card, shape: PictureShape, steps: Sequence[PodiumStep] = ()) -> dict[str, Any]:
    """Return what the template shows: the card's rows as far as there is room, or the steps of a podium."""
    words = {"more": format_left_out("{0}")}
    content = {"card": card, "shape": shape, "steps": steps, "colour": card.colour, "words": words}
    return {**content, "lang": get_current_language()}


def compute_picture_tag(picture: dict[str, Any]) -> str:
    """Return the tag of a picture: it differs with anything to be seen on it, and with the program's version."""
    return f'"{compute_picture_digest(picture)}"'


def compute_picture_digest(picture: dict[str, Any]) -> str:
    """Return the tag without quotes, as it can stand in an address."""
    content = json.dumps([find_version(), picture], ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()[:DIGITS]


def make_png(tag: str, picture: dict[str, Any], template: str = TEMPLATE) -> bytes:
    """Return the PNG; made without a turn, in a queue of pictures alone."""
    png = _PICTURES.get(tag)
    if png is None:
        png = render_picture(template, picture)
        _PICTURES.put(tag, png)
    return png
