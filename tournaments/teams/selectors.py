"""The teams of a tournament as its staff sees them; the same few queries however many they are."""

from collections.abc import Iterable
from typing import NamedTuple

from tournaments.lookup import Lookup, unknown_person
from tournaments.models import Entrant, Tournament
from tournaments.name_lists.name_matching import folded
from tournaments.selectors import settings_of
from tournaments.teams.messages import name_of
from tournaments.teams.parsing import Known
from tournaments.teams.rosters import Since, TeamAt, last_round, members_in, rosters, said_of, teams_of


class Member(NamedTuple):
    """Somebody who takes part."""

    id: int
    number: int
    name: str
    withdrawn: bool


class Listed(NamedTuple):
    """A team in the list."""

    number: int
    name: str
    members: tuple[Member, ...]  # by start number
    missing: int  # so many are missing

    @property
    def names(self) -> str:
        """Its members by name."""
        return ", ".join(f"{one.name} ({one.number})" for one in self.members)


class Stint(NamedTuple):
    """Who plays for a team from a round on."""

    since: int
    members: tuple[Member, ...]


class Seen(NamedTuple):
    """All teams, and who has none."""

    size: int
    teams: tuple[Listed, ...]
    without: tuple[Member, ...]  # of those who have not withdrawn

    @property
    def incomplete(self) -> tuple[Listed, ...]:
        """Teams in which somebody is missing."""
        return tuple(one for one in self.teams if one.missing > 0)

    @property
    def gone(self) -> tuple[tuple[Listed, Member], ...]:
        """Members who have withdrawn."""
        return tuple((team, one) for team in self.teams for one in team.members if one.withdrawn)


def members_of(tournament: Tournament) -> Lookup[Member]:
    """Everybody who takes part, or did, by id; one query."""
    rows = Entrant.objects.filter(tournament=tournament).order_by("number")
    found = rows.values_list("pk", "number", "person__name", "withdrawn")
    members = {pk: Member(pk, number, name, withdrawn is not None) for pk, number, name, withdrawn in found}
    return Lookup(members, lambda pk: Member(pk, 0, unknown_person(), withdrawn=False))


def seen(tournament: Tournament) -> Seen:
    """The teams as they are now; three queries."""
    people, said, size = members_of(tournament), said_of(tournament), settings_of(tournament).team_size
    now = rosters(said, last_round(said))
    teams = tuple(_listed(one, now.get(one.id, ()), people, size) for one in teams_of(tournament))
    taken = {entrant for entrants in now.values() for entrant in entrants}
    without = tuple(one for one in people.values() if one.id not in taken and not one.withdrawn)
    return Seen(size, teams, without)


def _listed(team: TeamAt, entrants: Iterable[int], people: dict[int, Member], size: int) -> Listed:
    members = tuple(sorted((people[one] for one in entrants), key=lambda one: one.number))
    return Listed(team.number, name_of(team), members, size - len(members))


def stints_of(said: Iterable[Since], team: int, people: dict[int, Member]) -> tuple[Stint, ...]:
    """Who has played for a team (id) from which round on, as it counts now."""
    some = [one for one in said if one.team == team]
    found: list[Stint] = []
    for number in sorted({one.round for one in some}):
        entrants = rosters(some, number).get(team, ())
        members = tuple(sorted((people[one] for one in entrants), key=lambda one: one.number))
        if not found or found[-1].members != members:
            found.append(Stint(number, members))
    return tuple(found)


def known_to(tournament: Tournament, *, but: int = 0) -> Known:
    """Those who may be meant by what is typed; who is in a team is taken, unless it is this one (id)."""
    people, said = members_of(tournament), said_of(tournament)
    by_name: dict[str, tuple[int, ...]] = {}
    for one in people.values():
        name = folded(one.name).text
        by_name[name] = (*by_name.get(name, ()), one.id)
    taken = {entrant for entrant, team in members_in(said, last_round(said)).items() if team != but}
    return Known({one.number: one.id for one in people.values()}, by_name, frozenset(taken))
