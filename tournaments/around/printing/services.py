"""A paper of a tournament as an HTTP response, for pages and for the API; these check the permissions."""

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from scoring.book.access.links import get_site_address
from tarockclub.kit.days import convert_to_local
from tarockclub.kit.time_source import now
from tarockclub.platform.server.downloads import build_pdf_response
from tournaments.around.printing import receipts, rulings
from tournaments.around.printing.context import PaperKind, PrintContext
from tournaments.core.acts import Owner
from tournaments.core.selectors import load_settings
from tournaments.core.view_helpers import mark_papers
from tournaments.models import Round, Tournament


def build_print_context(
    request: HttpRequest, tournament: Tournament, round_: Round | None = None, query: QueryDict | None = None
) -> PrintContext:
    """Return the context of a paper; `query`: its parameters, by default those of the address."""
    moment, site = convert_to_local(now()), get_site_address(request)
    return PrintContext(
        tournament,
        load_settings(tournament),
        round_,
        moment,
        request.GET if query is None else query,
        site,
    )


def respond_with_paper(context: PrintContext, kind: PaperKind) -> HttpResponse:
    """Return the paper as a PDF response; raise Http404 if there is none."""
    name = f"{context.tournament.day.isoformat()} {context.tournament.name} {kind.title}"
    with mark_papers(context.tournament):
        return _respond_with_pdf(kind.make(context), f"{name} {context.of}" if context.of else name)


def respond_with_ruling(context: PrintContext, number: int) -> HttpResponse:
    """Return one ruling, for signing, as a PDF response; raise Http404 if there is none."""
    title = _("Ruling %(number)s") % {"number": number}
    with mark_papers(context.tournament):
        return _respond_with_pdf(rulings.render_ruling(context, number), f"{context.tournament.name} {title}")


def respond_with_receipt(issuer: receipts.Issuer, owner: Owner, number: int) -> HttpResponse:
    """Return a receipt of a cash box as a PDF response; raise Http404 if there is none."""
    with mark_papers(owner):
        receipt = receipts.render_receipt(issuer, owner, number)
    if receipt is None:
        raise Http404
    return build_pdf_response(*receipt)


def _respond_with_pdf(content: bytes | None, name: str) -> HttpResponse:
    if content is None:
        raise Http404
    return build_pdf_response(content, name)
