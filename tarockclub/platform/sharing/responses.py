"""The answers of views that share something: picture, preview, the page with text and buttons; icons of clubs."""

from collections.abc import Sequence
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tarockclub.kit.words import get_current_language
from tarockclub.models import Club
from tarockclub.platform.club_look.services import build_look, load_logo
from tarockclub.platform.club_look.views import for_good
from tarockclub.platform.clubs.current_club import build_address
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.server.apart.papers import RIGHT, PaperColumn, PaperList, PaperRow, render_paper
from tarockclub.platform.server.page_cache import has_tag
from tarockclub.platform.sharing.icons import ICON_SHAPES, build_icon_address, make_icon
from tarockclub.platform.sharing.picture import (
    SHAPES,
    Card,
    PodiumStep,
    build_picture,
    build_website_text,
    compute_picture_tag,
    format_text,
    make_png,
)


@require_safe
def serve_icon(request: HttpRequest, club: str, digest: str, shape: str) -> HttpResponse:
    """Serve the icon of a club as it is now; 404 for one of before."""
    with enter_all_clubs():
        row = Club.objects.filter(pk=club).first() if shape in ICON_SHAPES else None
        if row is None or f"-{digest}-" not in build_icon_address(row, shape):
            raise Http404
        png = make_icon(row, shape, load_logo(row))
    return for_good(lambda _request: HttpResponse(png, content_type=PNG))(request)


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


def render_share_page(
    request: HttpRequest, card: Card, path: str, steps: Sequence[PodiumStep] = (), **more: object
) -> HttpResponse:
    """Return the page that shares what stands at an address of this site, or the picture that it asks for.

    `path` "": everybody may open nothing of it. `more`: what it is about, for its trail; `kind`, `tabs` and `paper` (an
    address) for its head, `for_website`, `no_picture`, `waits` where nothing can be told yet, `tells` where players may
    be sent it.
    """
    if "picture" in request.GET and not more.get("waits"):
        return build_picture_response(request, card, request.GET["picture"], steps)
    address, fields = build_address(request, path) if path else "", request.GET.copy()

    def build_picture_address(name: str) -> str:
        fields["picture"] = name
        return f"?{fields.urlencode()}"

    context = {
        **more,
        "card": card,
        "text": format_text(card, address),
        "html": build_website_text(card, address) if more.get("for_website") else "",
        "shapes": [(name, build_picture_address(name), shape) for name, shape in SHAPES.items()],
    }
    response = render(request, "tarockclub/platform/sharing/share.html", context)
    response["Cache-Control"] = "private, no-cache"
    return response


def render_card_paper(club: Club, card: Card) -> bytes:
    """Render what a card says as a paper (PDF): its rows, what was worth most, and what else there is to tell."""
    columns = (PaperColumn("", RIGHT), PaperColumn(_("Name"), stretch=True), PaperColumn(_("Points"), RIGHT))
    rows = [PaperRow((row.place, row.name, row.amount), strong=row.is_first) for row in card.rows]
    peak = [(card.best.place, f"{card.best.name} {card.best.amount}")] if card.best is not None else []
    facts = [PaperRow(fact) for fact in (*peak, *card.facts)]
    blocks = [PaperList(columns, rows, 13, 5)]
    blocks += [PaperList((PaperColumn("", strong=True), PaperColumn("", stretch=True)), facts, 12, 4)] if facts else []
    data = build_look(club) | {"blocks": blocks, "landscape": False}
    return render_paper("document", card.title, data, foot=club.name, about=card.about)


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
