"""Rendering the pages of a season."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from tournaments.core import view_helpers
from tournaments.models import Season


def render_season_page(
    request: HttpRequest, template: str, season: Season, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page of a season, with a fresh key for its forms."""
    staff, directs = view_helpers.is_staff(request, season), view_helpers.is_director(request, season)
    known = {"season": season, "staff": staff, "directs": directs}
    return view_helpers.render_page(
        request, f"tournaments/seasons/season/{template}.html", {**known, **context}, status
    )
