"""URLs: the form and the page of a tournament's settings."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

archive_views = LazyViews("tournaments.hall.setup.archive_views")
views = LazyViews("tournaments.hall.setup.views")

urlpatterns = [
    path("", views.show_tournaments, name="tournaments"),
    path("archive/", archive_views.show_archive, name="archived_tournaments"),
    path("new/<slug:format_id>/", views.prepare_tournament, name="prepare_tournament"),
    path("<uuid:slug>/", views.show_tournament, name="tournament"),
    path("<uuid:slug>/settings/", views.handle_settings, name="tournament_settings"),
    path("<uuid:slug>/rounds/planned/", views.handle_planned_rounds, name="planned_rounds"),
    path("<uuid:slug>/archive/", archive_views.handle_archive, name="archive_tournament"),
    path("<uuid:slug>/rounds/", views.handle_open_round, name="open_round"),
]
