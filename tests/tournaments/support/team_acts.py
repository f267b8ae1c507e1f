"""The actions on teams as tests call them."""

from tarockclub.platform.accounts.actors import ANONYMOUS
from tournaments.models import Tournament
from tournaments.people.teams.actions import ChangeTeam, CreateTeams, CreateTeamsByLot, DissolveTeam
from tournaments.people.teams.rosters import FROM_THE_START


def create_teams(tournament, key, teams, who=ANONYMOUS):
    return CreateTeams(teams=list(teams)).perform(Tournament.everything.get(pk=tournament), key, who)


def create_teams_by_lot(tournament, key):
    return CreateTeamsByLot().perform(Tournament.everything.get(pk=tournament), key)


def change_team(tournament, key, number, details, *, since=FROM_THE_START, reason=""):
    wanted = ChangeTeam(number=number, name=details.name, members=list(details.entrants), since=since)
    return wanted.perform(Tournament.everything.get(pk=tournament), key, reason=reason)


def dissolve_team(tournament, key, number):
    return DissolveTeam(number=number).perform(Tournament.everything.get(pk=tournament), key)
