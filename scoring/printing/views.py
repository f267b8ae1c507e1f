"""Papers for everybody with the address: the Speiszettel and empty written sheets, of a sheet or of a table."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scoring.house_rules.page import load_shown
from scoring.ledger.selectors import find_game_table
from scoring.printing import services
from tarockclub.accounts.permissions import find_club_id
from tarockclub.language import get_current_language
from tarockclub.pdf.response import build_pdf_response
from tarockclub.text import parse_number as number_in


@require_safe
def serve_sheet_speiszettel(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Serve the Speiszettel of a sheet, with its options as set by the address."""
    shown = load_shown(request.GET, sheet_id, find_club_id(request), get_current_language())
    return _build_response(None if shown is None else services.print_zettel(shown.zettel, get_current_language()))


@require_safe
def serve_table_speiszettel(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Serve the Speiszettel of a table."""
    return _build_response(services.print_table_zettel(find_game_table(slug), get_current_language()))


@require_safe
def serve_sheet_blank(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """Serve an empty written sheet for this many players and hands, with the options as set by the address."""
    players, hands = number_in(request.GET, "players"), number_in(request.GET, "hands")
    shown = load_shown(request.GET, sheet_id, find_club_id(request), get_current_language())
    return _build_response(
        None if shown is None else services.print_sheet_blank(shown, players, hands, get_current_language())
    )


@require_safe
def serve_table_blank(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Serve the empty written sheet of an evening's table, with the names of its players."""
    return _build_response(
        services.print_table_blank(find_game_table(slug), number_in(request.GET, "hands"), get_current_language())
    )


def _build_response(paper: services.PrintFile | None) -> HttpResponse:
    if paper is None:
        raise Http404
    return build_pdf_response(*paper)
