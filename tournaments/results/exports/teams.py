"""The standings of teams: the sums of their members, as formulas over the standings of the rounds."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from scoring.engine.points import SIXTHS
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import FileTable, Lines
from tarockclub.kit.xlsx.cells import AMOUNT, COUNT, PLAY, POINTS, Cell, build_text_cell, count_cell
from tournaments.core.rules.ranking import CRITERION_KEYS, PlayerResult
from tournaments.core.settings import CAPITAL, PLACE_POINTS, REPLACEMENTS, SUM, WRITTEN_SCORE, Settings
from tournaments.people.teams.rosters import format_team_name
from tournaments.results.exports.data import TournamentData
from tournaments.results.exports.overall import Round
from tournaments.results.exports.place_points import DIGITS
from tournaments.results.exports.rank_formulas import Criterion, Span, build_rank_formula, filter_criteria
from tournaments.results.exports.standing import convert_points, list_spans
from tournaments.results.exports.written_sheets import CENTS
from tournaments.results.standings.column import convert_play_money
from tournaments.results.standings.columns import has_points
from tournaments.results.team_standings.standing import TeamOutcome, TeamStandings, TeamTotal

# The value of a team that a criterion compares is in a column; all else is compared by the last one.
TEAM_COLUMNS = {
    CAPITAL: "gain",
    REPLACEMENTS: "replaced",
    WRITTEN_SCORE: "written",
    PLACE_POINTS: "place_points",
    SUM: "sum",
}


def build_teams_table(data: TournamentData, numbers: Sequence[int]) -> FileTable:
    """Build the columns of the teams."""
    columns = (
        Column("rank", _("Rank"), kind=COUNT, width=7),
        Column("team", _("Team"), width=30),
        Column("members", _("Players"), width=50),
        *(
            Column(f"{kind}_{number}", head % {"number": number}, kind=shown, width=11)
            for kind, head, shown in _list_kinds(data.settings)
            for number in numbers
        ),
        *_build_total_columns(data.settings),
        Column("order", _("Order by everything else"), kind=COUNT, width=12),
    )
    return FileTable("teams", _("Team results"), columns, reckons=True, still=2)


def _list_kinds(settings: Settings) -> list[tuple[str, str, str]]:
    """Return the values that are added up round by round: name of the column, heading, format."""
    kinds = []
    if settings.start:
        kinds += [("gain", _("Won, round %(number)s"), PLAY), ("replaced", _("Replacements, round %(number)s"), COUNT)]
    if has_points(settings):
        kinds += [("written", _("Written, round %(number)s"), AMOUNT)]
    if settings.place_points:
        kinds += [("place_points", _("Place points, round %(number)s"), POINTS)]
    return kinds


def _build_total_columns(settings: Settings) -> list[Column]:
    heads = {
        "gain": _("Won in total"),
        "replaced": _("Replacements"),
        "written": _("Written score"),
        "place_points": _("Place points"),
    }
    columns = [Column(kind, heads[kind], kind=shown, width=13) for kind, _head, shown in _list_kinds(settings)]
    return [*columns, *([Column("sum", _("Sum"), kind=POINTS, width=12)] if settings.place_points else [])]


class _TeamInput(NamedTuple):
    """The input of the rows."""

    settings: Settings
    rounds: Sequence[Round]
    spans: Mapping[str, Span]
    criteria: Sequence[Criterion]
    order: Mapping[int, int]  # by team


def write_teams(
    data: TournamentData, table: FileTable, teams: TeamStandings, rounds: Sequence[Round], lines: Lines
) -> None:
    """Write the team standing."""
    spans = list_spans(table, len(teams.teams))
    named = filter_criteria(data.settings, data.settings.overall_criteria)
    first = next((at for at, name in enumerate(named) if TEAM_COLUMNS.get(name) not in spans), len(named))
    criteria = [(name, spans[TEAM_COLUMNS[name]]) for name in named[:first]]
    by = _TeamInput(
        data.settings, rounds, spans, [*criteria, ("order", spans["order"])], _compute_order(teams, named[first:])
    )
    names = [column.name for column in table.columns]
    for team in teams.teams:
        cells = _build_cells(by, team, lines.next)
        lines.add(tuple(cells[name] for name in names))


def _compute_order(teams: TeamStandings, criteria: Sequence[str]) -> dict[int, int]:
    """Rank teams by the criteria that have no column, as a number; the larger is better."""
    keys = {team.team.id: tuple(CRITERION_KEYS[name](team.result) for name in criteria) for team in teams.teams}
    order = {key: at for at, key in enumerate(sorted(set(keys.values())), 1)}
    return {team: order[key] for team, key in keys.items()}


def _build_cells(by: _TeamInput, total: TeamTotal, row: int) -> dict[str, Cell]:
    last = next(of for of in reversed(total.rounds) if of is not None)
    cells = {
        "rank": count_cell(total.rank, formula=build_rank_formula(by.criteria, row)),
        "team": build_text_cell(format_team_name(total.team)),
        "members": build_text_cell(", ".join(line.player.real for line in last.members)),
        "order": count_cell(by.order[total.team.id]),
    }
    for kind, _head, shown in _list_kinds(by.settings):
        for at, round_ in enumerate(by.rounds):
            cells[f"{kind}_{round_.number}"] = _build_round_cell(by, kind, shown, round_, total.rounds[at])
        letters = [by.spans[f"{kind}_{by.rounds[at].number}"].letter for at in (0, -1)]
        whole = f"ROUND(SUM(${letters[0]}{row}:${letters[1]}{row}),{DIGITS})"
        cells[kind] = Cell(_compute_value(kind, total.result, DIGITS), shown, formula=whole)
    if by.settings.place_points:
        both = f"ROUND({by.spans['written'].find_cell(row)}+{by.spans['place_points'].find_cell(row)},{DIGITS})"
        cells["sum"] = Cell(convert_points(total.result.together, digits=DIGITS), POINTS, formula=both)
    return cells


def _build_round_cell(by: _TeamInput, kind: str, shown: str, round_: Round, outcome: TeamOutcome | None) -> Cell:
    """Build the cell of a team's round: the sum of its members' rows there."""
    if outcome is None:
        return Cell(None, shown)
    terms = [round_.find_cell(line.player.person, "counted" if kind == "gain" else kind) for line in outcome.members]
    less = f"-{len(terms)}*{by.settings.start / CENTS!r}" if kind == "gain" else ""
    formula = f"ROUND({'+'.join(terms)}{less},{DIGITS})" if round_.sheet else ""
    return Cell(_compute_value(kind, outcome.result, DIGITS), shown, formula=formula)


def _compute_value(kind: str, result: PlayerResult, digits: int) -> int | float:
    if kind == "gain":
        return convert_play_money(result.gain)
    if kind == "replaced":
        return result.replaced
    if kind == "written":
        return convert_points(result.written, SIXTHS, digits)
    return convert_points(result.points, digits=digits)
