"""URLs: teams of a tournament, and their standings."""

from django.urls import path

from tarockclub.platform.server.lazy_views import LazyViews

standing_views = LazyViews("tournaments.results.team_standings.standing_views")
views = LazyViews("tournaments.people.teams.views")

urlpatterns = [
    path("<uuid:slug>/teams/", views.handle_teams, name="teams"),
    path("<uuid:slug>/teams/list/", views.handle_list, name="teams_list"),
    path("<uuid:slug>/teams/<int:number>/", views.handle_team, name="team"),
    path("<uuid:slug>/teams/standings/", standing_views.show_standing, name="team_standings"),
    path("<uuid:slug>/teams/standings/live/", standing_views.show_standing_changes, name="team_standings_live"),
    path("<uuid:slug>/rounds/<int:number>/teams/", standing_views.show_standing, name="round_team_standings"),
    path(
        "<uuid:slug>/rounds/<int:number>/teams/live/",
        standing_views.show_standing_changes,
        name="round_team_standings_live",
    ),
]
