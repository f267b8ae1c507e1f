"""The answers of views that share something: the picture, and the page with picture, text and buttons."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tarockclub.platform.server.page_cache import has_tag
from tarockclub.platform.server.public_address import build_address
from tarockclub.platform.sharing.card import Card, format_text
from tarockclub.platform.sharing.picture import SHAPES, PictureShape, build_svg
from tarockclub.platform.sharing.png import compute_picture_tag, make_png

PNG = "image/png"


def build_picture_response(
    request: HttpRequest, card: Card, shape: str, draw: Callable[[Card, PictureShape], str] = build_svg
) -> HttpResponse:
    """Return the picture of a card; 304 if the reader has it; raise 404 if there is no such format."""
    if shape not in SHAPES:
        raise Http404
    svg = draw(card, SHAPES[shape])
    tag = compute_picture_tag(svg)
    response = HttpResponse(status=304) if has_tag(request, tag) else HttpResponse(make_png(svg), content_type=PNG)
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
