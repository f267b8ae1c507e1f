"""The standings of teams: the sums of their members, as formulas over the standings of the rounds."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.tables.files import FileTable
from tournaments.core.rules.ranking import CRITERION_KEYS
from tournaments.core.settings import CAPITAL, PLACE_POINTS, REPLACEMENTS, SUM, WRITTEN_SCORE, Settings
from tournaments.hall.standing.standing import RankedLine
from tournaments.people.teams.rosters import format_team_name
from tournaments.results.exports.data import TournamentData
from tournaments.results.exports.overall import Round
from tournaments.results.exports.rank_formulas import Criterion, build_rank_formula, filter_criteria
from tournaments.results.exports.sheet_columns import TEAM_SHEET, list_sheet_columns
from tournaments.results.exports.standing import list_spans
from tournaments.results.team_standings.standing import TeamOutcome, TeamStandings

# The value of a team that a criterion compares is in a column; all else is compared by the last one.
TEAM_COLUMNS = {
    CAPITAL: "gain",
    REPLACEMENTS: "replaced",
    WRITTEN_SCORE: "written",
    PLACE_POINTS: "place_points",
    SUM: "sum",
}


class PlayedTeamRow(NamedTuple):
    """The rows of a team's members in the standing of a round, added up."""

    settings: Settings
    round: Round
    outcome: TeamOutcome

    @property
    def line(self) -> RankedLine:
        """The result of the team."""
        return self.outcome.line

    def list_cells(self, column: str) -> list[str]:
        """Return the cells of the members; "" where there is no workbook."""
        return [self.round.find_cell(line.player.person, column) for line in self.outcome.members]


class TeamSheetRow(NamedTuple):
    """A team's row, with what its formulas name beyond it."""

    settings: Settings
    line: RankedLine
    played: Mapping[int, PlayedTeamRow]  # by number of the round
    numbers: tuple[int, ...]  # of all rounds
    criteria: Sequence[Criterion]
    name: str
    members: str  # in the last round that the team played
    order: int  # by everything else; the larger is better

    def build_rank(self, row: int) -> str:
        """Return the formula of the rank."""
        return build_rank_formula(self.criteria, row)


def build_teams_table(data: TournamentData, numbers: Sequence[int]) -> FileTable:
    """Build the columns of the teams."""
    columns = list_sheet_columns(TEAM_SHEET, data.settings, numbers)
    return FileTable("teams", _("Team results"), columns, reckons=True, still=2)


def list_team_rows(
    data: TournamentData, table: FileTable, teams: TeamStandings, rounds: Sequence[Round]
) -> Iterator[TeamSheetRow]:
    """Yield the rows of the team standing."""
    settings, spans = data.settings, list_spans(table, len(teams.teams))
    names = filter_criteria(settings, settings.overall_criteria)
    first = next((index for index, name in enumerate(names) if TEAM_COLUMNS.get(name) not in spans), len(names))
    criteria = [*((name, spans[TEAM_COLUMNS[name]]) for name in names[:first]), ("order", spans["order"])]
    order = _compute_order(teams, names[first:])
    numbers = tuple(round_.number for round_ in rounds)
    for team in teams.teams:
        played = {
            round_.number: PlayedTeamRow(settings, round_, outcome)
            for round_, outcome in zip(rounds, team.rounds, strict=True)
            if outcome is not None
        }
        last = [*played.values()][-1].outcome
        members = ", ".join(member.player.real for member in last.members)
        name = format_team_name(team.team)
        yield TeamSheetRow(settings, team.line, played, numbers, criteria, name, members, order[team.team.id])


def _compute_order(teams: TeamStandings, criteria: Sequence[str]) -> dict[int, int]:
    """Rank teams by the criteria that have no column, as a number; the larger is better."""
    keys = {team.team.id: tuple(CRITERION_KEYS[name](team.result) for name in criteria) for team in teams.teams}
    order = {key: number for number, key in enumerate(sorted(set(keys.values())), 1)}
    return {team: order[key] for team, key in keys.items()}
