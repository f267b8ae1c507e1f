"""What the director does with a season's standing: publish it, draw lots, take the season up again."""

import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import who
from tarockclub.accounts.confirmation import question
from tarockclub.accounts.permissions import director_only
from tarockclub.text import parse_reason
from tournaments import view_helpers
from tournaments.acts import Refused
from tournaments.models import Season
from tournaments.season.editions import editions_of
from tournaments.season.messages import problem
from tournaments.season.publishing import draw_lots, publish, take_up
from tournaments.season.view_helpers import own
from tournaments.season.views import home

form_methods = require_http_methods(["GET", "HEAD", "POST"])


def _done(request: HttpRequest, slug: uuid.UUID, do: Callable[[Season], object]) -> HttpResponse:
    """Do what a form asks for; an address that was only opened leads back."""
    season = own(request, slug)
    if request.method != "POST":
        return redirect("season", slug=slug)
    try:
        do(season)
    except Refused as refused:
        return home(request, own(request, slug), problem(refused), 409)
    return view_helpers.saved("season", slug=slug)


@form_methods
@director_only
def publish_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Publish the final standing."""

    def do(season: Season) -> object:
        seen, confirmed = request.POST.get("seen", ""), request.POST.get("confirmed") == "1"
        reason = parse_reason(request.POST)
        return publish(season.pk, view_helpers.key_in(request), seen, who(request), reason=reason, confirmed=confirmed)

    if request.method == "POST" and editions_of(own(request, slug)) and (asked := question(request)) is not None:
        return asked
    return _done(request, slug, do)


@form_methods
@director_only
def lots_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Draw the lots that tell equal ranks apart."""
    return _done(request, slug, lambda season: draw_lots(season.pk, view_helpers.key_in(request), who(request)))


@form_methods
@director_only
def take_up_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Let a season that has ended go on."""
    return _done(
        request,
        slug,
        lambda row: take_up(row.pk, view_helpers.key_in(request), parse_reason(request.POST), who(request)),
    )
