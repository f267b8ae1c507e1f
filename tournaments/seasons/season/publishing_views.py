"""The director's actions on a season's standings: publishing, drawing lots, reopening the season."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tarockclub.platform.accounts.confirmation import ask_for_password
from tournaments.core import view_helpers
from tournaments.core.actions.base import Action
from tournaments.core.actions.pages import perform_posted
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.seasons.season.editions import load_season_editions
from tournaments.seasons.season.publishing import DrawSeasonLots, PublishStanding, ReopenSeason
from tournaments.seasons.season.views import render_home


def _run_action(request: HttpRequest, slug: uuid.UUID, cls: type[Action]) -> HttpResponse:
    """Carry out a form's action; a GET request only leads back."""
    season = view_helpers.find_own_season(request, slug)
    if request.method != "POST":
        return redirect("season", slug=slug)

    def render_refused(refused: ActionRefused) -> HttpResponse:
        current = view_helpers.find_own_season(request, slug)
        return render_home(request, current, format_refusal(refused), 409)

    return view_helpers.run_action(lambda: perform_posted(request, season, cls), render_refused, "season", slug=slug)


def handle_publication(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Publish the final standings."""
    if (
        request.method == "POST"
        and load_season_editions(view_helpers.find_own_season(request, slug))
        and (asked := ask_for_password(request)) is not None
    ):
        return asked
    return _run_action(request, slug, PublishStanding)


def handle_lots(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Draw the lots that decide between equal ranks."""
    return _run_action(request, slug, DrawSeasonLots)


def handle_reopening(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Reopen a season that has ended."""
    return _run_action(request, slug, ReopenSeason)
