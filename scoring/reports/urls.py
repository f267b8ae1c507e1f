"""Addresses of what is made from tables: files, papers, pictures, comparisons."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

exports_views = LazyViews("scoring.reports.exports.views")
brought_views = LazyViews("scoring.reports.imports.views")
printing_views = LazyViews("scoring.reports.printing.views")
rescoring_views = LazyViews("scoring.reports.rescoring.views")

urlpatterns = [
    path("tables/<uuid:slug>/export.xlsx", exports_views.export_evening, name="export"),
    path("bring-in/", brought_views.show_imports, name="bring_in"),
    path("bring-in/evening/", brought_views.handle_import, name="bring_evening"),
    path("tables/<uuid:slug>/rescoring/", rescoring_views.show_evening, name="rescoring"),
    path("rescoring/", rescoring_views.show_club, name="club_rescoring"),
    path("sheets/<str:sheet_id>/speiszettel.pdf", printing_views.serve_sheet_speiszettel, name="sheet_speiszettel"),
    path("sheets/<str:sheet_id>/written.pdf", printing_views.serve_sheet_blank, name="sheet_written"),
    path("tables/<uuid:slug>/speiszettel.pdf", printing_views.serve_table_speiszettel, name="table_speiszettel"),
    path("tables/<uuid:slug>/written.pdf", printing_views.serve_table_blank, name="table_written"),
    path("tables/<uuid:slug>/picture/", printing_views.show_picture, name="sheet_picture"),
    path("tables/<uuid:slug>/picture.svg", printing_views.serve_paper_picture, name="sheet_picture_file"),
]
