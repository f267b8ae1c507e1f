"""Helpers for the pages of a season: finding it, and checking permissions."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse

from tarockclub.accounts.permissions import find_account, must_be_own
from tarockclub.models import Account
from tournaments import view_helpers
from tournaments.models import Season
from tournaments.season.selectors import find_season


def find_own_season(request: HttpRequest, slug: uuid.UUID) -> Season:
    """Return the season of an address; raise Http404 if it is not of the user's own club."""
    season = find_season(slug)
    must_be_own(request, season.club_id)
    return season


def is_staff(request: HttpRequest, season: Season) -> bool:
    """Return True if the user is a member of the staff of the season's club."""
    account = find_account(request)
    return account is not None and account.club_id == season.club_id


def is_director(request: HttpRequest, season: Season) -> bool:
    """Return True if the user is a director of the season's club."""
    account = find_account(request)
    return account is not None and is_staff(request, season) and account.role == Account.Role.DIRECTOR


def render_page(
    request: HttpRequest, template: str, season: Season, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """Render a page of a season, with a fresh key for its forms."""
    known = {"season": season, "staff": is_staff(request, season), "directs": is_director(request, season)}
    return view_helpers.render_page(request, f"season/{template}", {**known, **context}, status)
