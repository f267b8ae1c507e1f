"""Team standings: the sum of the members' results, ranked by the same criteria as single players.

A seat plays for the team of its first player: the gains and losses of a substitute in it go to that team, as the seat's
score goes to the substitute. A player without a team in a round counts for none.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tournaments.core.rules.line_facts import merge_facts
from tournaments.core.rules.ranking import PlayerResult, rank_results, sum_results
from tournaments.hall.standing.players import People, StandingPlayer
from tournaments.hall.standing.standing import RankedLine, RoundStanding, Standings, build_result
from tournaments.people.teams.rosters import (
    TeamMembership,
    TeamRef,
    compute_team_by_entrant,
    load_memberships,
    load_teams,
)


def build_team_line(rank: int, result: PlayerResult, rounds: tuple[RankedLine | None, ...] = ()) -> RankedLine:
    """Return the result of a team as a line, like that of a player."""
    return RankedLine(
        rank=rank,
        shared=False,
        player=StandingPlayer(0, 0, 0, ""),
        gain=result.gain,
        replaced=result.replaced,
        written=result.written,
        points=result.points,
        rounds=rounds,
    )


class TeamOutcome(NamedTuple):
    """A team's result of a round."""

    rank: int
    shared: bool
    team: TeamRef
    result: PlayerResult  # `who` is the team's id; the sum of its members
    members: tuple[RankedLine, ...]  # the lines added up, in the order of the round's standings

    @property
    def line(self) -> RankedLine:
        """The result as a line."""
        return build_team_line(self.rank, self.result)


class TeamRound(NamedTuple):
    """The team standings of a round."""

    round: int  # number
    teams: tuple[TeamOutcome, ...]  # by rank


class TeamTotal(NamedTuple):
    """A team's place over all rounds."""

    rank: int
    shared: bool
    team: TeamRef
    result: PlayerResult
    rounds: tuple[TeamOutcome | None, ...]  # one for each round that has started; None: nobody played for it

    @property
    def line(self) -> RankedLine:
        """The result as a line, with those of the rounds."""
        rounds = tuple(None if outcome is None else outcome.line for outcome in self.rounds)
        return build_team_line(self.rank, self.result, rounds)


class TeamStandings(NamedTuple):
    """The team standings of a tournament."""

    standings: Standings
    teams: tuple[TeamTotal, ...]  # by rank; those with at least one player
    rounds: tuple[TeamRound, ...]  # those that have started


def load_team_standings(standings: Standings) -> TeamStandings:
    """Return the current team standings; two queries."""
    tournament = standings.stand.tournament
    teams = {team.id: team for team in load_teams(tournament)}
    memberships = load_memberships(tournament) if teams else ()
    criteria = standings.stand.settings
    started = [standing for standing in standings.rounds if standing.round.started]
    rounds = tuple(
        _build_round(standing, standings.people, teams, memberships, criteria.round_criteria) for standing in started
    )
    return TeamStandings(standings, _compute_totals(rounds, teams, criteria.overall_criteria), rounds)


def _build_round(
    standing: RoundStanding,
    people: People,
    teams: dict[int, TeamRef],
    memberships: Iterable[TeamMembership],
    criteria: Sequence[str],
) -> TeamRound:
    plays_for = compute_team_by_entrant(memberships, standing.round.number)
    by_team: dict[int, list[RankedLine]] = {}
    for line in standing.lines:
        team = _find_team(line, people, plays_for)
        if team in teams:
            by_team.setdefault(team, []).append(line)
    results = [add_results(team, [build_result(line) for line in lines]) for team, lines in by_team.items()]
    return TeamRound(
        standing.round.number,
        tuple(
            TeamOutcome(
                result.rank, result.shared, teams[result.result.who], result.result, tuple(by_team[result.result.who])
            )
            for result in rank_results(results, criteria)
        ),
    )


def _find_team(line: RankedLine, people: People, plays_for: dict[int, int]) -> int:
    """Return the team (id) that a seat plays for: that of its first holder with a team; 0 if there is none."""
    holders = (*(people.get_player(person) for person in line.seat_of), line.player)
    return next((plays_for[holder.entrant] for holder in holders if holder.entrant in plays_for), 0)


def add_results(team: int, results: Sequence[PlayerResult]) -> PlayerResult:
    """Add up the results of a team's members in one round.

    >>> whole = add_results(7, [PlayerResult(who=1, gain=5, written=12), PlayerResult(who=2, gain=-2, written=6)])
    >>> whole.who, whole.gain, whole.replaced, whole.written
    (7, 3, 0, 18)
    """
    return PlayerResult(
        who=team,
        gain=sum(result.gain for result in results),
        replaced=sum(result.replaced for result in results),
        written=sum(result.written for result in results),
        facts=merge_facts([result.facts for result in results]),
        points=sum(result.points for result in results),
        table_places=tuple(place for result in results for place in result.table_places),
    )


def _compute_totals(
    rounds: Sequence[TeamRound], teams: dict[int, TeamRef], criteria: Sequence[str]
) -> tuple[TeamTotal, ...]:
    by_team: dict[int, dict[int, TeamOutcome]] = {}
    for team_round in rounds:
        for of_team in team_round.teams:
            by_team.setdefault(of_team.team.id, {})[team_round.round] = of_team
    results = [
        sum_results(team, [(outcome.result, outcome.rank) for outcome in outcomes.values()])
        for team, outcomes in by_team.items()
    ]
    return tuple(
        TeamTotal(
            result.rank,
            result.shared,
            teams[result.result.who],
            result.result,
            tuple(by_team[result.result.who].get(round_.round) for round_ in rounds),
        )
        for result in rank_results(results, criteria)
    )
