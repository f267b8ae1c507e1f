"""Addresses of the log of a tournament."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.hall.action_log.views")

urlpatterns = [path("<uuid:slug>/log/", views.show_log, name="tournament_log")]
