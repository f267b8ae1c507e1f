"""Addresses: a tournament as workbook, CSV and JSON, and its standings for programs."""

from django.urls import path

from tournaments.exports import views

urlpatterns = [
    path("<uuid:slug>/exports/", views.exports_page, name="exports"),
    path("<uuid:slug>/exports/<uuid:key>/", views.export_page, name="export_made"),
    path("<uuid:slug>/exports/<uuid:key>/state/", views.export_state, name="export_state"),
    path("<uuid:slug>/exports/<uuid:key>/file/", views.export_file, name="export_file"),
    path("<uuid:slug>/standings.csv", views.standings_csv, name="standings_csv"),
    path("<uuid:slug>/standings.json", views.standings_json, name="standings_json"),
]
