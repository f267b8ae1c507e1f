"""How the teams stand: the sum of their members, ranked by the same criteria as the single players.

A seat plays for the team of whoever sat down there first: what a substitute wins or loses in it goes to that team, as
the seat's score goes to him. Whoever plays for no team in a round counts for none.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.rules.ranking import Result, ranked, summed
from tournaments.standings.players import People
from tournaments.standings.standing import Line, Standing, Standings, result_of
from tournaments.teams.rosters import Since, TeamAt, members_in, said_of, teams_of


class OfTeam(NamedTuple):
    """What a round brought a team."""

    rank: int
    shared: bool
    team: TeamAt
    result: Result  # `who` is the team's id; the sum of its members
    members: tuple[Line, ...]  # the lines that were added, in the order of the round's standing


class TeamRound(NamedTuple):
    """How the teams stand in a round."""

    round: int  # number
    teams: tuple[OfTeam, ...]  # by rank

    def of(self, team: int) -> OfTeam | None:
        """What the round brought a team (id)."""
        return next((one for one in self.teams if one.team.id == team), None)


class TeamTotal(NamedTuple):
    """A team's place over all rounds."""

    rank: int
    shared: bool
    team: TeamAt
    result: Result
    rounds: tuple[OfTeam | None, ...]  # one for each round that has started; none: nobody played for it


class TeamStandings(NamedTuple):
    """How the teams of a tournament stand."""

    standings: Standings
    teams: tuple[TeamTotal, ...]  # by rank; those for whom somebody has played
    rounds: tuple[TeamRound, ...]  # those that have started


def team_standings(standings: Standings) -> TeamStandings:
    """How the teams stand now; two queries."""
    tournament = standings.stand.tournament
    teams = {one.id: one for one in teams_of(tournament)}
    said = said_of(tournament) if teams else ()
    criteria = standings.stand.settings
    started = [one for one in standings.rounds if one.round.started]
    rounds = tuple(_round(one, standings.people, teams, said, criteria.round_criteria) for one in started)
    return TeamStandings(standings, _totals(rounds, teams, criteria.overall_criteria), rounds)


def _round(
    standing: Standing, people: People, teams: dict[int, TeamAt], said: Iterable[Since], criteria: Sequence[str]
) -> TeamRound:
    plays_for = members_in(said, standing.round.number)
    found: dict[int, list[Line]] = {}
    for line in standing.lines:
        team = _team_of(line, people, plays_for)
        if team in teams:
            found.setdefault(team, []).append(line)
    results = [added(team, [result_of(line) for line in lines]) for team, lines in found.items()]
    return TeamRound(
        standing.round.number,
        tuple(
            OfTeam(one.rank, one.shared, teams[one.result.who], one.result, tuple(found[one.result.who]))
            for one in ranked(results, criteria)
        ),
    )


def _team_of(line: Line, people: People, plays_for: dict[int, int]) -> int:
    """The team (id) that a seat plays for: that of the first one who held it and has one; 0: none."""
    holders = (*(people.player(person) for person in line.seat_of), line.player)
    return next((plays_for[one.entrant] for one in holders if one.entrant in plays_for), 0)


def added(team: int, results: Sequence[Result]) -> Result:
    """What the members of a team have achieved together in one round.

    >>> added(7, [Result(1, gain=5, written=12), Result(2, gain=-2, written=6, table_places=(1,))])[:4]
    (7, 3, 0, 18)
    """
    return Result(
        team,
        gain=sum(one.gain for one in results),
        replaced=sum(one.replaced for one in results),
        written=sum(one.written for one in results),
        won=sum(one.won for one in results),
        points=sum(one.points for one in results),
        table_places=tuple(place for one in results for place in one.table_places),
    )


def _totals(rounds: Sequence[TeamRound], teams: dict[int, TeamAt], criteria: Sequence[str]) -> tuple[TeamTotal, ...]:
    by_team: dict[int, dict[int, OfTeam]] = {}
    for one in rounds:
        for of_team in one.teams:
            by_team.setdefault(of_team.team.id, {})[one.round] = of_team
    results = [summed(team, [(one.result, one.rank) for one in some.values()]) for team, some in by_team.items()]
    return tuple(
        TeamTotal(
            one.rank,
            one.shared,
            teams[one.result.who],
            one.result,
            tuple(by_team[one.result.who].get(round_.round) for round_ in rounds),
        )
        for one in ranked(results, criteria)
    )
