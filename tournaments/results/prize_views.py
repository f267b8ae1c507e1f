"""The prizes: their list, who chooses next, what was chosen."""

import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import who
from scoring.settlement.forms import cents_of
from tarockclub.accounts.permissions import director_only, must_direct, staff_only
from tarockclub.models import NAME_LENGTH
from tarockclub.text import cleaned, parse_reason
from tournaments import view_helpers
from tournaments.acts import Refused
from tournaments.models import Prize, Tournament
from tournaments.results.messages import problem
from tournaments.results.prizes import add_prize, choose, take_off
from tournaments.results.prizes_page import scopes_shown
from tournaments.results.services import draw_lots
from tournaments.results.views import known_round
from tournaments.selectors import settings_of
from tournaments.standings.standing import CHOICE

form_methods = require_http_methods(["GET", "HEAD", "POST"])
_WRONG = -1


@form_methods
@staff_only
def prizes_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """The list of prizes; a further one is put on it."""
    tournament = view_helpers.own(request, slug)
    if request.method != "POST":
        return _page(request, tournament)
    must_direct(request, tournament.club_id)
    name, cents = cleaned(request.POST.get("name", ""))[:NAME_LENGTH], cents_of(request.POST.get("cost") or "0")
    of = _number(request.POST.get("of", ""))
    return _done(
        request,
        slug,
        lambda row: add_prize(
            row.pk, view_helpers.key_in(request), of, name, _WRONG if cents is None else cents, who(request)
        ),
    )


@form_methods
@director_only
def prize_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Take a prize off the list."""

    def do(row: Tournament) -> object:
        prize = get_object_or_404(Prize, tournament=row, number=number)
        return take_off(prize, view_helpers.key_in(request), who(request))

    return _done(request, slug, do)


@form_methods
@director_only
def choice_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Write down what somebody has chosen of the prizes of a round, or (0) of everything."""

    def do(row: Tournament) -> object:
        person, prize = (_number(request.POST.get(name, "")) for name in ("person", "prize"))
        of = known_round(slug, number)
        return choose(
            row.pk, view_helpers.key_in(request), of, person, prize, who(request), reason=parse_reason(request.POST)
        )

    return _done(request, slug, do)


@form_methods
@director_only
def lots_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Draw the lots that say who of equals chooses first."""
    of = known_round(slug, number)
    return _done(request, slug, lambda row: draw_lots(row.pk, view_helpers.key_in(request), of, CHOICE, who(request)))


def _done(request: HttpRequest, slug: uuid.UUID, do: Callable[[Tournament], object]) -> HttpResponse:
    tournament = view_helpers.own(request, slug)
    if request.method != "POST":
        return redirect("prizes", slug=slug)
    try:
        do(tournament)
    except Refused as refused:
        return _page(request, tournament, problem(refused))
    return view_helpers.saved("prizes", slug=slug)


def _page(request: HttpRequest, tournament: Tournament, told: str = "") -> HttpResponse:
    context = {
        "tournament": tournament,
        "scopes": scopes_shown(tournament),
        "rounds": tournament.rounds.order_by("number").values_list("number", flat=True),
        "choosers": settings_of(tournament).choosers,
        "problem": told,
        "typed": request.POST if told else {},
    }
    return view_helpers.page(request, "results/prizes", context, status=400 if told else 200)


def _number(text: str) -> int:
    """A number as it was sent; what is none is not taken for 0, which means nobody, nothing or everything."""
    found = view_helpers.ids_in([text])
    return found[0] if found else _WRONG
