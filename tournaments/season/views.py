"""The pages of a season itself: the list, a new one, its home, its settings."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tarockclub.access import staff_of, staff_only
from tournaments import pages
from tournaments.models import Season
from tournaments.season.pages import own, page
from tournaments.season.selectors import events_of


@require_safe
@staff_only
def seasons_page(request: HttpRequest) -> HttpResponse:
    """The club's seasons."""
    listed = Season.objects.filter(club=staff_of(request).club_id).order_by("-made")
    return pages.page(request, "season/seasons", {"listed": listed})


@require_safe
@staff_only
def season_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """A season: what counts in it, where everything is."""
    season = own(request, slug)
    return page(request, "season", season, {"events": events_of(season)})
