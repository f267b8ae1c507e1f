"""The page of all papers of a tournament, and each of them as PDF."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tarockclub.kit.text import LONGEST_NUMBER, parse_whole
from tarockclub.platform.accounts.looks import SEASON_FILE, STATISTICS_FILE, TOURNAMENT_FILE, note_file
from tarockclub.platform.accounts.permissions import get_staff_account, guard_view, must_be_own
from tarockclub.platform.server.downloads import build_pdf_response
from tournaments.around.printing import cash_papers
from tournaments.around.printing import season as seasons
from tournaments.around.printing.lists import PaperKind
from tournaments.around.printing.services import (
    BY_ID,
    BY_ID_OF_ROUND,
    CERTIFICATES,
    build_print_context,
    load_catalogue,
    respond_with_paper,
    respond_with_receipt,
    respond_with_ruling,
)
from tournaments.core import view_helpers
from tournaments.core.selectors import find_round, find_season, find_tournament
from tournaments.models import Season
from tournaments.seasons.season.view_helpers import open_season

PDF = "pdf"


@never_cache
def show_papers(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show all papers of a tournament that can be printed."""
    tournament = view_helpers.find_own_tournament(request, slug)
    context = {"tournament": tournament, "offered": load_catalogue(tournament)}
    return view_helpers.render_page(request, "tournaments/around/printing/papers.html", context)


def show_paper(request: HttpRequest, slug: uuid.UUID, what: str) -> HttpResponse:
    """Return a paper of the whole tournament."""
    paper = BY_ID.get(what)
    if paper is None:
        raise Http404
    return _respond(request, slug, paper)


def show_round_paper(request: HttpRequest, slug: uuid.UUID, number: int, what: str) -> HttpResponse:
    """Return a paper of a round."""
    paper = BY_ID_OF_ROUND.get(what)
    if paper is None:
        raise Http404
    return _respond(request, slug, paper, number)


def _respond(request: HttpRequest, slug: uuid.UUID, kind: PaperKind, number: int = 0) -> HttpResponse:
    show = show_public_paper if kind.public else guard_view(show_staff_paper, needs=kind.right)
    return show(request, slug, kind, number)


def show_public_paper(request: HttpRequest, slug: uuid.UUID, kind: PaperKind, number: int = 0) -> HttpResponse:
    """Return a paper for everyone who has the address."""
    context = find_round(slug, number) if number else None
    tournament = context.tournament if context is not None else find_tournament(slug)
    return respond_with_paper(
        build_print_context(request, tournament, context.round if context is not None else None), kind
    )


def show_staff_paper(request: HttpRequest, slug: uuid.UUID, kind: PaperKind, number: int = 0) -> HttpResponse:
    """Return a paper for the tournament's own club only."""
    tournament = view_helpers.find_own_tournament(request, slug)
    note_file(request, tournament.club_id, TOURNAMENT_FILE, PDF, of=tournament.pk)
    return show_public_paper(request, slug, kind, number)


def show_own_certificate(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Return a player's certificate of the final result, with the name of public pages; 404 before there is one."""
    tournament = find_tournament(slug)
    if tournament.ended is None:
        raise Http404
    query = QueryDict(f"number={number}")
    return respond_with_paper(build_print_context(request, tournament, query=query), CERTIFICATES)


def show_ruling_pdf(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Return one ruling for signing."""
    tournament = view_helpers.find_own_tournament(request, slug)
    note_file(request, tournament.club_id, TOURNAMENT_FILE, PDF, of=tournament.pk)
    return respond_with_ruling(build_print_context(request, tournament), number)


def show_receipt_pdf(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show a receipt of the cash box."""
    tournament = view_helpers.find_own_tournament(request, slug)
    note_file(request, tournament.club_id, TOURNAMENT_FILE, PDF, of=tournament.pk)
    return respond_with_receipt(tournament, number)


@open_season
def show_season_paper(request: HttpRequest, season: Season) -> HttpResponse:
    """Return the standings of a season, or of a sub-ranking (its number), for everyone who may see it."""
    number, edition = (parse_whole(request.GET.get(name, ""), LONGEST_NUMBER) or 0 for name in ("ranking", "edition"))
    content = seasons.load_season_paper(season, number, edition, at_once=view_helpers.is_staff(request, season))
    return build_pdf_response(content, season.name)


def show_season_certificates(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show certificates for the first of a season."""
    season = find_season(slug)
    must_be_own(request, season.club_id)
    content = seasons.render_season_certificates(season, request.GET)
    if content is None:
        raise Http404
    title = _("Certificates")
    note_file(request, season.club_id, SEASON_FILE, PDF, of=season.pk)
    return build_pdf_response(content, f"{season.name} {title}")


def show_fame_paper(request: HttpRequest) -> HttpResponse:
    """Return the hall of fame of the club; 404 as long as nobody has won anything."""
    club = get_staff_account(request).club
    content = seasons.render_fame(club)
    if content is None:
        raise Http404
    note_file(request, club.pk, STATISTICS_FILE, PDF)
    title = _("Hall of fame")
    return build_pdf_response(content, f"{club.name} {title}")


def show_season_receipt_pdf(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Return a receipt of a season's own cash box."""
    season = find_season(slug)
    must_be_own(request, season.club_id)
    note_file(request, season.club_id, SEASON_FILE, PDF, of=season.pk)
    return respond_with_receipt(season, number)


def show_season_settlement_pdf(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Return a settlement of a year's evenings, by the number of its act."""
    season = find_season(slug)
    must_be_own(request, season.club_id)
    content = cash_papers.render_year_settlement(season, number)
    if content is None:
        raise Http404
    note_file(request, season.club_id, SEASON_FILE, PDF, of=season.pk)
    title = _("Settlement")
    return build_pdf_response(content, f"{season.name} {title}")
