"""The Speiszettel and empty written sheets as PDF."""

import uuid
from typing import Annotated

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Query

from scoring.api.common import language, table_for
from scoring.api.rules import Switches, chosen_of
from scoring.printing import services
from tarockclub.api.authentication import ANYBODY
from tarockclub.api.operations import Part
from tarockclub.pdf.response import PDF, pdf_answer

part = Part("blanks", "The Speiszettel and empty score sheets as PDF, of house rules or of a table.")
_SAYS = {200: "The document."}
Players = Annotated[int, Query(ge=4, le=6, description="Number of players.")]
Hands = Annotated[int, Query(ge=0, le=100, description="Number of lines for hands; 0: the default.")]


@part.file("sheets/{slug:sheet_id}/papers/speiszettel", kinds=[PDF], door=ANYBODY, fails=(404,), says=_SAYS)
def read_speiszettel_paper(request: HttpRequest, sheet_id: str, switches: Query[Switches]) -> HttpResponse:
    """The Speiszettel of house rules, with their switches as asked for."""
    return _answer(services.sheet_zettel(sheet_id, chosen_of(sheet_id, switches), language()))


@part.file("sheets/{slug:sheet_id}/papers/written", kinds=[PDF], door=ANYBODY, fails=(404,), says=_SAYS)
def read_written_paper(
    request: HttpRequest, sheet_id: str, switches: Query[Switches], players: Players = 4, hands: Hands = 0
) -> HttpResponse:
    """An empty written sheet of house rules, for four, five or six players."""
    return _answer(services.sheet_blank(sheet_id, chosen_of(sheet_id, switches), players, hands, language()))


@part.file("tables/{uuid:slug}/papers/speiszettel", kinds=[PDF], door=ANYBODY, fails=(404,), says=_SAYS)
def read_table_speiszettel_paper(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The Speiszettel that a table plays by."""
    return _answer(services.table_zettel(table_for(slug), language()))


@part.file("tables/{uuid:slug}/papers/written", kinds=[PDF], door=ANYBODY, fails=(404,), says=_SAYS)
def read_table_written_paper(request: HttpRequest, slug: uuid.UUID, hands: Hands = 0) -> HttpResponse:
    """The empty written sheet of a table, with the names of those who sit there."""
    return _answer(services.table_blank(table_for(slug), hands, language()))


def _answer(paper: services.Made | None) -> HttpResponse:
    if paper is None:
        raise Http404
    return pdf_answer(*paper)
