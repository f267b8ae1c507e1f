"""Parts of the actions on teams: rows of teams, and their current members.

The members of each team in each round: derived from the acts about teams, so that a member may change.

Each act gives the members of some teams from a round on. A later act applies to its round and all that follow, so a
player who joins in the third round leaves the earlier results with the players who achieved them.

>>> said = (TeamMembership(7, 1, (11, 12)), TeamMembership(8, 1, (13, 14)), TeamMembership(7, 3, (11, 15)))
>>> (
...     compute_team_by_entrant(said, 2)[12],
...     compute_team_by_entrant(said, 3).get(12),
...     compute_team_by_entrant(said, 3)[15],
... )
(7, None, 7)
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import Max
from django.utils.translation import gettext as _

from tournaments.core.acts import ActionRefused, Kind, must_not_have_ended, parse_content
from tournaments.core.selectors import load_settings
from tournaments.models import Act, Entrant, Round, Team, TeamMember, Tournament
from tournaments.people.entrants.selectors import format_start_numbers

FROM_THE_START = 1


class TeamMembership(NamedTuple):
    """The members of a team from a round on."""

    team: int  # id
    round: int  # number
    entrants: tuple[int, ...]  # ids; empty: it was dissolved


class TeamRef(NamedTuple):
    """A team of a tournament."""

    id: int
    number: int
    name: str  # "": it is called by its number


def load_memberships(tournament: Tournament) -> tuple[TeamMembership, ...]:
    """Return the memberships of all teams, in the order in which they were recorded; one query."""
    acts = Act.objects.filter(tournament=tournament, kind=Kind.TEAM).order_by("sequence")
    return tuple(
        TeamMembership(team, since, tuple(entrants))
        for act in acts
        for team, since, entrants in parse_content(act)["teams"]
    )


def load_teams(tournament: Tournament) -> tuple[TeamRef, ...]:
    """Return the teams that were not dissolved, by number; one query."""
    rows = Team.objects.filter(tournament=tournament, gone=None).order_by("number")
    return tuple(TeamRef(*row) for row in rows.values_list("pk", "number", "name"))


def compute_rosters(memberships: Iterable[TeamMembership], number: int) -> dict[int, tuple[int, ...]]:
    """Return the members (entrants) of each team (ids) in a round; teams without any are left out."""
    rosters: dict[int, tuple[int, ...]] = {}
    for membership in memberships:
        if membership.round <= number:
            rosters[membership.team] = membership.entrants
    return {team: entrants for team, entrants in rosters.items() if entrants}


def compute_team_by_entrant(memberships: Iterable[TeamMembership], number: int) -> dict[int, int]:
    """Return the team of each entrant (ids) in a round."""
    return {entrant: team for team, entrants in compute_rosters(memberships, number).items() for entrant in entrants}


def find_last_round(memberships: Iterable[TeamMembership]) -> int:
    """Return the last round from which a membership applies; the members from then on are the current ones."""
    return max((membership.round for membership in memberships), default=FROM_THE_START)


def find_double_member(memberships: Sequence[TeamMembership]) -> int:
    """Return an entrant (id) who would play for two teams in one round; 0 if there is none.

    >>> (
    ...     find_double_member((TeamMembership(7, 1, (11, 12)), TeamMembership(8, 2, (12, 13)))),
    ...     find_double_member((TeamMembership(7, 1, (11,)), TeamMembership(8, 2, (12,)))),
    ... )
    (12, 0)
    """
    for number in sorted({membership.round for membership in memberships}):
        members: set[int] = set()
        for entrants in compute_rosters(memberships, number).values():
            for entrant in entrants:
                if entrant in members:
                    return entrant
                members.add(entrant)
    return 0


def list_mates(memberships: Iterable[TeamMembership], number: int) -> tuple[tuple[int, int], ...]:
    """Return the pairs that play for one team in a round."""
    return tuple(
        (entrant, other)
        for entrants in compute_rosters(memberships, number).values()
        for index, entrant in enumerate(sorted(entrants))
        for other in sorted(entrants)[index + 1 :]
    )


def find_next_round(tournament: Tournament) -> int:
    """Return the first round that has not started, from which a new member plays by default; one query."""
    started = Round.objects.filter(tournament=tournament, started__isnull=False)
    return max(started.values_list("number", flat=True), default=0) + 1


def format_team_name(team: TeamRef) -> str:
    """Return the name of a team, or its number if it has no name."""
    return team.name or _("Team %(number)s") % {"number": team.number}


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
    must_not_have_ended(row)
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
