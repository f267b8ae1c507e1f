"""The teams' rows of a published final result: kept in its act beside those of the players, by ids and numbers.

>>> row = TeamRow(1, 7, 600, 0, 12, 60, (11, 12), (TeamRound(1, 2, 600, 12, 60),))
>>> parse_team_rows([[1, 7, 600, 0, 12, 60, [11, 12], [[1, 2, 600, 12, 60]]]]) == (row,)
True
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tournaments.core.editions import FINAL, Edition
from tournaments.core.rules.ranking import PlayerResult
from tournaments.hall.standing.standing import RankedLine, Standings
from tournaments.results.standings.editions import EditionRow, compute_rows, encode_edition_row
from tournaments.results.team_standings.standing import TeamTotal, build_team_line, load_team_standings


class TeamRound(NamedTuple):
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
    rounds: tuple[TeamRound, ...]  # in which somebody played for it

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
        TeamRound(
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
        row._replace(members=tuple(row.members), rounds=tuple(TeamRound(*part) for part in row.rounds)) for row in rows
    )


def has_other_teams(edition: Edition[EditionRow], teams: tuple[TeamRow, ...] | None) -> bool:
    """Return True if a published result does not have the teams as they stand now."""
    return teams is not None and parse_team_rows(edition.teams) != teams


def list_signed_rows(standings: Standings, scope: int) -> object:
    """Return all that is published of a result, for its sign."""
    rows, teams = list(map(encode_edition_row, compute_rows(standings, scope))), compute_team_rows(standings, scope)
    return rows if teams is None else [rows, teams]
