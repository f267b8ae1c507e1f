"""The addresses of papers of sheets and tables."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("scoring.reports.printing.views")

urlpatterns = [
    path("sheets/<str:sheet_id>/speiszettel.pdf", views.serve_sheet_speiszettel, name="sheet_speiszettel"),
    path("sheets/<str:sheet_id>/written.pdf", views.serve_sheet_blank, name="sheet_written"),
    path("tables/<uuid:slug>/speiszettel.pdf", views.serve_table_speiszettel, name="table_speiszettel"),
    path("tables/<uuid:slug>/written.pdf", views.serve_table_blank, name="table_written"),
    path("tables/<uuid:slug>/picture/", views.show_picture, name="sheet_picture"),
    path("tables/<uuid:slug>/picture.svg", views.serve_paper_picture, name="sheet_picture_file"),
]
