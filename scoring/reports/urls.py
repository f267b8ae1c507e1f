"""Addresses of what is made from tables: files, papers, pictures, other house rules, statistics."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, PEOPLE, address, page
from tarockclub.platform.server.lazy_views import LazyViews

exports_views = LazyViews("scoring.reports.exports.evening_workbook")
printing_views = LazyViews("scoring.reports.printing.views")
rescoring_views = LazyViews("scoring.reports.rescoring.views")
statistics_views = LazyViews("scoring.reports.statistics.views")

people_page = partial(page, needs=Right.PEOPLE)
urlpatterns = [
    address("export", "tables/<uuid:slug>/export.xlsx", exports_views.export_evening, needs=ALL),
    page(
        "rescoring",
        "tables/<uuid:slug>/rescoring/",
        rescoring_views.show_evening,
        _("Under other house rules"),
        under="settlement",
        needs=ALL,
        guide="settlement#other-house-rules",
    ),
    address(
        "sheet_speiszettel", "sheets/<str:sheet_id>/speiszettel.pdf", printing_views.serve_sheet_speiszettel, needs=ALL
    ),
    address("sheet_written", "sheets/<str:sheet_id>/written.pdf", printing_views.serve_sheet_blank, needs=ALL),
    address(
        "table_speiszettel", "tables/<uuid:slug>/speiszettel.pdf", printing_views.serve_table_speiszettel, needs=ALL
    ),
    address("table_written", "tables/<uuid:slug>/written.pdf", printing_views.serve_table_blank, needs=ALL),
    page(
        "sheet_picture",
        "tables/<uuid:slug>/picture/",
        printing_views.show_picture,
        _("Score sheet as a picture"),
        under="table",
        needs=ALL,
        guide="printing-and-spreadsheets#share",
    ),
    address("sheet_picture_file", "tables/<uuid:slug>/picture.svg", printing_views.serve_paper_picture, needs=ALL),
    people_page(
        "statistics",
        "statistics/",
        statistics_views.show_players,
        _("Statistics"),
        place=PEOPLE,
        guide="cup-and-season#statistics",
        is_listed=True,
        words=_("players, evaluation, who won"),
    ),
    people_page(
        "player_statistics",
        "statistics/players/<int:number>/",
        statistics_views.show_player,
        _("Player"),
        under="statistics",
    ),
    people_page(
        "games_statistics",
        "statistics/games/",
        statistics_views.show_games,
        _("Statistics of the games"),
        under="statistics",
        is_listed=True,
    ),
    people_page(
        "game_statistics",
        "statistics/games/<slug:contract>/",
        statistics_views.show_game,
        _("Game"),
        under="games_statistics",
    ),
    people_page(
        "sheets_statistics",
        "statistics/sheets/",
        statistics_views.show_sheets,
        _("Statistics of the house rules"),
        under="statistics",
        is_listed=True,
    ),
    people_page(
        "sheet_statistics",
        "statistics/sheets/<slug:sheet>/",
        statistics_views.show_sheet,
        _("House rules"),
        under="sheets_statistics",
    ),
]
