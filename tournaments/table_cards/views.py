"""The page that makes a round's table cards: chosen first, then made to be printed."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tarockclub.accounts.permissions import director_only, must_be_own
from tarockclub.language import language
from tarockclub.pdf.response import pdf_answer
from tarockclub.text import number as number_in
from tournaments.selectors import round_at
from tournaments.table_cards.pdf import cards_pdf
from tournaments.table_cards.services import A_PAGE, cards_of, stretches_of, tables_between


@require_http_methods(["GET", "HEAD", "POST"])
@director_only
def table_cards(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Say which cards; POST makes them, with a new link for each: they cannot be shown a second time."""
    found = round_at(slug, number)
    must_be_own(request, found.tournament.club_id)
    context: dict[str, Any] = {"tournament": found.tournament, "round": found.round}
    stretches = stretches_of(found.round)
    if request.method != "POST" or not stretches:
        context |= {"stretches": stretches, "a_page": A_PAGE}
        return render(request, "tournaments/table_cards/choose.html", context)
    first = min(number_in(request.POST, "first") or 1, stretches[-1].last)
    cards = cards_of(request, tables_between(found.round, first, number_in(request.POST, "last") or first))
    as_pdf = number_in(request.POST, "pdf")
    size = as_pdf or number_in(request.POST, "a_page")
    size = size if size in A_PAGE else A_PAGE[0]
    if as_pdf:
        name = " ".join((found.tournament.name, _("Table cards"), f"{found.round.number}-{first}"))
        return pdf_answer(cards_pdf(found.tournament, found.round, cards, size, language()), name)
    context |= {"pages": [cards[at : at + size] for at in range(0, len(cards), size)], "size": size}
    return render(request, "tournaments/table_cards/cards.html", context)
