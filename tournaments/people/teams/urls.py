"""URLs: teams of a tournament, and their standings."""

from functools import partial

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.navigation.rows import ALL, Stage, address, page
from tarockclub.platform.server.lazy_views import LazyViews

standing_views = LazyViews("tournaments.results.team_standings.standing_views")
views = LazyViews("tournaments.people.teams.views")

people_page = partial(page, needs=Right.PEOPLE, writers=(Right.ENTER,), posts=True)
open_address = partial(address, needs=ALL)
urlpatterns = [
    people_page(
        "teams",
        "<uuid:slug>/teams/",
        views.handle_teams,
        _("Teams"),
        under="tournament",
        stage=Stage.PEOPLE,
        guide="tournament-day#teams",
    ),
    page(
        "teams_list",
        "<uuid:slug>/teams/list/",
        views.handle_list,
        _("List of teams"),
        under="teams",
        needs=Right.ENTER,
        posts=True,
    ),
    people_page("team", "<uuid:slug>/teams/<int:number>/", views.handle_team, _("Team %(number)s"), under="teams"),
    page(
        "team_standings",
        "<uuid:slug>/teams/standings/",
        standing_views.show_standing,
        _("Standings of the teams"),
        under=("tournament", "standings"),
        needs=ALL,
        stage=Stage.RESULTS,
        guide="tournament-day#teams",
    ),
    open_address("team_standings_live", "<uuid:slug>/teams/standings/live/", standing_views.show_standing_changes),
    page(
        "round_team_standings",
        "<uuid:slug>/rounds/<int:number>/teams/",
        standing_views.show_standing,
        _("Round %(number)s"),
        under="team_standings",
        needs=ALL,
    ),
    open_address(
        "round_team_standings_live", "<uuid:slug>/rounds/<int:number>/teams/live/", standing_views.show_standing_changes
    ),
]
