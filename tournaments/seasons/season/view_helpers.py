"""Rendering the pages of a season, and opening those that everybody may see."""

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from tarockclub.platform.accounts.permissions import guard_view
from tarockclub.platform.accounts.rate_limits import count_wrong_link
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.secret_links import hide_address
from tarockclub.platform.clubs.middleware import enter_found_club
from tarockclub.platform.publication import load_publication
from tournaments.core import view_helpers
from tournaments.core.selectors import find_season
from tournaments.models import Season
from tournaments.seasons.season.evenings.actions import find_linked_season
from tournaments.seasons.season.settings import parse_season_settings

P = ParamSpec("P")


def is_open(season: Season) -> bool:
    """Return whether everybody who has its address may see a season.

    Where evenings count, only if the club shows its seasons to everybody: their statistics ask for the log-in as well.
    """
    return not parse_season_settings(season.settings).has_evenings or load_publication(season.club).seasons


def may_see(request: HttpRequest, season: Season) -> bool:
    """Return whether whoever asks may see a season: everybody or the staff of its club."""
    return view_helpers.is_staff(request, season) or is_open(season)


def open_season(view: Callable[Concatenate[HttpRequest, Season, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Give a view the season of its address; ask for the log-in where not everybody may see it."""

    @wraps(view)
    def show(request: HttpRequest, slug: uuid.UUID, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        season = find_season(slug)
        if may_see(request, season):
            return view(request, season, *args, **kwargs)
        return guard_view(_hide_season, Right.RESULTS)(request)

    return show


def open_link(view: Callable[Concatenate[HttpRequest, Season, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Give a view the season of a secret link; one that everybody may see has no need of it any more."""

    @wraps(view)
    def show(request: HttpRequest, secret: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        season = find_linked_season(secret)
        if season is None:
            count_wrong_link(request, "year")
            raise Http404
        enter_found_club(request, season.club_id)
        if is_open(season):
            return redirect("season_standing", slug=season.slug)
        return hide_address(view(request, season, *args, **kwargs))

    return show


def _hide_season(_request: HttpRequest) -> HttpResponse:
    """Hide the season from the staff of another club."""
    raise Http404


def render_season_page(
    request: HttpRequest, template: str, season: Season, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page of a season, with a fresh key for its forms."""
    staff, directs = view_helpers.is_staff(request, season), view_helpers.is_director(request, season)
    base_context = {"season": season, "staff": staff, "directs": directs}
    return view_helpers.render_page(
        request, f"tournaments/seasons/season/{template}.html", {**base_context, **context}, status
    )
