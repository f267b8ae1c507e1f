"""The projector: the clock as large as the screen allows, tables and standing in turn, what is announced."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tarockclub.accounts.sessions import BY_ITSELF
from tarockclub.language import language
from tarockclub.server.page_cache import Shelf, Unhurried, answered
from tournaments.clock.views import in_milliseconds
from tournaments.desk.live import Stand, stand_of
from tournaments.models import Round, Tournament
from tournaments.projector.page import context_of, shown_round
from tournaments.selectors import tournament_at

SHELF = Shelf(32)
RECENT = Unhurried(4)


@require_safe
@never_cache
def projector(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """A page for the wall; for whoever has its address."""
    tournament = tournament_at(slug)
    round_ = shown_round(tournament)
    version = RECENT.made((tournament.pk, language()), tournament.version, _tag(tournament, round_))
    context = {**context_of(tournament, round_), "version": version}
    return render(request, "tournaments/projector/projector.html", context)


@require_safe
def live(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """What has changed on the wall; nothing where the browser has it already."""
    request.META[BY_ITSELF] = True
    tournament = tournament_at(slug)
    round_ = shown_round(tournament)
    name = (tournament.pk, language())
    tag = RECENT.tag(name, tournament.version, _tag(tournament, round_))

    def rendered() -> str:
        return render_to_string("tournaments/projector/_projected.html", context_of(tournament, round_))

    response = answered(request, tag, lambda: SHELF.body(name, tag, rendered))
    response["X-Now"] = str(in_milliseconds())
    return response


def _tag(tournament: Tournament, round_: Round | None) -> str:
    stand = Stand(tournament.version, 0, 0, 0, 0) if round_ is None else stand_of(round_, tournament.version)
    return stand.tag(f"wall{round_.number if round_ else 0}", language())
