"""The cash box of a tournament, for director and secretary."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from scoring.agreement_form import cents_of
from scoring.views import who
from tarockclub.access import staff_only
from tournaments import pages
from tournaments.acts import Refused
from tournaments.models import Tournament
from tournaments.standings.cash import cash_box, put
from tournaments.standings.result_views import reason_in
from tournaments.standings.words import problem

OUT = "out"


@require_http_methods(["GET", "HEAD", "POST"])
@staff_only
def cash_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """What is in the box and where it comes from; something is put in or taken out."""
    tournament = pages.own(request, slug)
    if request.method != "POST":
        return _page(request, tournament)
    cents = cents_of(request.POST.get("amount", "")) or 0
    signed = -cents if request.POST.get("way") == OUT else cents
    try:
        put(tournament.pk, pages.key_in(request), signed, reason_in(request), who(request))
    except Refused as refused:
        return _page(request, tournament, problem(refused))
    return pages.saved("cash_box", slug=slug)


def _page(request: HttpRequest, tournament: Tournament, told: str = "") -> HttpResponse:
    context = {"tournament": tournament, "box": cash_box(tournament), "problem": told}
    context["typed"] = request.POST if told else {}
    return pages.page(request, "standings/cash", context, status=400 if told else 200)
