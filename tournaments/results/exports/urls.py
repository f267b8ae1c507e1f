"""Addresses of the exports: a tournament as workbook, CSV and JSON, and its standings for programs."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, Stage, address, page
from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.results.exports.views")

results_page = partial(page, needs=Right.RESULTS)
urlpatterns = [
    results_page(
        "exports",
        "<uuid:slug>/exports/",
        views.show_exports,
        _("Spreadsheet and data"),
        under="tournament",
        writers=(Right.ENTER, Right.TREASURE),
        posts=True,
        stage=Stage.RESULTS,
        guide="printing-and-spreadsheets#tournament-workbook",
        words=_("Excel, spreadsheet, export, download"),
    ),
    results_page("export_made", "<uuid:slug>/exports/<uuid:key>/", views.show_export, _("Export"), under="exports"),
    address("export_state", "<uuid:slug>/exports/<uuid:key>/state/", views.show_export_state, needs=Right.RESULTS),
    address("export_file", "<uuid:slug>/exports/<uuid:key>/file/", views.send_export_file, needs=Right.RESULTS),
    address("cup_file", "<uuid:slug>/exports/cup.csv", views.send_cup_file, needs=Right.RESULTS),
    address("standings_csv", "<uuid:slug>/standings.csv", views.show_standings_csv, needs=ALL),
    address("standings_json", "<uuid:slug>/standings.json", views.show_standings_json, needs=ALL),
]
