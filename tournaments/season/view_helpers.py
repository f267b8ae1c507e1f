"""What pages of a season have in common: whose it is, who may do what."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse

from tarockclub.accounts.permissions import account_of, must_be_own
from tarockclub.models import Account
from tournaments import view_helpers
from tournaments.models import Season
from tournaments.season.selectors import season_at


def own(request: HttpRequest, slug: uuid.UUID) -> Season:
    """The season of an address, if it is one of the own club; otherwise 404."""
    season = season_at(slug)
    must_be_own(request, season.club_id)
    return season


def is_staff(request: HttpRequest, season: Season) -> bool:
    """Whether somebody of the season's club is logged in."""
    account = account_of(request)
    return account is not None and account.club_id == season.club_id


def directs(request: HttpRequest, season: Season) -> bool:
    """Whether a director of the season's club is logged in."""
    account = account_of(request)
    return account is not None and is_staff(request, season) and account.role == Account.Role.DIRECTOR


def page(
    request: HttpRequest, template: str, season: Season, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    """A page of a season, with a fresh key for its forms."""
    known = {"season": season, "staff": is_staff(request, season), "directs": directs(request, season)}
    return view_helpers.page(request, f"season/{template}", {**known, **context}, status)
