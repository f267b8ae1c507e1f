"""The Speiszettel and empty written sheets as PDF."""

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query

from scoring.models import GameTable
from scoring.reports.printing import services
from tarockclub.kit.words import get_current_language
from tarockclub.office.api.scoring.rules import Switches, find_shown
from tarockclub.platform.api.authentication import ANYBODY
from tarockclub.platform.api.operations import Part
from tarockclub.platform.server.downloads import PDF, build_pdf_response

part = Part("blanks", "The Speiszettel and empty score sheets as PDF, of house rules or of a table.")
Players = Annotated[int, Query(ge=4, le=6, description="Number of players.")]
Hands = Annotated[int, Query(ge=0, le=100, description="Number of lines for hands; 0: the default.")]


@part.offer_file("sheets/{slug:sheet_id}/papers/speiszettel", kinds=[PDF], door=ANYBODY)
def read_speiszettel_paper(request: HttpRequest, sheet_id: str, switches: Query[Switches]) -> HttpResponse:
    """The Speiszettel of house rules, with their switches as asked for."""
    return build_pdf_response(
        *services.print_zettel(find_shown(request, sheet_id, switches).zettel, get_current_language())
    )


@part.offer_file("sheets/{slug:sheet_id}/papers/written", kinds=[PDF], door=ANYBODY)
def read_written_paper(
    request: HttpRequest, sheet_id: str, switches: Query[Switches], players: Players = 4, hands: Hands = 0
) -> HttpResponse:
    """An empty written sheet of house rules, for four, five or six players."""
    shown = find_shown(request, sheet_id, switches)
    return build_pdf_response(*services.print_sheet_blank(shown, players, hands, get_current_language()))


@part.offer_file("papers/speiszettel", kinds=[PDF], door=ANYBODY)
def read_table_speiszettel_paper(request: HttpRequest, table: GameTable) -> HttpResponse:
    """The Speiszettel that a table plays by."""
    return build_pdf_response(*services.print_table_zettel(table, get_current_language()))


@part.offer_file("papers/written", kinds=[PDF], door=ANYBODY)
def read_table_written_paper(request: HttpRequest, table: GameTable, hands: Hands = 0) -> HttpResponse:
    """The empty written sheet of a table, with the names of those who sit there."""
    return build_pdf_response(*services.print_table_blank(table, hands, get_current_language()))
