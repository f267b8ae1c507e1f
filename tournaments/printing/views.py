"""The page of all papers of a tournament, and each of them as PDF."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tarockclub.accounts.permissions import must_be_own, staff_only
from tarockclub.language import language
from tarockclub.pdf.response import pdf_answer
from tournaments import view_helpers
from tournaments.printing import receipts
from tournaments.printing import season as seasons
from tournaments.printing.catalogue import offered_of
from tournaments.printing.context import Printed
from tournaments.printing.registry import BY_ID, BY_ID_OF_ROUND
from tournaments.printing.services import printed, receipt_printed, ruling_printed, told_for
from tournaments.season.selectors import season_at
from tournaments.selectors import round_at, tournament_at


@require_safe
@staff_only
@never_cache
def papers_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """All papers that there are of a tournament."""
    tournament = view_helpers.own(request, slug)
    context = {"tournament": tournament, "offered": offered_of(tournament)}
    return view_helpers.page(request, "printing/papers", context)


@require_safe
def paper(request: HttpRequest, slug: uuid.UUID, what: str) -> HttpResponse:
    """A paper of the whole tournament."""
    one = BY_ID.get(what)
    if one is None:
        raise Http404
    return public(request, slug, one) if one.public else for_staff(request, slug, one)


@require_safe
def round_paper(request: HttpRequest, slug: uuid.UUID, number: int, what: str) -> HttpResponse:
    """A paper of a round."""
    one = BY_ID_OF_ROUND.get(what)
    if one is None:
        raise Http404
    return public(request, slug, one, number) if one.public else for_staff(request, slug, one, number)


def public(request: HttpRequest, slug: uuid.UUID, one: Printed, number: int = 0) -> HttpResponse:
    """A paper for whoever has the address."""
    found = round_at(slug, number) if number else None
    tournament = found.tournament if found is not None else tournament_at(slug)
    return printed(told_for(request, tournament, found.round if found is not None else None), one)


@staff_only
def for_staff(request: HttpRequest, slug: uuid.UUID, one: Printed, number: int = 0) -> HttpResponse:
    """A paper for the tournament's own club alone."""
    view_helpers.own(request, slug)
    return public(request, slug, one, number)


@require_safe
@staff_only
def ruling_pdf(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """One ruling, to be signed."""
    tournament = view_helpers.own(request, slug)
    return ruling_printed(told_for(request, tournament), number)


@require_safe
@staff_only
def receipt_pdf(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """A receipt of the cash box."""
    tournament = view_helpers.own(request, slug)
    return receipt_printed(told_for(request, tournament), number)


@require_safe
def season_paper(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The standing of a season, for whoever has the address."""
    season = season_at(slug)
    return pdf_answer(seasons.standing(season, language()), season.name)


@require_safe
@staff_only
def season_certificates(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Certificates for the first of a season."""
    season = season_at(slug)
    must_be_own(request, season.club_id)
    content = seasons.season_certificates(season, language(), request.GET)
    if content is None:
        raise Http404
    title = _("Certificates")
    return pdf_answer(content, f"{season.name} {title}")


@require_safe
@staff_only
def season_receipt_pdf(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """A receipt of a season's own cash box."""
    season = season_at(slug)
    must_be_own(request, season.club_id)
    found = receipts.season_receipt_paper(season, number, language())
    if found is None:
        raise Http404
    return pdf_answer(found.content, found.name)
