"""The answers of views that share something: the picture, the page with picture, text and buttons, the preview."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tarockclub.kit.words import get_current_language
from tarockclub.platform.clubs.current_club import build_address
from tarockclub.platform.server.page_cache import has_tag
from tarockclub.platform.sharing.picture import (
    SHAPES,
    Card,
    PodiumStep,
    build_picture,
    compute_picture_tag,
    format_text,
    make_png,
)

PNG = "image/png"
_LOCALES = {"de": "de_AT", "en": "en_GB"}


def build_picture_response(
    request: HttpRequest, card: Card, shape: str, steps: Sequence[PodiumStep] = ()
) -> HttpResponse:
    """Return the picture of a card or a podium; 304 if the reader has it; raise 404 if there is no such format."""
    if shape not in SHAPES:
        raise Http404
    picture = build_picture(card, SHAPES[shape], steps)
    tag = compute_picture_tag(picture)
    if has_tag(request, tag):
        response = HttpResponse(status=304)
    else:
        response = HttpResponse(make_png(tag, picture), content_type=PNG)
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    response["Vary"] = "Cookie, Accept-Language"
    return response


def render_share_page(request: HttpRequest, card: Card, path: str, **more: object) -> HttpResponse:
    """Return the page that shares what stands at an address of this site; `more`: what it is about, for its trail."""
    context = {
        **more,
        "card": card,
        "text": format_text(card, build_address(request, path)),
        "shapes": [(name, f"{request.path}{name}.png", shape) for name, shape in SHAPES.items()],
    }
    response = render(request, "tarockclub/platform/sharing/share.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


class SharePreview(NamedTuple):
    """The tags of a public page for messengers: Open Graph."""

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
