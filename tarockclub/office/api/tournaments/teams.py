"""Teams of two, three or four: made, changed, dissolved; their standings."""

import uuid

from django.http import HttpRequest
from pydantic import Field

from tarockclub.office.api.tournaments.common import OwnTournament, add_operations, load_numbers
from tarockclub.platform.api.authentication import TO_READ_PEOPLE
from tarockclub.platform.api.errors import ApiError
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Number, Out, Whole
from tournaments.core.view_helpers import is_staff
from tournaments.hall.standing.progress import find_progress
from tournaments.people.teams.actions import ChangeTeam, CreateTeams, CreateTeamsByLot, DissolveTeam
from tournaments.people.teams.rosters import (
    compute_rosters,
    find_last_round,
    load_memberships,
    load_teams,
)
from tournaments.people.teams.services import list_without_team
from tournaments.results.standings.cache import load_cached_standings
from tournaments.results.team_standings.standing import load_team_standings

part = Part("teams", "Teams of a tournament and their standings.")
_TEAMS = "tournaments/{uuid:slug}/teams"


class TeamOut(Out):
    """A team."""

    number: Number
    name: str
    members: list[Number] = Field(description="Start numbers of its current players.")


class TeamsOut(Out):
    """The teams of a tournament."""

    teams: list[TeamOut]
    without: list[Number] = Field(description="Start numbers of players without a team.")


class TeamPlace(Out):
    """A team's place over all rounds; values the settings do not rank by are 0."""

    rank: Number
    number: Number
    name: str
    capital: Whole = Field(description="Won and lost play money, in sixths of a cent.")
    written: Whole = Field(description="Written score, in sixths of a point.")
    place_points: Whole = Field(validation_alias="points", description="In sixtieths of a point.")


class TeamStandingOut(Out):
    """The standings of the teams."""

    teams: list[TeamPlace]


@part.get("teams", door=TO_READ_PEOPLE)
def list_teams(request: HttpRequest, tournament: OwnTournament) -> TeamsOut:
    """List the teams with their members, and the players without a team."""
    said = load_memberships(tournament)
    members = compute_rosters(said, find_last_round(said))
    number_of = load_numbers(tournament)
    return TeamsOut(
        teams=[
            TeamOut.read(team, members=[number_of[who] for who in members.get(team.id, ())])
            for team in load_teams(tournament)
        ],
        without=[number_of[who] for who in list_without_team(tournament)],
    )


@part.get(f"{_TEAMS}/standing")
def read_team_standing(request: HttpRequest, slug: uuid.UUID) -> TeamStandingOut:
    """Return the current standings of the teams: the sums of their members

    If standings are not public while a round is running, only for the staff until the end.
    """
    stand = find_progress(slug)
    staff = is_staff(request, stand.tournament)
    if not (stand.settings.show_live or staff or stand.tournament.ended is not None):
        raise ApiError(404, "not_ready")
    found = load_team_standings(load_cached_standings(stand, at_once=staff).standings)
    return TeamStandingOut(
        teams=[
            TeamPlace.read(
                team.result,
                rank=team.rank,
                number=team.team.number,
                name=team.team.name,
                capital=team.result.gain if stand.settings.start else 0,
            )
            for team in found.teams
        ]
    )


add_operations(part, CreateTeams, CreateTeamsByLot, ChangeTeam, DissolveTeam)
