"""The page that makes a round's table cards: tables are chosen first, then the cards are made for printing."""

import uuid
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tarockclub.kit.form_fields import NumberField
from tarockclub.platform.server.downloads import build_pdf_response
from tournaments.core.view_helpers import find_own_round, mark_papers
from tournaments.hall.table_cards.services import (
    A_PAGE,
    create_cards,
    list_table_ranges,
    list_tables_between,
    render_cards,
)


class TableCardsForm(forms.Form):
    """The first and the last table, and how many cards there are on a page; `pdf`: the same, as a document."""

    first = NumberField()
    last = NumberField()
    a_page = NumberField()
    pdf = NumberField()


def handle_table_cards(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Ask for the tables; POST makes cards with a new link for each: they cannot be shown a second time."""
    round_context = find_own_round(request, slug, number)
    context: dict[str, Any] = {"tournament": round_context.tournament, "round": round_context.round}
    stretches = list_table_ranges(round_context.round)
    if request.method != "POST" or not stretches:
        context |= {"stretches": stretches, "a_page": A_PAGE}
        return render(request, "tournaments/hall/table_cards/choose.html", context)
    form = TableCardsForm(request.POST)
    form.is_valid()
    content = form.cleaned_data
    first = min(content["first"] or 1, stretches[-1][1])
    cards = create_cards(request, list_tables_between(round_context.round, first, content["last"] or first))
    size = content["pdf"] or content["a_page"]
    size = size if size in A_PAGE else A_PAGE[0]
    if content["pdf"]:
        name = " ".join((round_context.tournament.name, _("Table cards"), f"{round_context.round.number}-{first}"))
        with mark_papers(round_context.tournament):
            return build_pdf_response(render_cards(round_context.tournament, round_context.round, cards, size), name)
    context |= {"pages": [cards[start : start + size] for start in range(0, len(cards), size)], "size": size}
    return render(request, "tournaments/hall/table_cards/cards.html", context)
