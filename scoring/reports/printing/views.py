"""Papers for everybody with the address: the Speiszettel, empty written sheets, a table's sheet as a picture."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.timezone import localtime
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache

from scoring.book.ledger.selectors import find_game_table
from scoring.reports.printing import services
from scoring.reports.printing.sheet_picture import build_picture
from scoring.sheets.house_rules.views import find_shown
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.kit.amounts import format_points
from tarockclub.kit.days import format_day
from tarockclub.kit.text import parse_number
from tarockclub.platform.server.downloads import build_pdf_response

SVG = "image/svg+xml"


def serve_sheet_speiszettel(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Serve the Speiszettel of a sheet, with its options as set by the address."""
    return build_pdf_response(*services.print_zettel(find_shown(request, sheet_id).zettel))


def serve_table_speiszettel(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Serve the Speiszettel of a table."""
    return build_pdf_response(*services.print_table_zettel(find_game_table(slug)))


def serve_sheet_blank(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Serve an empty written sheet for this many players and hands, with the options as set by the address."""
    players, hands = parse_number(request.GET, "players"), parse_number(request.GET, "hands")
    shown = find_shown(request, sheet_id)
    return build_pdf_response(*services.print_sheet_blank(shown, players, hands))


def serve_table_blank(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Serve the empty written sheet of an evening's table, with the names of its players."""
    table, hands = find_game_table(slug), parse_number(request.GET, "hands")
    return build_pdf_response(*services.print_table_blank(table, hands))


@never_cache
def show_picture(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the written sheet of a table as a picture, to share or to save."""
    return render(request, "scoring/reports/printing/picture.html", _build_picture_context(slug))


@never_cache
def serve_paper_picture(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Serve the picture of the written sheet of a table."""
    return render(request, "scoring/reports/printing/picture.svg", _build_picture_context(slug), content_type=SVG)


def _build_picture_context(slug: uuid.UUID) -> dict[str, Any]:
    """Return the picture of a table's written sheet, with its title; raise 404 if nothing stands there yet."""
    table = find_game_table(slug)
    view = load_table_view(table)
    if not view.rows:
        raise Http404
    begun, hands = localtime(table.started), sum(row.counts for row in view.rows)
    counted = ngettext("%(hands)s hand", "%(hands)s hands", hands) % {"hands": hands}
    about = f"{format_day(begun)} · {counted}"
    totals = ", ".join(f"{name} {format_points(total)}" for name, total in zip(view.names, view.sums, strict=True))
    return {
        "table": table,
        "view": view,
        "picture": build_picture(view),
        "about": about,
        "title": f"{view.book.sheet.name}, {about}: {totals}",
        "address": reverse("sheet_picture_file", args=[slug]),
        "name": f"Tarock {begun:%Y-%m-%d}.png",
    }
