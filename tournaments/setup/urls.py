"""Addresses: a tournament's settings: its form and page."""

from django.urls import path

from tournaments.setup import archive_views, views

urlpatterns = [
    path("", views.tournaments_page, name="tournaments"),
    path("archive/", archive_views.archived_tournaments_page, name="archived_tournaments"),
    path("new/", views.new_tournament_page, name="new_tournament"),
    path("<uuid:slug>/", views.tournament_page, name="tournament"),
    path("<uuid:slug>/settings/", views.settings_page, name="tournament_settings"),
    path("<uuid:slug>/rounds/planned/", views.planned_rounds_page, name="planned_rounds"),
    path("<uuid:slug>/archive/", archive_views.archive_tournament_page, name="archive_tournament"),
    path("<uuid:slug>/rounds/", views.open_round_page, name="open_round"),
]
