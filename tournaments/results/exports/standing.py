"""The tables of standings in CSV and JSON: of each round, over all rounds, of teams."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable
from tarockclub.kit.xlsx.cells import AMOUNT, PLAY, TEXT
from tournaments.core import settings as criteria
from tournaments.core.rules.ranking import CRITERION_KEYS, PlayerResult
from tournaments.core.settings import Settings
from tournaments.hall.standing.standing import OVERALL_SCOPE, RankedLine, RoundStanding, build_standing_scope
from tournaments.people.teams.services import format_team_name
from tournaments.results.exports.data import TournamentData, compute_payout
from tournaments.results.exports.rank_formulas import TEAM_COLUMNS, compute_place_order, filter_criteria
from tournaments.results.standings import columns as shown
from tournaments.results.standings.column import WHOLE, StandingColumn
from tournaments.results.standings.columns import DIGITS, ROUND_DIGITS
from tournaments.results.team_standings.standing import TeamStandings


class ExportRow(NamedTuple):
    """A row of a standing, with what its line does not say."""

    settings: Settings
    line: RankedLine
    payout: int = 0  # sixths, in money
    lot: int = 0  # the larger is placed first
    orders: Mapping[str, int] = {}  # by criteria that compare lists, as a number; the larger is better
    order: int = 0  # of a team by everything else
    name: str = ""  # of a team
    members: str = ""  # in the last round that the team played


@dataclass(frozen=True, eq=False)
class ExportColumn:
    """A column of standings in files; what is not said is as elsewhere."""

    column: StandingColumn
    head: str | Promise = ""
    value: Callable[[ExportRow], Any] | None = None
    digits: int | None = None  # decimals, where points are compared
    when: Callable[[Settings], bool] | None = None
    by_round: str = ""  # its name if it stands once for each round

    def list_columns(self, settings: Settings, rounds: Sequence[int] = ()) -> Iterator[Column]:
        """Yield it as a column of a file, or a column for each round, if the tournament uses it."""
        if not (self.when or self.column.when)(settings):
            return
        head, kind = str(self.head or self.column.head), self.column.kind
        if not self.by_round:
            yield Column(self.column.id, head, self._compute, kind)
        for index, number in enumerate(rounds if self.by_round else ()):
            yield Column(f"{self.by_round}_{number}", head % {"number": number}, self._build_value(index), kind)

    def _build_value(self, index: int) -> Callable[[ExportRow], Any]:
        def compute(row: ExportRow) -> Any:
            played = row.line.rounds[index]
            return None if played is None else self._compute(row._replace(line=played))

        return compute

    def _compute(self, row: ExportRow) -> Any:
        if self.value is not None:
            number = self.value(row)
        else:
            number = self.column.compute_number(row.line, self.digits if shown.has_points(row.settings) else None)
        return Fraction(number) if self.column.kind == AMOUNT else number  # whole amounts would be sixths there


def _list_columns(
    columns: Iterable[ExportColumn], settings: Settings, rounds: Sequence[int] = ()
) -> tuple[Column, ...]:
    return tuple(placed for column in columns for placed in column.list_columns(settings, rounds))


def _has_criterion(name: str, scope: int) -> Callable[[Settings], bool]:
    return lambda settings: name in shown.list_criteria(settings, scope)


def _is_always_shown(_settings: Settings) -> bool:
    return True


def _get_name(row: ExportRow) -> str:
    return name_line(row.line)


def name_line(line: RankedLine) -> str:
    """Return whose line it is: the previous holders of the seat, and the player."""
    return " / ".join([*line.before, line.player.name])


def _get_hands_won(row: ExportRow) -> int:
    return row.line.facts.won


def _get_place(row: ExportRow) -> int:
    return row.line.place


def _compute_order(row: ExportRow) -> int:
    return compute_place_order([line.place for line in row.line.rounds if line], len(row.line.rounds) + 1)


_PAYOUT = StandingColumn("points", _("Points"), lambda _line: None, kind=AMOUNT, when=shown.has_money)
_END = StandingColumn(
    "capital", _("Capital at the end"), lambda line: line.capital, WHOLE, kind=PLAY, when=shown.has_money
)
_ORDER = StandingColumn("order", _("Order by place"), lambda _line: None)
_LOT = StandingColumn("lot", _("Lot"), lambda _line: None)
_PLACES = StandingColumn("places", _("Order by places"), lambda _line: None)
_WRITTEN_ROUNDS = StandingColumn("written_rounds", _("Order by rounds"), lambda _line: None)
_TEAM = StandingColumn("team", _("Team"), lambda _line: None, kind=TEXT)
_MEMBERS = StandingColumn("members", _("Players"), lambda _line: None, kind=TEXT)
ROUND_TABLE = (
    ExportColumn(shown.RANK),
    ExportColumn(shown.NUMBER),
    ExportColumn(shown.NAME, value=_get_name),
    ExportColumn(shown.TABLE),
    ExportColumn(_PAYOUT, value=lambda row: convert_to_number(row.payout)),
    ExportColumn(shown.REPLACED),
    ExportColumn(shown.CAPITAL, _("Capital without replacements")),
    ExportColumn(_END),
    ExportColumn(shown.HANDS, value=lambda row: row.line.facts.hands),
    ExportColumn(shown.HANDS_WON, value=_get_hands_won),
    ExportColumn(shown.SCORE, digits=ROUND_DIGITS, when=_is_always_shown),
    ExportColumn(shown.PLACE, value=_get_place),
    ExportColumn(shown.POINTS, digits=ROUND_DIGITS),
    ExportColumn(shown.SUM, digits=DIGITS),
    ExportColumn(shown.MEAN),
    ExportColumn(
        _ORDER,
        value=lambda row: compute_place_order([row.line.place], 2),
        when=_has_criterion(criteria.TABLE_PLACES, 1),
    ),
    ExportColumn(_LOT, value=lambda row: row.lot, when=_has_criterion(criteria.LOT, 1)),
)


def _build_order_column(column: StandingColumn, criterion: str) -> ExportColumn:
    """Return the column of a criterion that compares lists: everybody's order by it as a number."""
    return ExportColumn(column, value=lambda row: row.orders[criterion], when=_has_criterion(criterion, 0))


# Kind by kind.
TOTAL_TABLE = (
    ExportColumn(shown.RANK),
    ExportColumn(shown.NUMBER),
    ExportColumn(shown.NAME, value=_get_name),
    ExportColumn(shown.GAIN, _("Round %(number)s"), by_round="round"),
    ExportColumn(shown.GAIN, _("Won in total")),
    ExportColumn(shown.REPLACED),
    ExportColumn(shown.BEST_ROUND),
    ExportColumn(shown.SCORE, _("Written, round %(number)s"), digits=ROUND_DIGITS, by_round="written"),
    ExportColumn(shown.PLACE, _("Place, round %(number)s"), _get_place, by_round="place"),
    ExportColumn(shown.POINTS, _("Place points, round %(number)s"), digits=ROUND_DIGITS, by_round="place_points"),
    ExportColumn(shown.SUM, _("Total, round %(number)s"), digits=DIGITS, by_round="sum"),
    ExportColumn(shown.ROUNDS_WON),
    ExportColumn(shown.SCORE, digits=DIGITS, when=_is_always_shown),
    ExportColumn(shown.HANDS_WON, value=_get_hands_won),
    ExportColumn(shown.POINTS, digits=DIGITS),
    ExportColumn(shown.SUM, digits=DIGITS),
    ExportColumn(shown.BEST_SUM, digits=DIGITS),
    ExportColumn(shown.BEST_SCORE, digits=ROUND_DIGITS),
    ExportColumn(shown.MEAN),
    ExportColumn(_ORDER, _("Order by the places at tables"), _compute_order, when=shown.has_points),
    _build_order_column(_PLACES, criteria.PLACES),
    _build_order_column(_WRITTEN_ROUNDS, criteria.WRITTEN_ROUNDS),
    ExportColumn(_LOT, value=lambda row: row.lot, when=_has_criterion(criteria.LOT, 0)),
)
TEAM_TABLE = (
    ExportColumn(shown.RANK),
    ExportColumn(_TEAM, value=lambda row: row.name),
    ExportColumn(_MEMBERS, value=lambda row: row.members),
    ExportColumn(shown.GAIN, _("Won, round %(number)s"), by_round="gain"),
    ExportColumn(shown.REPLACED, _("Replacements, round %(number)s"), by_round="replaced"),
    ExportColumn(shown.SCORE, _("Written, round %(number)s"), digits=DIGITS, by_round="written"),
    ExportColumn(shown.POINTS, _("Place points, round %(number)s"), digits=DIGITS, by_round="place_points"),
    ExportColumn(shown.GAIN, _("Won in total")),
    ExportColumn(shown.REPLACED),
    ExportColumn(shown.SCORE, digits=DIGITS),
    ExportColumn(shown.POINTS, digits=DIGITS),
    ExportColumn(shown.SUM, digits=DIGITS),
    ExportColumn(_ORDER, _("Order by everything else"), lambda row: row.order),
)


def build_standing_table(data: TournamentData, number: int) -> FileTable:
    """Build the columns of a round's standing: those that the tournament uses."""
    title = gettext("Standings of round %(number)s") % {"number": number}
    return FileTable(f"standing_{number}", title, _list_columns(ROUND_TABLE, data.settings))


def build_overall_table(data: TournamentData, numbers: Sequence[int]) -> FileTable:
    """Build the columns of the standing over all rounds."""
    return FileTable("overall", gettext("Overall result"), _list_columns(TOTAL_TABLE, data.settings, numbers))


def build_teams_table(data: TournamentData, numbers: Sequence[int]) -> FileTable:
    """Build the columns of the teams."""
    return FileTable("teams", gettext("Team results"), _list_columns(TEAM_TABLE, data.settings, numbers))


def list_standing_rows(
    data: TournamentData, standing: RoundStanding, forgiven: Mapping[int, int]
) -> Iterator[ExportRow]:
    """Yield the rows of a round's standing; `forgiven`: debts by person, in sixths of a cent."""
    lots = number_lots(standing.lines, were_drawn=build_standing_scope(standing.round.number) in data.lots)
    for line in standing.lines:
        yield ExportRow(data.settings, line, compute_payout(data, line, forgiven), lots[line.player.person])


def list_total_rows(data: TournamentData, totals: Sequence[RankedLine]) -> Iterator[ExportRow]:
    """Yield the rows of the standing over all rounds."""
    lots = number_lots(totals, were_drawn=OVERALL_SCOPE in data.lots)
    orders = number_orders(totals)
    for total in totals:
        person = total.player.person
        mine = {criterion: order[person] for criterion, order in orders.items()}
        yield ExportRow(data.settings, total, lot=lots[person], orders=mine)


def number_lots(lines: Sequence[RankedLine], *, were_drawn: bool) -> dict[int, int]:
    """Number the lots by person so that files can hold them: the larger is placed first; 0 where none were drawn."""
    return {line.player.person: (len(lines) - index) * were_drawn for index, line in enumerate(lines)}


def number_orders(totals: Sequence[RankedLine]) -> dict[str, dict[int, int]]:
    """Return everybody's order by criteria that compare lists, as a number; the larger is better."""
    return {name: _number_order(totals, name) for name in (criteria.PLACES, criteria.WRITTEN_ROUNDS)}


def _number_order(totals: Sequence[RankedLine], criterion: str) -> dict[int, int]:
    keys = {}
    for total in totals:
        rounds = [played for played in total.rounds if played]
        result = PlayerResult(
            who=total.player.person,
            places=tuple(played.rank for played in rounds),
            writtens=tuple(played.written for played in rounds),
        )
        keys[result.who] = CRITERION_KEYS[criterion](result)
    return _number_keys(keys)


def _number_keys(keys: Mapping[int, Any]) -> dict[int, int]:
    order = {key: number for number, key in enumerate(sorted(set(keys.values())), 1)}
    return {who: order[key] for who, key in keys.items()}


def list_team_rows(data: TournamentData, standings: TeamStandings) -> Iterator[ExportRow]:
    """Yield the rows of the team standing."""
    orders = number_team_orders(data, standings)
    for team in standings.teams:
        members = ", ".join(member.player.name for member in list_last_members(team.rounds))
        name, order = format_team_name(team.team), orders[team.team.id]
        yield ExportRow(data.settings, team.line, order=order, name=name, members=members)


def list_last_members(rounds: Sequence[Any]) -> tuple[RankedLine, ...]:
    """Return the lines of those who played for a team in its last round."""
    members: tuple[RankedLine, ...] = next(outcome for outcome in reversed(rounds) if outcome is not None).members
    return members


def number_team_orders(data: TournamentData, standings: TeamStandings) -> dict[int, int]:
    """Rank the teams (ids) by the criteria behind those that have a column, as a number; the larger is better."""
    names = filter_criteria(data.settings, data.settings.overall_criteria)
    used = {column.name for column in _list_columns(TEAM_TABLE, data.settings)}
    first = next((index for index, name in enumerate(names) if TEAM_COLUMNS.get(name) not in used), len(names))
    rest = [CRITERION_KEYS[name] for name in names[first:]]
    return _number_keys({team.team.id: tuple(key(team.result) for key in rest) for team in standings.teams})
