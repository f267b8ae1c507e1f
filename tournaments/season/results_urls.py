"""Addresses: the typed results of an event, and a season to take along."""

from django.urls import path

from tournaments.season import results_views, workbook_views

_RESULTS = "seasons/<uuid:slug>/events/<int:number>/results/"

results = [
    path(_RESULTS, results_views.results_page, name="season_results"),
    path(f"{_RESULTS}file/", results_views.results_file_page, name="season_results_file"),
    path(f"{_RESULTS}confirm/", results_views.results_confirm_page, name="season_results_confirm"),
    path("seasons/<uuid:slug>/workbook/", workbook_views.workbook_page, name="season_workbook"),
    path("seasons/<uuid:slug>/workbook/<slug:form>/", workbook_views.workbook_file, name="season_file"),
]
