"""Addresses of the statistics."""

from django.urls import path

from scoring.statistics import views

urlpatterns = [
    path("", views.players, name="statistics"),
    path("players/<int:number>/", views.player, name="player_statistics"),
    path("games/", views.games, name="games_statistics"),
    path("games/<slug:contract>/", views.game, name="game_statistics"),
    path("sheets/", views.sheets, name="sheets_statistics"),
    path("sheets/<slug:sheet>/", views.sheet, name="sheet_statistics"),
]
