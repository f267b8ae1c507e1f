"""Addresses of what is made from tables: files, papers, pictures, comparisons."""

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, address, page
from tarockclub.platform.server.lazy_views import LazyViews

exports_views = LazyViews("scoring.reports.exports.views")
brought_views = LazyViews("scoring.reports.imports.views")
printing_views = LazyViews("scoring.reports.printing.views")
rescoring_views = LazyViews("scoring.reports.rescoring.views")

urlpatterns = [
    address("export", "tables/<uuid:slug>/export.xlsx", exports_views.export_evening, needs=ALL),
    page(
        "bring_in",
        "bring-in/",
        brought_views.show_imports,
        _("Import (enter old evenings)"),
        under="evenings",
        needs=Right.ENTER,
        guide="printing-and-spreadsheets#import",
        is_listed=True,
        words=_("file, Excel, CSV, list"),
    ),
    page(
        "bring_evening",
        "bring-in/evening/",
        brought_views.handle_import,
        _("Import an evening"),
        under="bring_in",
        needs=Right.ENTER,
        posts=True,
        is_listed=True,
    ),
    page(
        "rescoring",
        "tables/<uuid:slug>/rescoring/",
        rescoring_views.show_evening,
        _("Under other house rules"),
        under="settlement",
        needs=ALL,
        guide="settlement#other-house-rules",
    ),
    page(
        "club_rescoring",
        "rescoring/",
        rescoring_views.show_club,
        _("Under other house rules"),
        under="statistics",
        needs=Right.PEOPLE,
        guide="own-house-rules#other-house-rules",
        is_listed=True,
        words=_("compare"),
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
]
