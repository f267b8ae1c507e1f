"""The addresses of the statistics."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import PEOPLE, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("scoring.reports.statistics.views")

people_page = partial(page, needs=Right.PEOPLE)
urlpatterns = [
    people_page(
        "statistics",
        "",
        views.show_players,
        _("Statistics"),
        place=PEOPLE,
        guide="cup-and-season#statistics",
        is_listed=True,
        words=_("players, evaluation, who won"),
    ),
    people_page("player_statistics", "players/<int:number>/", views.show_player, _("Player"), under="statistics"),
    people_page(
        "games_statistics", "games/", views.show_games, _("Statistics of the games"), under="statistics", is_listed=True
    ),
    people_page("game_statistics", "games/<slug:contract>/", views.show_game, _("Game"), under="games_statistics"),
    people_page(
        "sheets_statistics",
        "sheets/",
        views.show_sheets,
        _("Statistics of the house rules"),
        under="statistics",
        is_listed=True,
    ),
    people_page(
        "sheet_statistics", "sheets/<slug:sheet>/", views.show_sheet, _("House rules"), under="sheets_statistics"
    ),
]
