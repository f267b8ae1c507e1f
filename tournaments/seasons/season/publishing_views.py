"""The director's actions on a season's standings: publishing, drawing lots, reopening the season."""

import uuid
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from scoring.book.access.permissions import find_actor
from tarockclub.platform.accounts.confirmation import ask_for_password
from tarockclub.platform.accounts.permissions import director_only
from tournaments.core import view_helpers
from tournaments.core.acts import ActionRefused
from tournaments.core.forms import ActionForm, ReasonForm
from tournaments.core.messages import SEASON, format_refusal
from tournaments.models import Season
from tournaments.results.final_results.forms import PublicationForm
from tournaments.seasons.season.editions import load_season_editions
from tournaments.seasons.season.publishing import draw_season_lots, publish_standing, reopen_season
from tournaments.seasons.season.views import render_home

form_methods = require_http_methods(["GET", "HEAD", "POST"])


def _run_action(
    request: HttpRequest,
    slug: uuid.UUID,
    form_class: type[ActionForm],
    do: Callable[[Season, dict[str, Any]], object],
) -> HttpResponse:
    """Carry out a form's action; a GET request only leads back."""
    season = view_helpers.find_own_season(request, slug)
    if request.method != "POST":
        return redirect("season", slug=slug)

    def render_refused(refused: ActionRefused) -> HttpResponse:
        return render_home(request, view_helpers.find_own_season(request, slug), format_refusal(refused, SEASON), 409)

    return view_helpers.run_action(
        lambda: do(season, form_class(request.POST).parse()), render_refused, "season", slug=slug
    )


@form_methods
@director_only
def handle_publication(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Publish the final standings."""

    def do(season: Season, content: dict[str, Any]) -> object:
        seen, reason, confirmed = content["seen"], content["reason"], content["confirmed"]
        return publish_standing(
            season.pk, content["key"], seen, find_actor(request), reason=reason, confirmed=confirmed
        )

    if (
        request.method == "POST"
        and load_season_editions(view_helpers.find_own_season(request, slug))
        and (asked := ask_for_password(request)) is not None
    ):
        return asked
    return _run_action(request, slug, PublicationForm, do)


@form_methods
@director_only
def handle_lots(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Draw the lots that decide between equal ranks."""
    return _run_action(
        request, slug, ActionForm, lambda season, said: draw_season_lots(season.pk, said["key"], find_actor(request))
    )


@form_methods
@director_only
def handle_reopening(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Reopen a season that has ended."""
    return _run_action(
        request,
        slug,
        ReasonForm,
        lambda season, said: reopen_season(season.pk, said["key"], said["reason"], find_actor(request)),
    )
