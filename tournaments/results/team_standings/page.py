"""Team standings for the public page: plain texts."""

from collections.abc import Sequence
from typing import NamedTuple

from tournaments.core.editions import FINAL
from tournaments.core.rules.ranking import PlayerResult
from tournaments.core.selectors import load_settings
from tournaments.hall.standing.players import People, load_people
from tournaments.hall.standing.progress import TournamentProgress, load_progress
from tournaments.hall.standing.standing import RankedLine, Standings, load_standings
from tournaments.models import Team, Tournament
from tournaments.people.teams.rosters import TeamRef, format_team_name
from tournaments.results.standings.column import WHOLE, AmountCell, StandingColumn, build_amounts, list_heads
from tournaments.results.standings.columns import POINTS, choose_columns, is_money
from tournaments.results.standings.editions import TournamentEdition
from tournaments.results.team_standings.editions import TeamRound as EditionRound
from tournaments.results.team_standings.editions import TeamRow as EditionTeam
from tournaments.results.team_standings.editions import parse_team_rows
from tournaments.results.team_standings.standing import (
    TeamOutcome,
    TeamRound,
    TeamStandings,
    TeamTotal,
    build_team_line,
    load_team_standings,
)

MOST_PROJECTED = 200


class MemberRow(NamedTuple):
    """A player who has played for a team."""

    name: str
    before: str = ""  # previous holder of the seat
    amount: str = ""  # the player's result in a round; "": not shown over all rounds


class TeamRow(NamedTuple):
    """A team in the standings."""

    rank: str
    number: int
    name: str
    members: tuple[MemberRow, ...]
    amounts: tuple[AmountCell, ...]  # the last one decides the rank
    wins: bool


class TeamStandingPage(NamedTuple):
    """The team standings."""

    of: int  # a round's number, or FINAL
    rounds: tuple[int, ...]  # columns of the overall standing
    heads: tuple[str, ...]
    rows: tuple[TeamRow, ...]
    in_money: bool
    in_points: bool


def build_standing_page(standings: Standings, scope: int) -> TeamStandingPage:
    """Return the team standings of a round (its number), or over all rounds (FINAL)."""
    teams = load_team_standings(standings)
    settings = standings.stand.settings
    columns = choose_columns(settings, scope, of_teams=True)
    numbers = () if scope else tuple(team_round.round for team_round in teams.rounds)
    rows = tuple(_build_total_rows(teams, columns)) if scope == FINAL else _build_round_rows(teams, scope, columns)
    return TeamStandingPage(scope, numbers, list_heads(columns), rows, any(map(is_money, columns)), POINTS in columns)


def _build_total_rows(teams: TeamStandings, columns: Sequence[StandingColumn]) -> list[TeamRow]:
    exact = any(team.result.gain % WHOLE for team in teams.teams)
    return [_build_total_row(team, columns, exact=exact) for team in teams.teams]


def _build_total_row(total: TeamTotal, columns: Sequence[StandingColumn], *, exact: bool) -> TeamRow:
    by_round = (
        _build_cells(of.result, columns[-1:], exact=exact)[0]._replace(place=of.rank)
        if of is not None
        else AmountCell("·", "even")
        for of in total.rounds
    )
    cells = (cell._replace(css=f"{cell.css} of-round") for cell in by_round)
    whole = _build_cells(total.result, columns, exact=exact)
    names = dict.fromkeys(line.player.name for of in total.rounds if of is not None for line in of.members)
    members = tuple(MemberRow(name) for name in names)
    return TeamRow(
        f"{total.rank}.", total.team.number, format_team_name(total.team), members, (*cells, *whole), total.rank == 1
    )


def _build_round_rows(teams: TeamStandings, number: int, columns: Sequence[StandingColumn]) -> tuple[TeamRow, ...]:
    found = next((team_round for team_round in teams.rounds if team_round.round == number), TeamRound(number, ()))
    exact = any(line.gain % WHOLE for team in found.teams for line in team.members)
    return tuple(_build_round_row(team, columns, exact=exact) for team in found.teams)


def _build_round_row(outcome: TeamOutcome, columns: Sequence[StandingColumn], *, exact: bool) -> TeamRow:
    members = tuple(_build_member(line, columns, exact=exact) for line in outcome.members)
    cells = _build_cells(outcome.result, columns, exact=exact)
    return TeamRow(
        f"{outcome.rank}.", outcome.team.number, format_team_name(outcome.team), members, cells, outcome.rank == 1
    )


def _build_member(line: RankedLine, columns: Sequence[StandingColumn], *, exact: bool) -> MemberRow:
    text = columns[-1].text(columns[-1].value(line), exact)
    return MemberRow(line.player.name, ", ".join(line.before), text)


def _build_cells(result: PlayerResult, columns: Sequence[StandingColumn], *, exact: bool) -> tuple[AmountCell, ...]:
    """Return the numbers of a team, formatted like those of a player."""
    return build_amounts(build_team_line(result), columns, exact=exact)


def load_edition_teams(stand: TournamentProgress, edition: TournamentEdition) -> TeamStandingPage | None:
    """Return the teams' result of a published edition, with today's names; None where it has none. Two queries."""
    teams = parse_team_rows(edition.teams)
    if not teams:
        return None
    found = Team.objects.filter(tournament=stand.tournament).values_list("pk", "number", "name")
    refs = {pk: TeamRef(pk, number, name) for pk, number, name in found}
    people = load_people(stand.tournament, {person for team in teams for person in team.members})
    columns = choose_columns(stand.settings, FINAL)
    numbers = sorted({of.round for team in teams for of in team.rounds})
    exact = any(team.gain % WHOLE for team in teams)
    rows = tuple(
        _build_edition_row(team, refs.get(team.team, TeamRef(0, 0, "")), people, numbers, columns, exact=exact)
        for team in teams
    )
    heads = list_heads(columns)
    return TeamStandingPage(FINAL, tuple(numbers), heads, rows, any(map(is_money, columns)), POINTS in columns)


def _build_edition_row(
    team: EditionTeam,
    ref: TeamRef,
    people: People,
    numbers: Sequence[int],
    columns: Sequence[StandingColumn],
    *,
    exact: bool,
) -> TeamRow:
    played = {of.round: of for of in team.rounds}
    cells = [_build_edition_cell(played.get(number), columns, exact=exact) for number in numbers]
    cells += _build_cells(team.result, columns, exact=exact)
    members = tuple(MemberRow(people.get_player(person).name) for person in team.members)
    return TeamRow(f"{team.rank}.", ref.number, format_team_name(ref), members, tuple(cells), team.rank == 1)


def _build_edition_cell(round_: EditionRound | None, columns: Sequence[StandingColumn], *, exact: bool) -> AmountCell:
    """Return the result of a team's round, with its place."""
    if round_ is None:
        return AmountCell("·", "even of-round")
    result = PlayerResult(0, gain=round_.gain, written=round_.written, points=round_.points)
    cell = _build_cells(result, columns[-1:], exact=exact)[0]
    return cell._replace(place=round_.rank, css=f"{cell.css} of-round")


def load_wall_teams(tournament: Tournament) -> tuple[TeamRow, ...]:
    """Return the best teams over all rounds, for the projector; empty, without a query, if there are none."""
    if not load_settings(tournament).team_size:
        return ()
    return build_standing_page(load_standings(load_progress(tournament)), FINAL).rows[:MOST_PROJECTED]
