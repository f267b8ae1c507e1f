"""Sharing the standings of a tournament or a season: what everybody may see of them, whoever asks."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from tarockclub.sharing.card import Card
from tarockclub.sharing.responses import build_picture_response, render_share_page
from tournaments.editions import FINAL
from tournaments.models import Season, Tournament
from tournaments.public.cards import build_season_card, build_standing_card
from tournaments.season.data import load_season_progress
from tournaments.season.page import build_current_page
from tournaments.season.selectors import find_season
from tournaments.standings.cached_page import load_public_page


def _load_standing(slug: uuid.UUID, of: int) -> tuple[Tournament, Card]:
    stand, shown = load_public_page(slug, of)
    return stand.tournament, build_standing_card(stand.tournament, of, shown, is_live=stand.settings.show_live)


@require_safe
def show_standings(request: HttpRequest, slug: uuid.UUID, number: int = FINAL) -> HttpResponse:
    """Share the standings of a round, or of the whole tournament."""
    path = reverse("round_standings", args=[slug, number]) if number else reverse("standings", args=[slug])
    tournament, card = _load_standing(slug, number)
    return render_share_page(request, card, path, tournament=tournament)


@require_safe
def serve_standings_picture(request: HttpRequest, slug: uuid.UUID, shape: str, number: int = FINAL) -> HttpResponse:
    """Serve the picture of standings."""
    return build_picture_response(request, _load_standing(slug, number)[1], shape)


def _load_season(slug: uuid.UUID) -> tuple[Season, Card]:
    stand = load_season_progress(find_season(slug))
    return stand.season, build_season_card(stand, build_current_page(stand))


@require_safe
def show_season(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Share the standings of a season."""
    season, card = _load_season(slug)
    return render_share_page(request, card, reverse("season_standing", args=[slug]), season=season)


@require_safe
def serve_season_picture(request: HttpRequest, slug: uuid.UUID, shape: str) -> HttpResponse:
    """Serve the picture of a season's standings."""
    return build_picture_response(request, _load_season(slug)[1], shape)
