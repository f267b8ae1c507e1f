"""Published results for everybody; publishing, drawing lots and giving up a round for the director."""

import uuid
from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tarockclub.platform.accounts import confirmation
from tarockclub.platform.accounts.permissions import find_account
from tournaments.core import view_helpers
from tournaments.core.actions.pages import perform_posted
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import find_round
from tournaments.core.view_helpers import read_page_number
from tournaments.hall.setup.actions import GiveUpRound
from tournaments.hall.standing.progress import find_progress, load_recent_progress
from tournaments.hall.standing.standing import RANK
from tournaments.models import Tournament
from tournaments.results.final_results.lot_actions import DrawLots
from tournaments.results.final_results.missing import load_final_question
from tournaments.results.final_results.page import load_edition_page as one_edition
from tournaments.results.final_results.page import load_result_sections
from tournaments.results.final_results.result_actions import PublishResult
from tournaments.results.final_results.result_page import load_result_story
from tournaments.results.final_results.scopes import find_own_scope
from tournaments.results.standings.cached_page import cut_standing
from tournaments.results.standings.editions import load_standing_editions
from tournaments.results.standings.rows_html import render_blocks
from tournaments.results.standings.views import build_standing_preview


@never_cache
def show_results(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the published results; the director also sees the results to publish, and what is missing."""
    return _render_page(request, slug)


def _render_page(request: HttpRequest, slug: uuid.UUID, text: str = "") -> HttpResponse:
    account = find_account(request)
    stand = load_recent_progress(slug) if account is None else find_progress(slug)
    directs = view_helpers.is_director(request, stand.tournament)
    context = {
        "tournament": stand.tournament,
        "sections": load_result_sections(stand, directs=directs),
        "directs": directs,
        "problem": text,
    }
    return view_helpers.render_page(
        request, "tournaments/results/final_results/results.html", context, status=400 if text else 200
    )


def show_results_problem(request: HttpRequest, slug: uuid.UUID, problem_text: str) -> HttpResponse:
    """Show the results page with a problem."""
    return _render_page(request, slug, problem_text)


def run_posted_action(
    request: HttpRequest,
    slug: uuid.UUID,
    do: Callable[[Tournament], object],
    render_problem: Callable[[Tournament, str], HttpResponse],
    page: str,
) -> HttpResponse:
    """Carry out a posted action and return to its page; a GET request only leads back."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return redirect(page, slug=slug)
    return view_helpers.run_action(
        lambda: do(tournament),
        lambda refused: render_problem(tournament, format_refusal(refused)),
        page,
        slug=slug,
    )


def _run_action(request: HttpRequest, slug: uuid.UUID, do: Callable[[Tournament], object]) -> HttpResponse:
    return run_posted_action(request, slug, do, lambda _row, text: _render_page(request, slug, text), "results")


def handle_publication(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Publish the result of a round, or (0) the final one."""
    tournament = view_helpers.find_own_tournament(request, slug)
    again = find_latest_edition(load_standing_editions(tournament), number) is not None
    if request.method == "POST" and again and (asked := confirmation.ask_for_password(request)) is not None:
        return asked  # people have seen the first one
    # By GET, too: whoever settles a fee there returns to the question.
    asks = number == FINAL and "asked" not in request.POST
    if asks and (question := load_final_question(find_progress(slug))) is not None:
        sign = request.POST.get("seen", question["seen"])
        context = {"tournament": tournament, "question": question, "seen": sign}
        return view_helpers.render_page(request, "tournaments/results/final_results/publish_final.html", context)

    def do(_tournament: Tournament) -> object:
        return perform_posted(request, find_own_scope(request, slug, number), PublishResult)

    return _run_action(request, slug, do)


def handle_lots(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Draw the lots that decide between equal ranks."""
    spot = find_own_scope(request, slug, number)
    return _run_action(request, slug, lambda _row: perform_posted(request, spot, DrawLots, what=RANK))


def handle_give_up(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Give up a round that was opened but not played."""

    def do(_tournament: Tournament) -> object:
        return perform_posted(request, find_round(slug, number).round, GiveUpRound)

    return _run_action(request, slug, do)


def show_edition(request: HttpRequest, slug: uuid.UUID, number: int, edition: int) -> HttpResponse:
    """Show a published result."""
    stand = load_recent_progress(slug)
    edition_page = one_edition(stand, number, edition)
    if edition_page is None:
        raise Http404
    shown, part = cut_standing(edition_page.shown, read_page_number(request))
    story = load_result_story(stand, edition_page.edition) if edition_page.counts else None
    context = {
        "tournament": stand.tournament,
        "of": number,
        "found": edition_page,
        "blocks": render_blocks(shown, slug, courses=story and story.courses),
        "part": part,
        "story": story,
    }
    preview = build_standing_preview(request, stand.tournament, number, _("Published result"))
    return view_helpers.render_page(
        request, "tournaments/results/final_results/edition.html", context | {"preview": preview}
    )
