"""URLs: quick entry of results written on paper."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.hall.paper_sheets.views")

_TABLE = "<uuid:slug>/rounds/<int:number>/tables/<int:table>"

urlpatterns = [
    path("<uuid:slug>/rounds/<int:number>/quick/", views.handle_round_totals, name="quick_round"),
    path(f"{_TABLE}/quick/", views.handle_table_sheet, name="quick_table"),
    path(f"{_TABLE}/quick/preview/", views.show_preview, name="quick_preview"),
]
