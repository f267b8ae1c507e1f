"""Seating those who came when the tables were published already."""

import uuid

from django.http import HttpRequest, HttpResponse

from tarockclub.accounts.permissions import director_only
from tournaments.acts import Refused
from tournaments.draw.late_entries import free_tables, seat_late
from tournaments.draw.messages import told_of
from tournaments.draw.page import without_seat
from tournaments.draw.views import form_methods, number_in, own_round, who_directs
from tournaments.selectors import Found
from tournaments.view_helpers import ids_in, key_in, page, saved

OFFERED = 12  # tables that are named; another one can be typed


@form_methods
@director_only
def late(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Who has no seat yet, and where there is room."""
    found = own_round(request, slug, number)
    if request.method != "POST":
        return _page(request, found, "")
    try:
        entrant = next(iter(ids_in([request.POST.get("entrant", "")])), 0)
        seat_late(found.round, key_in(request), entrant, number_in(request.POST.get("table", "")), who_directs(request))
    except Refused as refused:
        return _page(request, found, told_of(refused), status=409)
    return saved("seat_late", slug=slug, number=number)


def _page(request: HttpRequest, found: Found, problem: str, status: int = 200) -> HttpResponse:
    people = without_seat(found.tournament, found.round)
    free = free_tables(found.tournament, found.round, people[0].id) if people else []
    context = {
        "tournament": found.tournament,
        "round": found.round,
        "people": people,
        "first": people[0] if people else None,
        "free": free[:OFFERED],
        "problem": problem,
    }
    return page(request, "draw/late", context, status=status)
