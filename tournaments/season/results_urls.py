"""Addresses: the typed results of an event, a season to take along, the hall of fame."""

from django.urls import path

from tournaments.season.export import views as export_views
from tournaments.season.hall_of_fame import views
from tournaments.season.results import views as results_views

_RESULTS = "seasons/<uuid:slug>/events/<int:number>/results/"

results = [
    path("seasons/hall-of-fame/", views.fame_page, name="hall_of_fame"),
    path("seasons/hall-of-fame/<str:secret>/", views.fame_for_all, name="fame_for_all"),
    path(_RESULTS, results_views.results_page, name="season_results"),
    path(f"{_RESULTS}file/", results_views.results_file_page, name="season_results_file"),
    path(f"{_RESULTS}confirm/", results_views.results_confirm_page, name="season_results_confirm"),
    path("seasons/<uuid:slug>/workbook/", export_views.workbook_page, name="season_workbook"),
    path("seasons/<uuid:slug>/workbook/<slug:form>/", export_views.workbook_file, name="season_file"),
]
