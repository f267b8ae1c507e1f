"""Addresses: teams of a tournament, and how they stand."""

from django.urls import path

from tournaments.teams import standing_views, views

urlpatterns = [
    path("<uuid:slug>/teams/", views.teams_page, name="teams"),
    path("<uuid:slug>/teams/list/", views.list_page, name="teams_list"),
    path("<uuid:slug>/teams/<int:number>/", views.team_page, name="team"),
    path("<uuid:slug>/teams/standings/", standing_views.standing_page, name="team_standings"),
    path("<uuid:slug>/teams/standings/live/", standing_views.standing_live, name="team_standings_live"),
    path("<uuid:slug>/rounds/<int:number>/teams/", standing_views.standing_page, name="round_team_standings"),
    path("<uuid:slug>/rounds/<int:number>/teams/live/", standing_views.standing_live, name="round_team_standings_live"),
]
