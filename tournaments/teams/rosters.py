"""Who plays for which team in which round: it follows from the acts about teams, so that a member may change.

Each act says of some teams who belongs to them from a round on. What was said later counts for its round and all that
follow, so that who comes in the third round leaves what was played before to whoever played it.

>>> said = (Since(7, 1, (11, 12)), Since(8, 1, (13, 14)), Since(7, 3, (11, 15)))
>>> members_in(said, 2)[12], members_in(said, 3).get(12), members_in(said, 3)[15]
(7, None, 7)
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.acts import Kind, said_by
from tournaments.models import Act, Round, Team, Tournament

Pair = tuple[int, int]


FROM_THE_START = 1


class Since(NamedTuple):
    """Who belongs to a team from a round on."""

    team: int  # id
    round: int  # number
    entrants: tuple[int, ...]  # ids; none: it was dissolved


class TeamAt(NamedTuple):
    """A team of a tournament."""

    id: int
    number: int
    name: str  # "": it is called by its number


def said_of(tournament: Tournament) -> tuple[Since, ...]:
    """What was said of all teams, in the order in which it was said; one query."""
    acts = Act.objects.filter(tournament=tournament, kind=Kind.TEAM).order_by("sequence")
    return tuple(Since(team, since, tuple(entrants)) for one in acts for team, since, entrants in said_by(one)["teams"])


def teams_of(tournament: Tournament) -> tuple[TeamAt, ...]:
    """The teams that were not dissolved, by number; one query."""
    rows = Team.objects.filter(tournament=tournament, gone=None).order_by("number")
    return tuple(TeamAt(*row) for row in rows.values_list("pk", "number", "name"))


def rosters(said: Iterable[Since], number: int) -> dict[int, tuple[int, ...]]:
    """The members (entrants) of each team (ids) in a round; teams without any are left out."""
    found: dict[int, tuple[int, ...]] = {}
    for one in said:
        if one.round <= number:
            found[one.team] = one.entrants
    return {team: entrants for team, entrants in found.items() if entrants}


def members_in(said: Iterable[Since], number: int) -> dict[int, int]:
    """The team of each entrant (ids) in a round."""
    return {entrant: team for team, entrants in rosters(said, number).items() for entrant in entrants}


def last_round(said: Iterable[Since]) -> int:
    """The last round from which on something was said; the members of then are those of today."""
    return max((one.round for one in said), default=FROM_THE_START)


def in_two(said: Sequence[Since]) -> int:
    """An entrant (id) who would play for two teams in one round; 0: nobody.

    >>> in_two((Since(7, 1, (11, 12)), Since(8, 2, (12, 13)))), in_two((Since(7, 1, (11,)), Since(8, 2, (12,))))
    (12, 0)
    """
    for number in sorted({one.round for one in said}):
        seen: set[int] = set()
        for entrants in rosters(said, number).values():
            for entrant in entrants:
                if entrant in seen:
                    return entrant
                seen.add(entrant)
    return 0


def mates(said: Iterable[Since], number: int) -> tuple[Pair, ...]:
    """The pairs that play for one team in a round."""
    return tuple(
        (one, other)
        for entrants in rosters(said, number).values()
        for at, one in enumerate(sorted(entrants))
        for other in sorted(entrants)[at + 1 :]
    )


def next_round(tournament: Tournament) -> int:
    """The first round that has not started: from it on a new member plays, unless something else is said; one query."""
    started = Round.objects.filter(tournament=tournament, started__isnull=False)
    return max(started.values_list("number", flat=True), default=0) + 1
