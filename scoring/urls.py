"""Addresses of tables, evenings and house rules."""

from django.urls import include, path

urlpatterns = [
    path("", include("scoring.table.urls")),  # first, because there is the one that must be quick: a hand
    path("", include("scoring.sheets.urls")),
    path("", include("scoring.reports.urls")),
]
