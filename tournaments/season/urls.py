"""Addresses: seasons, their standing, the hall of fame."""

from django.urls import path

from tournaments.season import event_views, publishing_views, standing_views, views
from tournaments.season.cash import views as cash_views
from tournaments.season.results_urls import results

_SEASON = "seasons/<uuid:slug>/"

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
    *results,
]
