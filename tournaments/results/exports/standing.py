"""Standings in the workbook as formulas: of each round, over all rounds, of teams."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables.table import FIRST_ROW, FileTable, OpenTable
from tournaments.core.rules.ranking import CRITERION_KEYS, PlayerResult
from tournaments.core.settings import (
    CAPITAL,
    NO_REPLACEMENTS,
    PLACE_POINTS,
    PLACES,
    REPLACEMENTS,
    SUM,
    TABLE,
    WRITTEN_ROUNDS,
    WRITTEN_SCORE,
    Settings,
)
from tournaments.hall.standing.standing import OVERALL_SCOPE, RankedLine, RoundStanding, build_standing_scope
from tournaments.people.teams.services import format_team_name
from tournaments.results.exports.data import TournamentData
from tournaments.results.exports.rank_formulas import (
    OVERALL_COLUMNS,
    ROUND_COLUMNS,
    Criterion,
    PointsColumns,
    Span,
    build_place_formula,
    build_points_formula,
    build_rank_formula,
    filter_computable_points,
    filter_criteria,
    list_computable_tables,
)
from tournaments.results.exports.sheet_columns import ROUND_SHEET, TEAM_SHEET, TOTAL_SHEET, list_sheet_columns
from tournaments.results.exports.written_sheets import SheetStay
from tournaments.results.team_standings.standing import TeamOutcome, TeamStandings


class RoundSheet(NamedTuple):
    """The input of the rows of a round's standing."""

    settings: Settings
    spans: Mapping[str, Span]
    criteria: Sequence[Criterion]
    lots: Mapping[int, int]
    places: frozenset[int]  # tables (numbers) whose places follow from the rows
    points: frozenset[int]  # and whose place points do
    points_table: OpenTable | None


class RoundRow(NamedTuple):
    """A player's row, with what its formulas name beyond it."""

    sheet: RoundSheet
    line: RankedLine
    stays: Sequence[SheetStay]

    @property
    def settings(self) -> Settings:
        """The settings of the tournament."""
        return self.sheet.settings

    @property
    def lot(self) -> int:
        """The player's lot; the larger is placed first."""
        return self.sheet.lots[self.line.player.person]

    @property
    def payout(self) -> int | float:
        """The points that were paid."""
        return convert_to_number(sum(stay.points for stay in self.stays))

    def add_stays(self, name: str) -> str:
        """Return the sum of the player's cells on the written sheets; "" where one of them is unknown."""
        cells = [getattr(stay, name) for stay in self.stays]
        return "+".join(cells) if all(cells) else ""

    def build_rank(self, row: int) -> str:
        """Return the formula of the rank; players who needed a replacement may be last by rule."""
        spans, names = self.sheet.spans, self.sheet.criteria
        among = spans["table"] if self.settings.scope == TABLE else None
        if not self.settings.replaced_last or "replaced" not in spans:
            return build_rank_formula(names, row, among)
        replaced = spans["replaced"]
        rank = build_rank_formula([(NO_REPLACEMENTS, replaced), *names], row, among)
        last = f"COUNTIF({among.all},{among.find_cell(row)})" if among is not None else f"ROWS({replaced.all})"
        return f"IF({replaced.find_cell(row)}>0,{last},{rank})"

    def build_place(self, row: int) -> str:
        """Return the formula of the place at the table; "" where it does not follow from the rows."""
        return build_place_formula(self._columns, row) if self.line.table in self.sheet.places else ""

    def build_points(self, row: int) -> str:
        """Return the formula of the place points; "" where they do not follow from the rows."""
        table = self.sheet.points_table
        if table is None or self.line.table not in self.sheet.points:
            return ""
        return build_points_formula(self._columns, row, table)

    @property
    def _columns(self) -> PointsColumns:
        return PointsColumns(*(self.sheet.spans[name] for name in PointsColumns._fields))


def build_standing_table(data: TournamentData, number: int) -> FileTable:
    """Build the columns of a round's standing: those that the tournament uses."""
    title = _("Standings of round %(number)s") % {"number": number}
    columns = list_sheet_columns(ROUND_SHEET, data.settings)
    return FileTable(f"standing_{number}", title, columns, reckons=True, still=3)


def list_standing_rows(
    data: TournamentData,
    table: FileTable,
    standing: RoundStanding,
    stays: dict[int, list[SheetStay]],
    points_table: OpenTable | None,
) -> list[RoundRow]:
    """Return the rows of a round's standing; `stays`: those at its tables that count, by person."""
    settings, rows = data.settings, standing.lines
    spans = list_spans(table, len(rows))
    are_lots_drawn = build_standing_scope(standing.round.number) in data.lots
    places = list_computable_tables(rows) if "place" in spans else frozenset()
    sheet = RoundSheet(
        settings,
        spans,
        list_criteria_names(filter_criteria(settings, settings.round_criteria), ROUND_COLUMNS, spans),
        number_lots([line.player.person for line in rows], were_drawn=are_lots_drawn),
        places,
        filter_computable_points(rows, settings.place_points, places),
        points_table,
    )
    return [RoundRow(sheet, line, stays.get(line.player.person, [])) for line in rows]


def list_criteria_names(names: Iterable[str], columns: dict[str, str], spans: Mapping[str, Span]) -> list[Criterion]:
    """Return the criteria that are there, each with its column."""
    return [(name, spans[columns[name]]) for name in names if columns.get(name) in spans]


def list_spans(table: FileTable, rows: int) -> dict[str, Span]:
    """Return the columns of a table with this number of rows, by name."""
    return {name: Span(letter, FIRST_ROW, FIRST_ROW + rows - 1) for name, letter in table.letters.items()}


def number_lots(people: Sequence[int], *, were_drawn: bool) -> dict[int, int]:
    """Number the lots so that a workbook can hold them: the larger is placed first; 0 where none were drawn.

    >>> number_lots([7, 9], were_drawn=True), number_lots([7, 9], were_drawn=False)
    ({7: 2, 9: 1}, {7: 0, 9: 0})
    """
    return {person: (len(people) - index) * were_drawn for index, person in enumerate(people)}


class Round(NamedTuple):
    """A round that has started, with the cells of its standing for formulas."""

    number: int
    rows: dict[int, int]  # numbers of the rows in its standing, by person
    standing: OpenTable

    def find_cell(self, person: int, column: str) -> str:
        """Return a cell of a player's row there; "" where there is no workbook."""
        before, letters = self.standing.before, self.standing.table.letters
        return f"{before}${letters[column]}${self.rows[person]}" if before else ""


class TotalSheet(NamedTuple):
    """The input of the rows of the standing."""

    settings: Settings
    rounds: Sequence[Round]
    criteria: Sequence[Criterion]
    lots: Mapping[int, int]
    orders: Mapping[str, Mapping[int, int]]  # of criteria that compare lists: everybody's as a number


class PlayedRow(NamedTuple):
    """A player's row in the standing of a round."""

    settings: Settings
    line: RankedLine
    round: Round

    def find_cell(self, column: str) -> str:
        """Return one of its cells; "" where there is no workbook."""
        return self.round.find_cell(self.line.player.person, column)


class TotalRow(NamedTuple):
    """A player's row, with what its formulas name beyond it."""

    sheet: TotalSheet
    line: RankedLine
    played: Mapping[int, PlayedRow]  # by number of the round

    @property
    def settings(self) -> Settings:
        """The settings of the tournament."""
        return self.sheet.settings

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the rounds."""
        return tuple(round_.number for round_ in self.sheet.rounds)

    @property
    def base(self) -> int:
        """One more than the number of rounds: the base for encoding places as a number."""
        return len(self.sheet.rounds) + 1

    @property
    def lot(self) -> int:
        """The player's lot; the larger is placed first."""
        return self.sheet.lots[self.line.player.person]

    def get_order(self, criterion: str) -> int:
        """Return the player's results as a number by a criterion that compares lists; the larger is better."""
        return self.sheet.orders[criterion][self.line.player.person]

    def build_rank(self, row: int) -> str:
        """Return the formula of the rank."""
        return build_rank_formula(self.sheet.criteria, row)


def build_overall_table(data: TournamentData, numbers: Sequence[int]) -> FileTable:
    """Build the columns of the standing over all rounds."""
    columns = list_sheet_columns(TOTAL_SHEET, data.settings, numbers)
    return FileTable("overall", _("Overall result"), columns, reckons=True, still=3)


def list_total_rows(
    data: TournamentData, table: FileTable, totals: Sequence[RankedLine], rounds: Sequence[Round]
) -> Iterator[TotalRow]:
    """Yield the rows of the standing over all rounds."""
    settings = data.settings
    names = filter_criteria(settings, settings.overall_criteria)
    sheet = TotalSheet(
        settings,
        rounds,
        list_criteria_names(names, OVERALL_COLUMNS, list_spans(table, len(totals))),
        number_lots([total.player.person for total in totals], were_drawn=OVERALL_SCOPE in data.lots),
        {name: _number_orders(totals, name) for name in (PLACES, WRITTEN_ROUNDS)},
    )
    for total in totals:
        played = {
            round_.number: PlayedRow(settings, line, round_)
            for round_, line in zip(rounds, total.rounds, strict=True)
            if line is not None
        }
        yield TotalRow(sheet, total, played)


def _number_orders(totals: Sequence[RankedLine], criterion: str) -> dict[int, int]:
    """Return everybody's order by a criterion that compares lists, as a number; the larger is better."""
    keys = {}
    for total in totals:
        rounds = [played for played in total.rounds if played]
        result = PlayerResult(
            who=total.player.person,
            places=tuple(played.rank for played in rounds),
            writtens=tuple(played.written for played in rounds),
        )
        keys[result.who] = CRITERION_KEYS[criterion](result)
    order = {key: number for number, key in enumerate(sorted(set(keys.values())), 1)}
    return {person: order[key] for person, key in keys.items()}


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
        members = ", ".join(member.player.name for member in last.members)
        name = format_team_name(team.team)
        yield TeamSheetRow(settings, team.line, played, numbers, criteria, name, members, order[team.team.id])


def _compute_order(teams: TeamStandings, criteria: Sequence[str]) -> dict[int, int]:
    """Rank teams by the criteria that have no column, as a number; the larger is better."""
    keys = {team.team.id: tuple(CRITERION_KEYS[name](team.result) for name in criteria) for team in teams.teams}
    order = {key: number for number, key in enumerate(sorted(set(keys.values())), 1)}
    return {team: order[key] for team, key in keys.items()}
