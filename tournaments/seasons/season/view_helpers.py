"""Helpers for the pages of a season: finding and rendering it."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse

from tarockclub.platform.accounts.permissions import must_be_own
from tournaments.core import view_helpers
from tournaments.models import Season
from tournaments.seasons.season.selectors import find_season


def find_own_season(request: HttpRequest, slug: uuid.UUID) -> Season:
    """Return the season of an address; raise Http404 if it is not of the user's own club."""
    season = find_season(slug)
    must_be_own(request, season.club_id)
    return season


def render_season_page(
    request: HttpRequest, template: str, season: Season, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page of a season, with a fresh key for its forms."""
    staff, directs = view_helpers.is_staff(request, season), view_helpers.is_director(request, season)
    known = {"season": season, "staff": staff, "directs": directs}
    return view_helpers.render_page(
        request, f"tournaments/seasons/season/{template}.html", {**known, **context}, status
    )
