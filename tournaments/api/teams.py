"""Teams of two or four: made, changed, dissolved; how they stand."""

import uuid

from django.http import HttpRequest
from pydantic import Field

from tarockclub.api.authentication import SECRETARY, WATCHER, caller_of
from tarockclub.api.errors import Failed
from tarockclub.api.operations import Part
from tarockclub.api.schemas import Done, In, Keyed, KeyOnly, Number, Out, Reason, Whole, key_of
from tarockclub.text import cleaned
from tournaments.api.common import FAILS, entrants_of, is_staff, numbers_by_id, own, reason_in, refusals, who
from tournaments.models import Tournament
from tournaments.standings.cache import known_of
from tournaments.standings.progress import stand_at
from tournaments.teams import services
from tournaments.teams.messages import problem
from tournaments.teams.rosters import FROM_THE_START, last_round, rosters, said_of, teams_of
from tournaments.teams.standing import team_standings

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
    place_points: Whole = Field(description="In sixtieths of a point.")


class TeamStandingOut(Out):
    """The standings of the teams."""

    teams: list[TeamPlace]


@part.get(_TEAMS, gives=TeamsOut, door=WATCHER, fails=(404,))
def list_teams(request: HttpRequest, slug: uuid.UUID) -> TeamsOut:
    """List the teams with their members, and the players without a team."""
    tournament = own(request, slug)
    said = said_of(tournament)
    members = rosters(said, last_round(said))
    number_of = numbers_by_id(tournament)
    return TeamsOut(
        teams=[
            TeamOut(number=one.number, name=one.name, members=[number_of[who] for who in members.get(one.id, ())])
            for one in teams_of(tournament)
        ],
        without=[number_of[who] for who in services.without_team(tournament)],
    )


@part.post(_TEAMS, gives=Done, door=SECRETARY, fails=FAILS)
def make_teams(request: HttpRequest, slug: uuid.UUID, body: NewTeams) -> Done:
    """Create teams."""
    tournament = _own_to_change(request, slug)
    with refusals(problem):
        wanted = [_wanted(tournament, one.name, one.members) for one in body.teams]
        services.make(tournament.pk, key_of(request, body), wanted, who(request))
    return Done()


@part.post(f"{_TEAMS}/by-lot", gives=Done, door=SECRETARY, fails=FAILS)
def make_teams_by_lot(request: HttpRequest, slug: uuid.UUID, body: KeyOnly) -> Done:
    """Draw full teams by lot from the players without one."""
    tournament = _own_to_change(request, slug)
    with refusals(problem):
        services.make_by_lot(tournament.pk, key_of(request, body), who(request))
    return Done()


@part.post(f"{_TEAMS}/{{int:number}}", gives=Done, door=SECRETARY, fails=FAILS)
def change_team(request: HttpRequest, slug: uuid.UUID, number: Number, body: TeamChange) -> Done:
    """Change the name of a team, and its members from a round on."""
    tournament = _own_to_change(request, slug)
    with refusals(problem):
        wanted = _wanted(tournament, body.name, body.members)
        key, by, reason = key_of(request, body), who(request), reason_in(body.reason)
        services.change(tournament.pk, key, number, wanted, by, since=body.since, reason=reason)
    return Done()


@part.post(f"{_TEAMS}/{{int:number}}/dissolve", gives=Done, door=SECRETARY, fails=FAILS)
def dissolve_team(request: HttpRequest, slug: uuid.UUID, number: Number, body: Dissolving) -> Done:
    """Dissolve a team: nobody plays for it in any round."""
    tournament = _own_to_change(request, slug)
    with refusals(problem):
        services.dissolve(tournament.pk, key_of(request, body), number, who(request), reason_in(body.reason))
    return Done()


@part.get(f"{_TEAMS}/standing", gives=TeamStandingOut, fails=(404,))
def read_team_standing(request: HttpRequest, slug: uuid.UUID) -> TeamStandingOut:
    """Return the current standings of the teams: the sums of their members

    If standings are not public while a round is running, only for the staff until the end.
    """
    stand = stand_at(slug)
    staff = is_staff(request, stand.tournament)
    if not (stand.settings.show_live or staff or stand.tournament.ended is not None):
        raise Failed(404, "not_ready")
    found = team_standings(known_of(stand, at_once=staff).standings)
    return TeamStandingOut(
        teams=[
            TeamPlace(
                rank=one.rank,
                number=one.team.number,
                name=one.team.name,
                capital=one.result.gain if stand.settings.start else 0,
                written=one.result.written,
                place_points=one.result.points,
            )
            for one in found.teams
        ]
    )


def _own_to_change(request: HttpRequest, slug: uuid.UUID) -> Tournament:
    """The tournament; once its first round has started teams decide results, and only a director changes them."""
    tournament = own(request, slug)
    if tournament.frozen is not None and not caller_of(request).is_director:
        raise Failed(403, "not_for_role")
    return tournament


def _wanted(tournament: Tournament, name: str, members: list[int]) -> services.Wanted:
    return services.Wanted(cleaned(name), tuple(entrants_of(tournament, members)))
