"""The director's actions on a season's standings: publishing, drawing lots, reopening the season."""

import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import find_actor
from tarockclub.accounts.confirmation import ask_for_password
from tarockclub.accounts.permissions import director_only
from tarockclub.text import parse_reason
from tournaments import view_helpers
from tournaments.acts import ActionRefused
from tournaments.messages import SEASON, format_refusal
from tournaments.models import Season
from tournaments.season.editions import load_editions
from tournaments.season.publishing import draw_lots, publish_standing, reopen_season
from tournaments.season.view_helpers import find_own_season
from tournaments.season.views import render_home

form_methods = require_http_methods(["GET", "HEAD", "POST"])


def _run_action(request: HttpRequest, slug: uuid.UUID, do: Callable[[Season], object]) -> HttpResponse:
    """Carry out a form's action; a GET request only leads back."""
    season = find_own_season(request, slug)
    if request.method != "POST":
        return redirect("season", slug=slug)
    try:
        do(season)
    except ActionRefused as refused:
        return render_home(request, find_own_season(request, slug), format_refusal(refused, SEASON), 409)
    return view_helpers.redirect_saved("season", slug=slug)


@form_methods
@director_only
def handle_publication(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Publish the final standings."""

    def do(season: Season) -> object:
        seen, confirmed = request.POST.get("seen", ""), request.POST.get("confirmed") == "1"
        reason = parse_reason(request.POST)
        return publish_standing(
            season.pk, view_helpers.parse_key(request), seen, find_actor(request), reason=reason, confirmed=confirmed
        )

    if (
        request.method == "POST"
        and load_editions(find_own_season(request, slug))
        and (asked := ask_for_password(request)) is not None
    ):
        return asked
    return _run_action(request, slug, do)


@form_methods
@director_only
def handle_lots(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Draw the lots that decide between equal ranks."""
    return _run_action(
        request, slug, lambda season: draw_lots(season.pk, view_helpers.parse_key(request), find_actor(request))
    )


@form_methods
@director_only
def handle_reopening(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Reopen a season that has ended."""
    return _run_action(
        request,
        slug,
        lambda row: reopen_season(
            row.pk, view_helpers.parse_key(request), parse_reason(request.POST), find_actor(request)
        ),
    )
