"""Addresses of the standings."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.navigation.rows import ALL, Stage, address, page
from tarockclub.platform.server.lazy_views import LazyViews

player_views = LazyViews("tournaments.results.standings.player_page")
standings_views = LazyViews("tournaments.results.standings.views")

_ROUND = "<uuid:slug>/rounds/<int:number>"
_STANDINGS = f"{_ROUND}/standings/"

standings_page = partial(page, under="standings", needs=ALL)
urlpatterns = [
    page(
        "standings",
        "<uuid:slug>/standings/",
        standings_views.show_standings,
        _("Standings"),
        under=("tournament", "home"),
        needs=ALL,
        stage=Stage.RESULTS,
        guide="tournament-day#walls",
    ),
    address("standings_live", "<uuid:slug>/standings/live/", standings_views.show_standings_changes, needs=ALL),
    standings_page("round_standings", _STANDINGS, standings_views.show_standings, _("Round %(number)s")),
    address("round_standings_live", f"{_STANDINGS}live/", standings_views.show_standings_changes, needs=ALL),
    standings_page(
        "tournament_player", "<uuid:slug>/players/<int:number>/", player_views.show_player, _("Player %(number)s")
    ),
    address(
        "tournament_player_live", "<uuid:slug>/players/<int:number>/live/", player_views.show_player_changes, needs=ALL
    ),
]
