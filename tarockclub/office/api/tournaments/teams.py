"""Teams of two, three or four: made, changed, dissolved."""

from django.http import HttpRequest
from pydantic import Field

from tarockclub.office.api.tournaments.common import OwnTournament, add_operations, load_numbers
from tarockclub.platform.api.authentication import TO_READ_PEOPLE
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Number, Out
from tournaments.people.teams.actions import ChangeTeam, CreateTeams, CreateTeamsByLot, DissolveTeam
from tournaments.people.teams.services import (
    compute_rosters,
    find_last_round,
    list_without_team,
    load_memberships,
    load_teams,
)

part = Part("teams", "Teams of a tournament.")


class TeamOut(Out):
    """A team."""

    number: Number
    name: str
    members: list[Number] = Field(description="Start numbers of its current players.")


class TeamsOut(Out):
    """The teams of a tournament."""

    teams: list[TeamOut]
    without: list[Number] = Field(description="Start numbers of players without a team.")


@part.get("teams", door=TO_READ_PEOPLE)
def list_teams(request: HttpRequest, tournament: OwnTournament) -> TeamsOut:
    """List the teams with their members, and the players without a team."""
    memberships = load_memberships(tournament)
    members = compute_rosters(memberships, find_last_round(memberships))
    number_of = load_numbers(tournament)
    return TeamsOut(
        teams=[
            TeamOut.read(team, members=[number_of[who] for who in members.get(team.id, ())])
            for team in load_teams(tournament)
        ],
        without=[number_of[who] for who in list_without_team(tournament)],
    )


add_operations(part, CreateTeams, CreateTeamsByLot, ChangeTeam, DissolveTeam)
