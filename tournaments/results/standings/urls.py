"""Addresses of the standings."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

player_views = LazyViews("tournaments.results.standings.player_views")
standings_views = LazyViews("tournaments.results.standings.views")

_ROUND = "<uuid:slug>/rounds/<int:number>"
_STANDINGS = f"{_ROUND}/standings/"

urlpatterns = [
    path("<uuid:slug>/standings/", standings_views.show_standings, name="standings"),
    path("<uuid:slug>/standings/live/", standings_views.show_standings_changes, name="standings_live"),
    path(_STANDINGS, standings_views.show_standings, name="round_standings"),
    path(f"{_STANDINGS}live/", standings_views.show_standings_changes, name="round_standings_live"),
    path("<uuid:slug>/players/<int:number>/", player_views.show_player, name="tournament_player"),
    path("<uuid:slug>/players/<int:number>/live/", player_views.show_player_changes, name="tournament_player_live"),
]
