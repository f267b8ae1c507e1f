"""Addresses of tournaments and seasons under other house rules."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

views = LazyViews("tournaments.around.rescoring.views")

urlpatterns = [
    path("<uuid:slug>/rescoring/", views.show_tournament, name="tournament_rescoring"),
    path("seasons/<uuid:slug>/rescoring/", views.show_season, name="season_rescoring"),
]
