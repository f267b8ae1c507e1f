"""The teams of a tournament for its staff; the same few queries for any number of them."""

from collections.abc import Iterable
from typing import NamedTuple

from tarockclub.kit.lists.names import fold_name
from tarockclub.platform.privacy.public_names import build_called_name, build_player_called
from tournaments.core.lookup import Lookup, format_unknown_person
from tournaments.core.selectors import load_settings
from tournaments.models import Entrant, Tournament
from tournaments.people.teams.parsing import EntrantLookup
from tournaments.people.teams.rosters import (
    TeamMembership,
    TeamRef,
    compute_rosters,
    compute_team_by_entrant,
    find_last_round,
    format_team_name,
    load_memberships,
    load_teams,
)


class TeamMember(NamedTuple):
    """An entrant of the tournament."""

    id: int
    number: int
    name: str
    withdrawn: bool


class TeamListing(NamedTuple):
    """A team in the list."""

    number: int
    name: str
    members: tuple[TeamMember, ...]  # by start number
    missing: int  # number of members that are missing

    @property
    def names(self) -> str:
        """Its members' names with their numbers."""
        return ", ".join(f"{member.name} ({member.number})" for member in self.members)


class TeamsView(NamedTuple):
    """All teams, and the players without one."""

    size: int
    teams: tuple[TeamListing, ...]
    without: tuple[TeamMember, ...]  # of the players who have not withdrawn

    @property
    def incomplete(self) -> tuple[TeamListing, ...]:
        """Teams with missing members."""
        return tuple(team for team in self.teams if team.missing > 0)

    @property
    def gone(self) -> tuple[tuple[TeamListing, TeamMember], ...]:
        """Members who have withdrawn, with their teams."""
        return tuple((team, member) for team in self.teams for member in team.members if member.withdrawn)


def load_members(tournament: Tournament) -> Lookup[TeamMember]:
    """Return all current and former entrants by id; one query."""
    rows = Entrant.objects.filter(tournament=tournament).order_by("number")
    values = rows.values_list("pk", "number", build_player_called(), "withdrawn")
    members = {pk: TeamMember(pk, number, name, withdrawn is not None) for pk, number, name, withdrawn in values}
    return Lookup(members, lambda pk: TeamMember(pk, 0, format_unknown_person(), withdrawn=False))


def load_teams_view(tournament: Tournament) -> TeamsView:
    """Return the current teams; three queries."""
    people, memberships = load_members(tournament), load_memberships(tournament)
    size = load_settings(tournament).team_size
    now = compute_rosters(memberships, find_last_round(memberships))
    teams = tuple(_build_listing(team, now.get(team.id, ()), people, size) for team in load_teams(tournament))
    taken = {entrant for entrants in now.values() for entrant in entrants}
    without = tuple(person for person in people.values() if person.id not in taken and not person.withdrawn)
    return TeamsView(size, teams, without)


def _build_listing(team: TeamRef, entrants: Iterable[int], people: dict[int, TeamMember], size: int) -> TeamListing:
    members = tuple(sorted((people[entrant] for entrant in entrants), key=lambda member: member.number))
    return TeamListing(team.number, format_team_name(team), members, size - len(members))


def list_stints(
    memberships: Iterable[TeamMembership], team: int, people: dict[int, TeamMember]
) -> list[tuple[int, tuple[TeamMember, ...]]]:
    """Return the members of a team (id) from each round on, as they count now."""
    own = [membership for membership in memberships if membership.team == team]
    stints: list[tuple[int, tuple[TeamMember, ...]]] = []
    for number in sorted({membership.round for membership in own}):
        entrants = compute_rosters(own, number).get(team, ())
        members = tuple(sorted((people[entrant] for entrant in entrants), key=lambda member: member.number))
        if not stints or stints[-1][1] != members:
            stints.append((number, members))
    return stints


def load_team_index(tournament: Tournament, *, but: int = 0) -> EntrantLookup:
    """Return the entrants for matching typed text; members of a team are taken, except those of the team (id) `but`."""
    people, memberships = load_members(tournament), load_memberships(tournament)
    in_register = Entrant.objects.filter(tournament=tournament).values_list("pk", build_called_name("person__"))
    labels, by_name = dict(in_register), dict[str, tuple[int, ...]]()
    for person in people.values():
        names = (person.name, person.name.partition(" (")[0], labels[person.id])  # "Anna (7)", "Anna", "Anna (Wien)"
        for name in {fold_name(each).text for each in names}:
            by_name[name] = (*by_name.get(name, ()), person.id)
    by_entrant = compute_team_by_entrant(memberships, find_last_round(memberships))
    taken = {entrant for entrant, team in by_entrant.items() if team != but}
    return EntrantLookup({person.number: person.id for person in people.values()}, by_name, frozenset(taken))
