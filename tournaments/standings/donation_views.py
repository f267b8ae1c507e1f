"""What the tables owe the donation box, for director and secretary; a list to go from table to table with."""

import uuid
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tarockclub.accounts.permissions import staff_only
from tournaments import view_helpers
from tournaments.cash.donations import Box, by_round, donations_of
from tournaments.selectors import settings_of


class RoundBox(NamedTuple):
    """The box of one round."""

    number: int
    box: Box


@require_safe
@staff_only
def donations_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The donation box, round by round and table by table; 404 where the tournament has none."""
    tournament = view_helpers.own(request, slug)
    settings = settings_of(tournament)
    if not settings.donation:
        raise Http404
    donations = donations_of(tournament)
    rounds = [RoundBox(number, box) for number, box in sorted(by_round(donations).items(), reverse=True)]
    context = {"tournament": tournament, "rate": settings.rate, "rounds": rounds, "whole": Box(donations)}
    return view_helpers.page(request, "standings/donations", context)
