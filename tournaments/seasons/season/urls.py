"""URLs: seasons, their standings, typed results, the hall of fame."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

event_views = LazyViews("tournaments.seasons.season.event_views")
publishing_views = LazyViews("tournaments.seasons.season.publishing_views")
standing_views = LazyViews("tournaments.seasons.season.standing_views")
views = LazyViews("tournaments.seasons.season.views")
cash_views = LazyViews("tournaments.seasons.season.cash.views")
export_views = LazyViews("tournaments.seasons.season.export.views")
hall_of_fame_views = LazyViews("tournaments.seasons.season.hall_of_fame.views")
results_views = LazyViews("tournaments.seasons.season.results.views")

_SEASON = "seasons/<uuid:slug>/"
_RESULTS = f"{_SEASON}events/<int:number>/results/"

urlpatterns = [
    path("seasons/", views.show_seasons, name="seasons"),
    path("seasons/new/", views.handle_new_season, name="new_season"),
    path("seasons/check/", views.show_points_check, name="season_check"),
    path(_SEASON, views.show_season, name="season"),
    path(f"{_SEASON}settings/", views.handle_settings, name="season_settings"),
    path(f"{_SEASON}events/", event_views.handle_events, name="season_events"),
    path(f"{_SEASON}events/<int:number>/", event_views.handle_event, name="season_event"),
    path(f"{_SEASON}standing/", standing_views.show_standing, name="season_standing"),
    path(f"{_SEASON}standing/<int:edition>/", standing_views.show_edition, name="season_edition"),
    path(f"{_SEASON}players/<int:number>/", standing_views.show_player, name="season_player"),
    path(f"{_SEASON}publish/", publishing_views.handle_publication, name="season_publish"),
    path(f"{_SEASON}lots/", publishing_views.handle_lots, name="season_lots"),
    path(f"{_SEASON}take-up/", publishing_views.handle_reopening, name="season_take_up"),
    path(f"{_SEASON}cash/", cash_views.handle_cash, name="season_cash"),
    path("seasons/hall-of-fame/", hall_of_fame_views.show_fame, name="hall_of_fame"),
    path("seasons/hall-of-fame/<str:secret>/", hall_of_fame_views.show_public_fame, name="fame_for_all"),
    path(_RESULTS, results_views.handle_list, name="season_results"),
    path(f"{_RESULTS}file/", results_views.handle_file, name="season_results_file"),
    path(f"{_RESULTS}confirm/", results_views.handle_confirmation, name="season_results_confirm"),
    path(f"{_SEASON}workbook/", export_views.show_workbook, name="season_workbook"),
    path(f"{_SEASON}workbook/<slug:form>/", export_views.download_workbook, name="season_file"),
]
