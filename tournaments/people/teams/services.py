"""Parts of the actions on teams: rows of teams, and their current members."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Max

from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import load_settings
from tournaments.models import Entrant, Team, TeamMember, Tournament
from tournaments.people.entrants.selectors import format_start_numbers
from tournaments.people.entrants.services import must_go_on
from tournaments.people.teams.rosters import (
    FROM_THE_START,
    TeamMembership,
    compute_rosters,
    compute_team_by_entrant,
    find_double_member,
    find_last_round,
    load_memberships,
)


class TeamDetails(NamedTuple):
    """The details of a team."""

    name: str  # cleaned; "": it is called by its number
    entrants: tuple[int, ...]  # ids


def list_without_team(row: Tournament) -> list[int]:
    """Return the entrants (ids) without a team, by start number; two queries."""
    memberships = load_memberships(row)
    taken = compute_team_by_entrant(memberships, find_last_round(memberships))
    entrants = Entrant.objects.filter(tournament=row, withdrawn=None).order_by("number").values_list("pk", flat=True)
    return [entrant for entrant in entrants if entrant not in taken]


def save_new_teams(row: Tournament, teams: Sequence[TeamDetails]) -> list[TeamMembership]:
    """Save new teams and return their memberships."""
    must_go_on(row)
    must_be_possible(row, teams)
    last = Team.objects.filter(tournament=row).aggregate(last=Max("number"))["last"] or 0
    rows = [Team(tournament=row, number=last + place, name=details.name) for place, details in enumerate(teams, 1)]
    Team.objects.bulk_create(rows, batch_size=200)
    new = [TeamMembership(team.pk, FROM_THE_START, details.entrants) for team, details in zip(rows, teams, strict=True)]
    write_members(row, (*load_memberships(row), *new))
    return new


def must_be_possible(row: Tournament, teams: Sequence[TeamDetails]) -> None:
    """Raise ActionRefused for details that are not possible in this tournament.

    "no_teams", "no_members", "too_many_members", "in_team", "nobody_known".
    """
    size = load_settings(row).team_size
    if not size:
        raise ActionRefused("no_teams")
    if not teams or not all(details.entrants for details in teams):
        raise ActionRefused("no_members")
    if any(len(details.entrants) > size for details in teams):
        raise ActionRefused("too_many_members", size=size)
    named = [entrant for details in teams for entrant in details.entrants]
    if len(set(named)) < len(named):
        raise ActionRefused(
            "in_team", numbers=format_start_numbers({entrant for entrant in named if named.count(entrant) > 1})
        )
    if Entrant.objects.filter(tournament=row, pk__in=named).count() < len(named):
        raise ActionRefused("nobody_known")


def write_members(row: Tournament, memberships: tuple[TeamMembership, ...]) -> None:
    """Save the current members; raise ActionRefused("in_team") if a player would be in two teams."""
    if twice := find_double_member(memberships):
        raise ActionRefused("in_team", numbers=format_start_numbers([twice]))
    members = {
        entrant: team
        for team, entrants in compute_rosters(memberships, find_last_round(memberships)).items()
        for entrant in entrants
    }
    current = {member.entrant_id: member for member in TeamMember.objects.filter(team__tournament=row)}
    leaving = [member.pk for entrant, member in current.items() if members.get(entrant) != member.team_id]
    TeamMember.objects.filter(pk__in=leaving).delete()
    came = [
        TeamMember(team_id=team, entrant_id=entrant)
        for entrant, team in members.items()
        if entrant not in current or current[entrant].team_id != team
    ]
    TeamMember.objects.bulk_create(came, batch_size=200)


def find_team(row: Tournament, number: int) -> Team:
    """Return the team with a number; raise ActionRefused("no_such_team")."""
    team = Team.objects.filter(tournament=row, number=number, gone=None).first()
    if team is None:
        raise ActionRefused("no_such_team")
    return team


def build_act_data(memberships: Sequence[TeamMembership]) -> list[object]:
    """Return memberships as JSON values."""
    return [[membership.team, membership.round, list(membership.entrants)] for membership in memberships]


def find_or_create_teams(row: Tournament, names: Sequence[str]) -> dict[str, int]:
    """Return the teams (ids) by name, ignoring case; missing ones are created."""
    teams = Team.objects.filter(tournament=row, gone=None)
    ids = {team.name.casefold(): team.pk for team in teams if team.name}
    last = Team.objects.filter(tournament=row).aggregate(last=Max("number"))["last"] or 0
    for name in names:
        if name.casefold() not in ids:
            last += 1
            ids[name.casefold()] = Team.objects.create(tournament=row, number=last, name=name).pk
    return ids
