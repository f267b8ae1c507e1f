"""Addresses: seasons, their standing, typed results, the hall of fame."""

from django.urls import path

from tournaments.season import event_views, publishing_views, standing_views, views
from tournaments.season.cash import views as cash_views
from tournaments.season.export import views as export_views
from tournaments.season.hall_of_fame import views as hall_of_fame_views
from tournaments.season.results import views as results_views

_SEASON = "seasons/<uuid:slug>/"
_RESULTS = f"{_SEASON}events/<int:number>/results/"

urlpatterns = [
    path("seasons/", views.seasons_page, name="seasons"),
    path("seasons/new/", views.new_season_page, name="new_season"),
    path("seasons/check/", views.check_page, name="season_check"),
    path(_SEASON, views.season_page, name="season"),
    path(f"{_SEASON}settings/", views.settings_page, name="season_settings"),
    path(f"{_SEASON}events/", event_views.events_page, name="season_events"),
    path(f"{_SEASON}events/<int:number>/", event_views.event_page, name="season_event"),
    path(f"{_SEASON}standing/", standing_views.standing_page, name="season_standing"),
    path(f"{_SEASON}standing/<int:edition>/", standing_views.edition_page, name="season_edition"),
    path(f"{_SEASON}players/<int:number>/", standing_views.player_page, name="season_player"),
    path(f"{_SEASON}publish/", publishing_views.publish_page, name="season_publish"),
    path(f"{_SEASON}lots/", publishing_views.lots_page, name="season_lots"),
    path(f"{_SEASON}take-up/", publishing_views.take_up_page, name="season_take_up"),
    path(f"{_SEASON}cash/", cash_views.cash_page, name="season_cash"),
    path("seasons/hall-of-fame/", hall_of_fame_views.fame_page, name="hall_of_fame"),
    path("seasons/hall-of-fame/<str:secret>/", hall_of_fame_views.fame_for_all, name="fame_for_all"),
    path(_RESULTS, results_views.results_page, name="season_results"),
    path(f"{_RESULTS}file/", results_views.results_file_page, name="season_results_file"),
    path(f"{_RESULTS}confirm/", results_views.results_confirm_page, name="season_results_confirm"),
    path(f"{_SEASON}workbook/", export_views.workbook_page, name="season_workbook"),
    path(f"{_SEASON}workbook/<slug:form>/", export_views.workbook_file, name="season_file"),
]
