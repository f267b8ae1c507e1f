"""Teams of two, three or four: made, changed, dissolved; their standings."""

import uuid

from django.http import HttpRequest
from pydantic import Field

from tarockclub.kit.text import clean_reason, clean_text
from tarockclub.office.api.tournaments.common import FAILS, answer_refusals, load_numbers
from tarockclub.platform.api.authentication import TO_ENTER, TO_READ_PEOPLE, find_author, find_caller
from tarockclub.platform.api.errors import ApiError
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Done, In, Keyed, KeyOnly, Number, Out, Reason, Whole, get_key
from tournaments.core.view_helpers import find_own_tournament, is_staff
from tournaments.hall.standing.progress import find_progress
from tournaments.models import Tournament
from tournaments.people.entrants.start_numbers import find_entrants
from tournaments.people.teams.actions import ChangeTeam, CreateTeams, CreateTeamsByLot, DissolveTeam
from tournaments.people.teams.rosters import (
    FROM_THE_START,
    compute_rosters,
    find_last_round,
    load_memberships,
    load_teams,
)
from tournaments.people.teams.services import TeamDetails, list_without_team
from tournaments.results.standings.cache import load_cached_standings
from tournaments.results.team_standings.standing import load_team_standings

part = Part("teams", "Teams of a tournament and their standings.")
_TEAMS = "tournaments/{uuid:slug}/teams"
_NAME = Field(default="", max_length=80, description="Empty: named by its number.")


class TeamOut(Out):
    """A team."""

    number: Number
    name: str
    members: list[Number] = Field(description="Start numbers of its current players.")


class TeamsOut(Out):
    """The teams of a tournament."""

    teams: list[TeamOut]
    without: list[Number] = Field(description="Start numbers of players without a team.")


class NewTeam(In):
    """A team to create."""

    name: str = _NAME
    members: list[Number] = Field(min_length=1, max_length=4, description="Start numbers.")


class NewTeams(Keyed):
    """Teams that count for all rounds."""

    teams: list[NewTeam] = Field(min_length=1, max_length=200)


class TeamChange(Keyed):
    """A team's name, and its members from a round on."""

    name: str = _NAME
    members: list[Number] = Field(min_length=1, max_length=4, description="Start numbers.")
    since: Number = Field(default=FROM_THE_START, description="Number of the first round in which they play for it.")
    reason: Reason = ""


class Dissolving(Keyed):
    """A request to dissolve a team."""

    reason: Reason = ""


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


@part.get(_TEAMS, gives=TeamsOut, door=TO_READ_PEOPLE)
def list_teams(request: HttpRequest, slug: uuid.UUID) -> TeamsOut:
    """List the teams with their members, and the players without a team."""
    tournament = find_own_tournament(request, slug)
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


@part.post(_TEAMS, gives=Done, door=TO_ENTER, fails=FAILS)
def make_teams(request: HttpRequest, slug: uuid.UUID, body: NewTeams) -> Done:
    """Create teams."""
    tournament = _find_changeable(request, slug)
    with answer_refusals():
        wanted = [_parse_team(tournament, team.name, team.members) for team in body.teams]
        CreateTeams(teams=wanted).perform(tournament, get_key(request, body), find_author(request))
    return Done()


@part.post(f"{_TEAMS}/by-lot", gives=Done, door=TO_ENTER, fails=FAILS)
def make_teams_by_lot(request: HttpRequest, slug: uuid.UUID, body: KeyOnly) -> Done:
    """Draw full teams by lot from the players without one."""
    tournament = _find_changeable(request, slug)
    with answer_refusals():
        CreateTeamsByLot().perform(tournament, get_key(request, body), find_author(request))
    return Done()


@part.post(f"{_TEAMS}/{{int:number}}", gives=Done, door=TO_ENTER, fails=FAILS)
def change_team(request: HttpRequest, slug: uuid.UUID, number: Number, body: TeamChange) -> Done:
    """Change the name of a team, and its members from a round on."""
    tournament = _find_changeable(request, slug)
    with answer_refusals():
        details = _parse_team(tournament, body.name, body.members)
        wanted = ChangeTeam(number=number, details=details, since=body.since)
        wanted.perform(tournament, get_key(request, body), find_author(request), clean_reason(body.reason))
    return Done()


@part.post(f"{_TEAMS}/{{int:number}}/dissolve", gives=Done, door=TO_ENTER, fails=FAILS)
def dissolve_team(request: HttpRequest, slug: uuid.UUID, number: Number, body: Dissolving) -> Done:
    """Dissolve a team: nobody plays for it in any round."""
    tournament = _find_changeable(request, slug)
    with answer_refusals():
        key, reason = get_key(request, body), clean_reason(body.reason)
        DissolveTeam(number=number).perform(tournament, key, find_author(request), reason)
    return Done()


@part.get(f"{_TEAMS}/standing", gives=TeamStandingOut)
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


def _find_changeable(request: HttpRequest, slug: uuid.UUID) -> Tournament:
    """Return the tournament; only a director changes teams once its first round has started, as they decide results."""
    tournament = find_own_tournament(request, slug)
    if tournament.frozen is not None and not find_caller(request).is_director:
        raise ApiError(403, "not_for_role")
    return tournament


def _parse_team(tournament: Tournament, name: str, members: list[int]) -> TeamDetails:
    return TeamDetails(clean_text(name), tuple(find_entrants(tournament, members)))
