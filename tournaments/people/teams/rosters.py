"""The members of each team in each round: derived from the acts about teams, so that a member may change.

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

from django.utils.translation import gettext as _

from tournaments.core.acts import Kind, parse_content
from tournaments.models import Act, Round, Team, Tournament

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
