"""Addresses: standings, player pages, prizes, published results."""

from django.urls import path

from tournaments.standings import player_views, views

_ROUND = "<uuid:slug>/rounds/<int:number>/standings/"

urlpatterns = [
    path("<uuid:slug>/standings/", views.standings_page, name="standings"),
    path("<uuid:slug>/standings/live/", views.standings_live, name="standings_live"),
    path(_ROUND, views.standings_page, name="round_standings"),
    path(f"{_ROUND}live/", views.standings_live, name="round_standings_live"),
    path("<uuid:slug>/players/<int:number>/", player_views.player_page, name="tournament_player"),
    path("<uuid:slug>/players/<int:number>/live/", player_views.player_live, name="tournament_player_live"),
]
