"""Addresses of the exports: a tournament as workbook, CSV and JSON, and its standings for programs."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.results.exports.views")

urlpatterns = [
    path("<uuid:slug>/exports/", views.show_exports, name="exports"),
    path("<uuid:slug>/exports/<uuid:key>/", views.show_export, name="export_made"),
    path("<uuid:slug>/exports/<uuid:key>/state/", views.show_export_state, name="export_state"),
    path("<uuid:slug>/exports/<uuid:key>/file/", views.send_export_file, name="export_file"),
    path("<uuid:slug>/exports/cup.csv", views.send_cup_file, name="cup_file"),
    path("<uuid:slug>/standings.csv", views.show_standings_csv, name="standings_csv"),
    path("<uuid:slug>/standings.json", views.show_standings_json, name="standings_json"),
]
