"""Papers of tournaments and seasons as PDF: the same that are printed from the pages."""

import uuid
from typing import Annotated

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from ninja import Query
from pydantic import Field

from tarockclub.office.api.tournaments.common import OwnSeason, OwnTournament
from tarockclub.platform.accounts.permissions import must_be_own
from tarockclub.platform.api.authentication import (
    ANYBODY,
    TO_READ_RESULTS,
    TO_READ_TABLES,
    TO_TILL,
    build_door,
)
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Number, Out
from tarockclub.platform.server.downloads import PDF, build_pdf_response
from tournaments.around.printing import season as of_season
from tournaments.around.printing.catalogue import load_catalogue
from tournaments.around.printing.context import PaperKind
from tournaments.around.printing.receipts import build_issuer
from tournaments.around.printing.registry import BY_ID, BY_ID_OF_ROUND, CERTIFICATES
from tournaments.around.printing.services import (
    build_print_context,
    respond_with_paper,
    respond_with_receipt,
    respond_with_ruling,
)
from tournaments.core.selectors import find_round, find_season, find_tournament
from tournaments.core.view_helpers import is_staff

part = Part("papers", "Documents of tournaments and seasons as PDF: seats, sheets, standings, certificates, receipts.")
First = Annotated[
    int, Query(ge=0, le=9999, description="The first table; for certificates: the number of places. 0: the default.")
]


class PaperOut(Out):
    """A document that can be printed."""

    what: str = Field(description="Its id, as in the address.")
    title: str
    round: Number = Field(description="0: of the whole tournament.")
    first: Number = Field(description="The first table: many tables are printed in parts.")


class PapersOut(Out):
    """All documents of a tournament that can be printed now."""

    papers: list[PaperOut]


@part.get("papers", door=TO_READ_RESULTS)
def list_papers(request: HttpRequest, tournament: OwnTournament) -> PapersOut:
    """List the documents that can be printed now: for every round that has been drawn, and for the whole tournament."""
    found = load_catalogue(tournament)
    papers = [PaperOut.read(offer, round=0) for offer in found.whole]
    papers += [PaperOut.read(offer, round=number) for number, offers in found.rounds for offer in offers]
    certified = [
        PaperOut(what="certificates", title=str(CERTIFICATES.title), round=of, first=1)
        for of, _address in found.certified
    ]
    return PapersOut(papers=[*papers, *certified])


@part.offer_file("tournaments/{uuid:slug}/papers/{slug:what}", kinds=[PDF], door=ANYBODY)
def read_paper(request: HttpRequest, slug: uuid.UUID, what: str, first: First = 0) -> HttpResponse:
    """Return a document of the whole tournament

    Players, standings, teams, result, prizes, rulings, donations, cash, certificates; results are for everybody, the
    others for the staff of the club.
    """
    one = _find_paper(BY_ID, what)
    tournament = find_tournament(slug)
    if not one.public:
        build_door(one.right).check(request)
        must_be_own(request, tournament.club_id)
    return respond_with_paper(build_print_context(request, tournament, None, _build_query(first)), one)


@part.offer_file("tournaments/{uuid:slug}/rounds/{int:number}/papers/{slug:what}", kinds=[PDF], door=ANYBODY)
def read_round_paper(
    request: HttpRequest, slug: uuid.UUID, number: Number, what: str, first: First = 0
) -> HttpResponse:
    """Return a document of a round

    Seats by name and by table, cards to stand on the tables, empty score sheets, slips for final totals, standings,
    result, certificates; seats and results are for everybody, the others for the staff of the club.
    """
    one, found = _find_paper(BY_ID_OF_ROUND, what), find_round(slug, number)
    if not one.public:
        build_door(one.right).check(request)
        must_be_own(request, found.tournament.club_id)
    return respond_with_paper(build_print_context(request, found.tournament, found.round, _build_query(first)), one)


@part.offer_file("rulings/{int:number}/paper", kinds=[PDF], door=TO_READ_TABLES)
def read_ruling_paper(request: HttpRequest, tournament: OwnTournament, number: Number) -> HttpResponse:
    """Return a ruling, for signing."""
    return respond_with_ruling(build_print_context(request, tournament), number)


@part.offer_file("cash/receipts/{int:number}/paper", kinds=[PDF], door=TO_TILL)
def read_receipt_paper(request: HttpRequest, tournament: OwnTournament, number: Number) -> HttpResponse:
    """Return a receipt of the cash box, with its copy."""
    return respond_with_receipt(build_issuer(build_print_context(request, tournament)), tournament, number)


@part.offer_file("seasons/{uuid:slug}/papers/standing", kinds=[PDF], door=ANYBODY)
def read_season_paper(
    request: HttpRequest,
    slug: uuid.UUID,
    ranking: Annotated[int, Query(ge=0, le=9999, description="A sub-ranking; 0: the whole season.")] = 0,
) -> HttpResponse:
    """Return the standings of a season: as last published, or else the current ones."""
    season = find_season(slug)
    content = of_season.load_season_paper(season, ranking, at_once=is_staff(request, season))
    return build_pdf_response(content, season.name)


@part.offer_file("papers/certificates", kinds=[PDF], door=TO_READ_RESULTS)
def read_season_certificates(request: HttpRequest, season: OwnSeason, first: First = 0) -> HttpResponse:
    """Return certificates for the first of a season whose standings are published."""
    content = of_season.render_season_certificates(season, _build_query(first))
    if content is None:
        raise Http404
    return build_pdf_response(content, f"{season.name} certificates")


def _find_paper(papers: dict[str, PaperKind], what: str) -> PaperKind:
    if what not in papers:
        raise Http404
    return papers[what]


def _build_query(first: int) -> QueryDict:
    """Build the query of the page's address."""
    return QueryDict(f"first={first}" if first else "")
