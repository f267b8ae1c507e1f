"""The addresses of the statistics."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("scoring.reports.statistics.views")

urlpatterns = [
    path("", views.show_players, name="statistics"),
    path("players/<int:number>/", views.show_player, name="player_statistics"),
    path("games/", views.show_games, name="games_statistics"),
    path("games/<slug:contract>/", views.show_game, name="game_statistics"),
    path("sheets/", views.show_sheets, name="sheets_statistics"),
    path("sheets/<slug:sheet>/", views.show_sheet, name="sheet_statistics"),
]
