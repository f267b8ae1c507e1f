"""The preview of an address in a messenger: Open Graph, on public pages alone."""

from typing import NamedTuple

from django.http import HttpRequest

from tarockclub.kit.words import get_current_language
from tarockclub.platform.server.public_address import build_address
from tarockclub.platform.sharing.picture import SHAPES

_LOCALES = {"de": "de_AT", "en": "en_GB"}


class SharePreview(NamedTuple):
    """The tags of a page."""

    title: str
    about: str
    url: str
    image: str
    width: int
    height: int
    locale: str


def build_preview(request: HttpRequest, title: str, about: str, picture: str, path: str = "") -> SharePreview:
    """Return the tags of the page that was asked for, or of a path; `picture`: the path of its wide picture."""
    shape = SHAPES["wide"]
    return SharePreview(
        title,
        about,
        build_address(request, path or request.path),
        build_address(request, picture),
        shape.width,
        shape.height,
        _LOCALES.get(get_current_language()[:2], "de_AT"),
    )
