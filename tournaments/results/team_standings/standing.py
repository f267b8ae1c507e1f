"""Team standings: the sum of the members' results, ranked by the same criteria as single players.

A seat plays for the team of its first player: the gains and losses of a substitute in it go to that team, as the seat's
score goes to the substitute. A player without a team in a round counts for none.

The teams' rows of a published final result: kept in its act beside those of the players, by ids and numbers.

>>> row = TeamRow(1, 7, 600, 0, 12, 60, (11, 12), (PublishedTeamRound(1, 2, 600, 12, 60),))
>>> parse_team_rows([[1, 7, 600, 0, 12, 60, [11, 12], [[1, 2, 600, 12, 60]]]]) == (row,)
True
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tournaments.core.editions import FINAL, Edition
from tournaments.core.rules.line_facts import merge_facts
from tournaments.core.rules.ranking import PlayerResult, rank_results, sum_results
from tournaments.hall.standing.players import People, StandingPlayer
from tournaments.hall.standing.standing import RankedLine, RoundStanding, Standings, build_result
from tournaments.people.teams.services import (
    TeamMembership,
    TeamRef,
    compute_team_by_entrant,
    load_memberships,
    load_teams,
)
from tournaments.results.standings.editions import EditionRow, compute_rows, encode_edition_row


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


class PublishedTeamRound(NamedTuple):
    """A team's result of a round. The order of the fields is that in the act."""

    round: int  # number
    rank: int
    gain: int
    written: int
    points: int


class TeamRow(NamedTuple):
    """A team in a published final result; amounts as in `EditionRow`. The order of the fields is that in the act."""

    rank: int
    team: int  # id
    gain: int
    replaced: int
    written: int  # sixths of a point
    points: int  # place points, in parts
    members: tuple[int, ...]  # persons who have played for it
    rounds: tuple[PublishedTeamRound, ...]  # in which somebody played for it

    def read_line(self, numbers: Iterable[int]) -> RankedLine:
        """Return the result as a line, with those of the rounds of these numbers."""
        played = {
            part.round: build_team_line(
                part.rank, PlayerResult(who=self.team, gain=part.gain, written=part.written, points=part.points)
            )
            for part in self.rounds
        }
        result = PlayerResult(
            who=self.team, gain=self.gain, replaced=self.replaced, written=self.written, points=self.points
        )
        return build_team_line(self.rank, result, tuple(map(played.get, numbers)))


def compute_team_rows(standings: Standings, scope: int) -> tuple[TeamRow, ...] | None:
    """Return the teams' rows of the result that would be published now; None of a round, and without teams."""
    if scope != FINAL or not standings.stand.settings.team_size:
        return None
    plays = standings.stand.settings.start > 0  # money that is settled at the tables is no part of a result
    team_standings = load_team_standings(standings)
    numbers = [team_round.round for team_round in team_standings.rounds]
    return tuple(_build_row(total, numbers, plays_money=plays) for total in team_standings.teams)


def _build_row(total: TeamTotal, numbers: Sequence[int], *, plays_money: bool) -> TeamRow:
    outcomes = [(number, part) for number, part in zip(numbers, total.rounds, strict=True) if part is not None]
    players = {line.player for _number, outcome in outcomes for line in outcome.members}
    members = dict.fromkeys(player.person for player in sorted(players, key=lambda player: player.number))
    rounds = tuple(
        PublishedTeamRound(
            round=number,
            rank=part.rank,
            gain=part.result.gain if plays_money else 0,
            written=part.result.written,
            points=part.result.points,
        )
        for number, part in outcomes
    )
    return TeamRow(
        rank=total.rank,
        team=total.team.id,
        gain=total.result.gain if plays_money else 0,
        replaced=total.result.replaced,
        written=total.result.written,
        points=total.result.points,
        members=tuple(members),
        rounds=rounds,
    )


def parse_team_rows(values: Sequence[Sequence[Any]] | None) -> tuple[TeamRow, ...] | None:
    """Return the teams' rows from their form in an act; None in a result from before they were kept."""
    if values is None:
        return None
    rows = (TeamRow(*row) for row in values)
    return tuple(
        row._replace(members=tuple(row.members), rounds=tuple(PublishedTeamRound(*part) for part in row.rounds))
        for row in rows
    )


def has_other_teams(edition: Edition[EditionRow], teams: tuple[TeamRow, ...] | None) -> bool:
    """Return True if a published result does not have the teams as they stand now."""
    return teams is not None and parse_team_rows(edition.teams) != teams


def list_signed_rows(standings: Standings, scope: int) -> object:
    """Return all that is published of a result, for its sign."""
    rows, teams = list(map(encode_edition_row, compute_rows(standings, scope))), compute_team_rows(standings, scope)
    return rows if teams is None else [rows, teams]
