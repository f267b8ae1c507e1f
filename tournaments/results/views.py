"""Published results for everybody; publishing, lots and giving a round up for the director."""

import uuid
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.access.permissions import who
from tarockclub.accounts import confirmation
from tarockclub.accounts.permissions import account_of, director_only
from tarockclub.models import Account
from tarockclub.text import parse_reason
from tournaments import view_helpers
from tournaments.acts import Refused
from tournaments.models import Tournament
from tournaments.results.final_question import load_final_question
from tournaments.results.messages import problem
from tournaments.results.page import edition_page as one_edition
from tournaments.results.page import sections_of
from tournaments.results.services import draw_lots, give_up, publish
from tournaments.selectors import round_at
from tournaments.standings.editions import FINAL, editions_of, latest
from tournaments.standings.progress import lately, stand_at
from tournaments.standings.rows_html import blocks_html
from tournaments.standings.standing import RANK

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@never_cache
def results_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """What was published; the director also sees what can be, and what is missing."""
    return _page(request, slug)


def _page(request: HttpRequest, slug: uuid.UUID, told: str = "") -> HttpResponse:
    account = account_of(request)
    stand = lately(slug) if account is None else stand_at(slug)
    own = account is not None and account.club_id == stand.tournament.club_id
    directs = own and account is not None and account.role == Account.Role.DIRECTOR
    context = {
        "tournament": stand.tournament,
        "sections": sections_of(stand, directs=directs),
        "directs": directs,
        "staff": own,
        "problem": told,
    }
    return view_helpers.page(request, "results/results", context, status=400 if told else 200)


def results_with_problem(request: HttpRequest, slug: uuid.UUID, problem_text: str) -> HttpResponse:
    """The page of the results with what could not be done."""
    return _page(request, slug, problem_text)


def _done(request: HttpRequest, slug: uuid.UUID, do: Callable[[Tournament], object]) -> HttpResponse:
    """Do what a form asks for; an address that was only opened leads back."""
    tournament = view_helpers.own(request, slug)
    if request.method != "POST":
        return redirect("results", slug=slug)
    try:
        do(tournament)
    except Refused as refused:
        return _page(request, slug, problem(refused))
    return view_helpers.saved("results", slug=slug)


@form_methods
@director_only
def publish_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Publish the result of a round, or (0) the final one."""

    def do(tournament: Tournament) -> object:
        of = known_round(slug, number)
        seen, confirmed = request.POST.get("seen", ""), request.POST.get("confirmed") == "1"
        key, reason = view_helpers.key_in(request), parse_reason(request.POST)
        return publish(tournament.pk, key, of, seen, who(request), reason=reason, confirmed=confirmed)

    again = request.method == "POST" and latest(editions_of(view_helpers.own(request, slug)), number) is not None
    if again and (asked := confirmation.question(request)) is not None:  # people have seen the first one
        return asked
    if request.method == "POST" and number == FINAL and "asked" not in request.POST:
        tournament = view_helpers.own(request, slug)
        if (question := load_final_question(stand_at(slug))) is not None:
            context = {"tournament": tournament, "question": question, "seen": request.POST.get("seen", "")}
            return view_helpers.page(request, "results/publish_final", context)
    return _done(request, slug, do)


@form_methods
@director_only
def lots_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Draw the lots that tell equal ranks apart."""
    of = known_round(slug, number)
    return _done(request, slug, lambda row: draw_lots(row.pk, view_helpers.key_in(request), of, RANK, who(request)))


@form_methods
@director_only
def give_up_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """A round that was opened is not played."""

    def do(_tournament: Tournament) -> object:
        return give_up(
            round_at(slug, number).round, view_helpers.key_in(request), parse_reason(request.POST), who(request)
        )

    return _done(request, slug, do)


@require_safe
def edition_page(request: HttpRequest, slug: uuid.UUID, number: int, edition: int) -> HttpResponse:
    """A result as it was published."""
    stand = lately(slug)
    found = one_edition(stand, number, edition)
    if found is None:
        raise Http404
    blocks = blocks_html(found.shown, slug)
    context = {"tournament": stand.tournament, "of": number, "found": found, "blocks": blocks}
    return view_helpers.page(request, "results/edition", context)


def known_round(slug: uuid.UUID, number: int) -> int:
    """A round's number, or 404 where there is no such round; 0 stands for everything."""
    return round_at(slug, number).round.number if number else 0
