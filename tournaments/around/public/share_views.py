"""Sharing the standings of a tournament or a season: what everybody may see of them, whoever asks."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from tarockclub.kit.days import format_day
from tarockclub.platform.club_look.services import choose_header
from tarockclub.platform.sharing.picture import Card, CardRow
from tarockclub.platform.sharing.responses import build_picture_response, render_share_page
from tournaments.core.editions import FINAL, find_standing_address
from tournaments.models import Season, Tournament
from tournaments.results.standings.cached_page import load_public_page
from tournaments.results.standings.page import StandingPage, StandingRow
from tournaments.seasons.season.cache.progress import load_kept_season
from tournaments.seasons.season.data import SeasonProgress
from tournaments.seasons.season.services import find_event_day
from tournaments.seasons.season.table import build_current_table
from tournaments.seasons.season.view_helpers import open_link, open_season

MOST_ROWS = 40  # of a card


def _load_standing(slug: uuid.UUID, scope: int) -> tuple[Tournament, Card]:
    stand, shown = load_public_page(slug, scope)
    return stand.tournament, build_standing_card(stand.tournament, scope, shown, is_live=stand.settings.show_live)


def show_standings(request: HttpRequest, slug: uuid.UUID, number: int = FINAL) -> HttpResponse:
    """Share the standings of a round, or of the whole tournament."""
    tournament, card = _load_standing(slug, number)
    path = reverse("round_standings", args=[slug, number]) if number else find_standing_address(tournament)
    return render_share_page(request, card, path, tournament=tournament)


def serve_standings_picture(request: HttpRequest, slug: uuid.UUID, shape: str, number: int = FINAL) -> HttpResponse:
    """Serve the picture of standings."""
    return build_picture_response(request, _load_standing(slug, number)[1], shape)


def _load_season(season: Season) -> tuple[Season, Card]:
    stand = load_kept_season(season).stand
    return stand.season, build_season_card(stand)


@open_season
def show_season(request: HttpRequest, season: Season) -> HttpResponse:
    """Share the standings of a season."""
    season, card = _load_season(season)
    return render_share_page(request, card, reverse("season_standing", args=[season.slug]), season=season)


@open_season
def serve_season_picture(request: HttpRequest, season: Season, shape: str) -> HttpResponse:
    """Serve the picture of a season's standings."""
    return build_picture_response(request, _load_season(season)[1], shape)


@open_link
def serve_linked_picture(request: HttpRequest, season: Season, shape: str) -> HttpResponse:
    """Serve the picture of a year to whoever has its secret link."""
    return build_picture_response(request, _load_season(season)[1], shape)


def format_card_heading(scope: int, shown: StandingPage | None, *, is_live: bool) -> str:
    """Return the words for standings of a round, or over all rounds."""
    if shown is not None and shown.edition is not None and not shown.has_changed:
        return _("Result of round %(round)s") % {"round": scope} if scope else _("Final result")
    if not is_live:
        return _("Standings")
    return _("Live standings of round %(round)s") % {"round": scope} if scope else _("Live standings")


def build_standing_card(tournament: Tournament, scope: int, shown: StandingPage | None, *, is_live: bool) -> Card:
    """Return the standings of a tournament that everybody may see."""
    about = f"{format_card_heading(scope, shown, is_live=is_live)} · {format_day(tournament.day)}"
    rows = [row for block in shown.blocks for row in block.rows] if shown is not None else []
    story = "" if rows else _("In this tournament, standings are shown only once they are published.")
    if is_live and not rows:
        story = _("Nobody has played yet.")
    cards = tuple(map(_build_row, rows[:MOST_ROWS]))
    return Card(
        tournament.name,
        about,
        cards,
        tournament.club.name,
        story,
        len(rows) - len(cards),
        colour=choose_header(tournament.club.colour),
    )


def _build_row(row: StandingRow) -> CardRow:
    amount = row.amounts[-1] if row.amounts else None
    text = amount.text if amount is not None else ""
    return CardRow(row.name, text, row.rank, row.wins, is_below=text.startswith(("−", "-")))


def build_season_card(stand: SeasonProgress) -> Card:
    """Return the standings of a season by published results."""
    words = _("Final standings") if stand.season.ended else _("Standings so far")
    ranked = sum(bool(line.rank) for line in stand.standing.lines)  # the first ones
    shown = build_current_table(stand, range(min(MOST_ROWS, ranked))).lines
    rows = tuple(CardRow(row.name, row.points, row.rank, row.rank == "1.", row.is_loss) for row in shown)
    days = [day for event in stand.result_days if (day := find_event_day(event.event)) is not None]
    words = f"{words} · {format_day(max(days))}" if days else words
    story = "" if rows else _("No result counts yet.")
    club = stand.season.club
    colour = choose_header(club.colour)
    return Card(stand.season.name, words, rows, club.name, story, ranked - len(rows), colour=colour)
