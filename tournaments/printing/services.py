"""A paper of a tournament as the answer to a request: for pages and for programs, which say themselves who may."""

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from scoring.access.qr_cards import site_of
from scoring.exports.data import local
from tarockclub.language import language
from tarockclub.pdf.response import pdf_answer
from tarockclub.time_source import now
from tournaments.models import Round, Tournament
from tournaments.printing import receipts, rulings
from tournaments.printing.context import Printed, Told
from tournaments.selectors import settings_of


def told_for(
    request: HttpRequest, tournament: Tournament, round_: Round | None = None, wanted: QueryDict | None = None
) -> Told:
    """What a paper needs; `wanted`: what is said besides, by itself what the address says."""
    at, site = local(now()), site_of(request)
    return Told(
        tournament, settings_of(tournament), round_, language(), at, request.GET if wanted is None else wanted, site
    )


def printed(told: Told, one: Printed) -> HttpResponse:
    """The paper as PDF, or 404 where there is none."""
    name = f"{told.tournament.day.isoformat()} {told.tournament.name} {one.title}"
    return _pdf(one.make(told), f"{name} {told.of}" if told.of else name)


def ruling_printed(told: Told, number: int) -> HttpResponse:
    """One ruling, to be signed, or 404."""
    title = _("Ruling %(number)s") % {"number": number}
    return _pdf(rulings.single(told, number), f"{told.tournament.name} {title}")


def receipt_printed(told: Told, number: int) -> HttpResponse:
    """A receipt of the cash box, or 404."""
    found = receipts.receipt_paper(told, number)
    if found is None:
        raise Http404
    return pdf_answer(found.content, found.name)


def _pdf(content: bytes | None, name: str) -> HttpResponse:
    if content is None:
        raise Http404
    return pdf_answer(content, name)
