"""Papers for everybody who has the address: the Speiszettel and empty written sheets, of a sheet or of a table."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scoring.house_rules.page import asked
from scoring.ledger.selectors import table_of
from scoring.printing import services
from tarockclub.language import language
from tarockclub.pdf.response import pdf_answer
from tarockclub.text import number as number_in


@require_safe
def sheet_speiszettel(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """The Speiszettel of a sheet, with its switches as the address says."""
    return _answer(services.sheet_zettel(sheet_id, asked(request.GET, sheet_id), language()))


@require_safe
def table_speiszettel(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The Speiszettel that a table plays by."""
    return _answer(services.table_zettel(table_of(slug), language()))


@require_safe
def sheet_written(request: HttpRequest, sheet_id: str) -> HttpResponse:
    """An empty written sheet for so many players and hands, with the switches as the address says."""
    players, hands = number_in(request.GET, "players"), number_in(request.GET, "hands")
    return _answer(services.sheet_blank(sheet_id, asked(request.GET, sheet_id), players, hands, language()))


@require_safe
def table_written(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The empty written sheet of an evening's table, with the names of those who sit there."""
    return _answer(services.table_blank(table_of(slug), number_in(request.GET, "hands"), language()))


def _answer(paper: services.Made | None) -> HttpResponse:
    if paper is None:
        raise Http404
    return pdf_answer(*paper)
