"""The columns of standings in a workbook: of a round, over all rounds, of teams; each with its formula.

A formula is a function of its row (`FormulaRow`): `at.row` is a `RoundRow` of standing.py, a `TotalRow` of overall.py,
or a `TeamSheetRow` of teams.py.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FormulaRow
from tarockclub.kit.xlsx.cells import AMOUNT, PLAY, TEXT
from tournaments.core import settings as criteria
from tournaments.core.settings import Settings
from tournaments.results.exports.rank_formulas import build_order_formula, compute_place_order
from tournaments.results.exports.written_sheets import CENTS, format_forgiven
from tournaments.results.standings import columns as shown
from tournaments.results.standings.column import WHOLE, StandingColumn
from tournaments.results.standings.columns import DIGITS, ROUND_DIGITS


@dataclass(frozen=True, eq=False)
class WorkbookColumn:
    """A column of standings in a sheet of the workbook; what is not said is as elsewhere."""

    column: StandingColumn
    width: int
    formula: Callable[[Any], str] = lambda _at: ""
    head: str | Promise = ""
    value: Callable[[Any], Any] | None = None  # of a row
    digits: int | None = None  # decimals, where points are compared
    when: Callable[[Settings], bool] | None = None
    by_round: str = ""  # its name if it stands once for each round: formula and value are those of a `PlayedRow` then

    def list_columns(self, settings: Settings, rounds: Sequence[int] = ()) -> Iterator[Column]:
        """Yield it as a column of a file, or a column for each round, if the tournament uses it."""
        if (self.when or self.column.when)(settings):
            yield from map(self._build_round_column, rounds) if self.by_round else [self._build_column()]

    def _build_column(self) -> Column:
        column = self.column
        return Column(column.id, self._get_head(), self._compute, column.kind, self.width, self.formula)

    def _build_round_column(self, number: int) -> Column:
        def compute(row: Any) -> Any:
            return self._compute(row.played[number]) if number in row.played else None

        def build_formula(at: FormulaRow) -> str:
            return self.formula(at.row.played[number]) if number in at.row.played else ""

        name, head = f"{self.by_round}_{number}", self._get_head() % {"number": number}
        return Column(name, head, compute, self.column.kind, self.width, build_formula)

    def _get_head(self) -> str:
        return str(self.head or self.column.head)

    def _compute(self, row: Any) -> Any:
        if self.value is not None:
            number = self.value(row)
        else:
            digits = self.digits if shown.has_points(row.settings) else None
            number = self.column.compute_number(row.line, digits)
        return Fraction(number) if self.column.kind == AMOUNT else number  # whole amounts would be sixths there


def list_sheet_columns(
    columns: Iterable[WorkbookColumn], settings: Settings, rounds: Sequence[int] = ()
) -> tuple[Column, ...]:
    """Return those of these columns that a tournament uses; `rounds`: the numbers of those that have started."""
    return tuple(placed for column in columns for placed in column.list_columns(settings, rounds))


def _has_criterion(name: str, scope: int) -> Callable[[Settings], bool]:
    return lambda settings: name in shown.list_criteria(settings, scope)


def _is_always_shown(_settings: Settings) -> bool:
    return True


def _build_rank(at: FormulaRow) -> str:
    formula: str = at.row.build_rank(at.number)
    return formula


def _get_name(row: Any) -> str:
    return " / ".join([*row.line.before, row.line.player.name])


def _get_place(row: Any) -> int:
    place: int = row.line.place
    return place


def _get_hands_won(row: Any) -> int:
    won: int = row.line.facts.won
    return won


def _build_capital(at: FormulaRow) -> str:
    start, stake = at.row.settings.start / CENTS, at.row.settings.stake / CENTS
    forgiven = format_forgiven(stay.course for stay in at.row.stays)
    return f"ROUND({start!r}+{at.find_cell('points')}*{stake!r}{forgiven},4)"


def _build_capital_at_end(at: FormulaRow) -> str:
    replacement = (at.row.settings.replacement or at.row.settings.start) / CENTS
    return f"ROUND({at.find_cell('counted')}+{at.find_cell('replaced')}*{replacement!r},4)"


def _build_round_score(at: FormulaRow) -> str:
    added = at.row.add_stays("written_at") if shown.has_points(at.row.settings) else ""
    return f"ROUND({added},{ROUND_DIGITS})" if added else ""


def _build_score(at: FormulaRow) -> str:
    return _add_rounds("written")(at) if shown.has_points(at.row.settings) else _add_standings("written")(at)


def _build_sum(at: FormulaRow) -> str:
    return f"ROUND(${at.find_cell('written')}+${at.find_cell('place_points')},{DIGITS})"


def _build_gain(played: Any) -> str:
    counted = played.find_cell("counted")
    return f"ROUND({counted}-{played.settings.start / CENTS!r},4)" if counted else ""


def _build_round_order(at: FormulaRow) -> str:
    return f"IF(${at.find_cell('place')}>0,2^(8-${at.find_cell('place')}),0)"


def _build_order(at: FormulaRow) -> str:
    return build_order_formula(_list_cells(at, "place"), at.row.base)


def _compute_order(row: Any) -> int:
    return compute_place_order([line.place for line in row.line.rounds if line is not None], row.base)


def _list_cells(at: FormulaRow, name: str) -> str:
    """Return the cells of a row in the columns of all rounds."""
    first, last = (at.table.letters[f"{name}_{at.row.numbers[index]}"] for index in (0, -1))
    return f"${first}{at.number}:${last}{at.number}"


def _add_rounds(name: str, digits: int = DIGITS) -> Callable[[FormulaRow], str]:
    return lambda at: f"ROUND(SUM({_list_cells(at, name)}),{digits})"


def _find_best(name: str) -> Callable[[FormulaRow], str]:
    return lambda at: f"MAX({_list_cells(at, name)})"


def _add_standings(name: str, term: str = "%s") -> Callable[[FormulaRow], str]:
    """Return the formula that adds up a player's cells in the standings of the rounds."""
    return lambda at: "+".join(term % played.find_cell(name) for played in at.row.played.values())


def _build_mean(at: FormulaRow, hands: str) -> str:
    is_known = shown.compute_hand_mean(at.row.line) is not None
    return f"ROUND(${at.find_cell('written')}/{hands},2)" if is_known else ""


def _repeat(name: str) -> Callable[[Any], str]:
    """Return the formula of the same cell as in the standing of the round."""
    return lambda played: played.find_cell(name)


def _add_members(name: str) -> Callable[[Any], str]:
    """Return the formula that adds up the cells of a team's members in the standing of a round."""
    return lambda played: f"ROUND({'+'.join(cells)},{DIGITS})" if all(cells := played.list_cells(name)) else ""


def _add_gains(played: Any) -> str:
    cells = played.list_cells("counted")
    less = f"{len(cells)}*{played.settings.start / CENTS!r}"
    return f"ROUND({'+'.join(cells)}-{less},{DIGITS})" if all(cells) else ""


# Columns that stand in workbooks only: what criteria compare, and what leads to it.
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
ROUND_SHEET = (
    WorkbookColumn(shown.RANK, 7, _build_rank),
    WorkbookColumn(shown.NUMBER, 9),
    WorkbookColumn(shown.NAME, 30, value=_get_name),
    WorkbookColumn(shown.TABLE, 7),
    WorkbookColumn(_PAYOUT, 10, lambda at: at.row.add_stays("points_at"), value=lambda row: row.payout),
    WorkbookColumn(shown.REPLACED, 13, lambda at: at.row.add_stays("replaced_at")),
    WorkbookColumn(shown.CAPITAL, 16, _build_capital, _("Capital without replacements")),
    WorkbookColumn(_END, 16, _build_capital_at_end),
    WorkbookColumn(shown.HANDS, 8, value=lambda row: row.line.facts.hands),
    WorkbookColumn(shown.HANDS_WON, 10, value=_get_hands_won),
    WorkbookColumn(shown.SCORE, 11, _build_round_score, digits=ROUND_DIGITS, when=_is_always_shown),
    WorkbookColumn(shown.PLACE, 11, lambda at: at.row.build_place(at.number), value=_get_place),
    WorkbookColumn(shown.POINTS, 12, lambda at: at.row.build_points(at.number), digits=ROUND_DIGITS),
    WorkbookColumn(shown.SUM, 11, _build_sum, digits=DIGITS),
    WorkbookColumn(shown.MEAN, 10, lambda at: _build_mean(at, f"${at.find_cell('hands')}")),
    WorkbookColumn(
        _ORDER,
        10,
        _build_round_order,
        value=lambda row: compute_place_order([row.line.place], 2),
        when=_has_criterion(criteria.TABLE_PLACES, 1),
    ),
    WorkbookColumn(_LOT, 7, value=lambda row: row.lot, when=_has_criterion(criteria.LOT, 1)),
)


def _build_order_column(column: StandingColumn, criterion: str) -> WorkbookColumn:
    """Return the column of a criterion that compares lists: everybody's order by it as a number."""
    return WorkbookColumn(column, 10, value=lambda row: row.get_order(criterion), when=_has_criterion(criterion, 0))


# Kind by kind, so that formulas can name all rounds at once.
TOTAL_SHEET = (
    WorkbookColumn(shown.RANK, 7, _build_rank),
    WorkbookColumn(shown.NUMBER, 9),
    WorkbookColumn(shown.NAME, 30, value=_get_name),
    WorkbookColumn(shown.GAIN, 11, _build_gain, _("Round %(number)s"), by_round="round"),
    WorkbookColumn(shown.GAIN, 13, _add_rounds("round", 4), _("Won in total")),
    WorkbookColumn(shown.REPLACED, 13, _add_standings("replaced")),
    WorkbookColumn(shown.BEST_ROUND, 12, _find_best("round")),
    WorkbookColumn(
        shown.SCORE, 11, _repeat("written"), _("Written, round %(number)s"), digits=ROUND_DIGITS, by_round="written"
    ),
    WorkbookColumn(shown.PLACE, 11, _repeat("place"), _("Place, round %(number)s"), _get_place, by_round="place"),
    WorkbookColumn(
        shown.POINTS,
        11,
        _repeat("place_points"),
        _("Place points, round %(number)s"),
        digits=ROUND_DIGITS,
        by_round="place_points",
    ),
    WorkbookColumn(shown.SUM, 11, _repeat("sum"), _("Total, round %(number)s"), digits=DIGITS, by_round="sum"),
    WorkbookColumn(shown.ROUNDS_WON, 10, _add_standings("rank", "1*(%s=1)")),
    WorkbookColumn(shown.SCORE, 11, _build_score, digits=DIGITS, when=_is_always_shown),
    WorkbookColumn(shown.HANDS_WON, 10, _add_standings("won"), value=_get_hands_won),
    WorkbookColumn(shown.POINTS, 12, _add_rounds("place_points"), digits=DIGITS),
    WorkbookColumn(shown.SUM, 12, _build_sum, digits=DIGITS),
    WorkbookColumn(shown.BEST_SUM, 12, _find_best("sum"), digits=DIGITS),
    WorkbookColumn(shown.BEST_SCORE, 12, _find_best("written"), digits=ROUND_DIGITS),
    WorkbookColumn(shown.MEAN, 10, lambda at: _build_mean(at, f"({_add_standings('hands')(at)})")),
    WorkbookColumn(_ORDER, 14, _build_order, _("Order by the places at tables"), _compute_order, when=shown.has_points),
    _build_order_column(_PLACES, criteria.PLACES),
    _build_order_column(_WRITTEN_ROUNDS, criteria.WRITTEN_ROUNDS),
    WorkbookColumn(_LOT, 7, value=lambda row: row.lot, when=_has_criterion(criteria.LOT, 0)),
)
TEAM_SHEET = (
    WorkbookColumn(shown.RANK, 7, _build_rank),
    WorkbookColumn(_TEAM, 30, value=lambda row: row.name),
    WorkbookColumn(_MEMBERS, 50, value=lambda row: row.members),
    WorkbookColumn(shown.GAIN, 11, _add_gains, _("Won, round %(number)s"), by_round="gain"),
    WorkbookColumn(
        shown.REPLACED, 11, _add_members("replaced"), _("Replacements, round %(number)s"), by_round="replaced"
    ),
    WorkbookColumn(
        shown.SCORE, 11, _add_members("written"), _("Written, round %(number)s"), digits=DIGITS, by_round="written"
    ),
    WorkbookColumn(
        shown.POINTS,
        11,
        _add_members("place_points"),
        _("Place points, round %(number)s"),
        digits=DIGITS,
        by_round="place_points",
    ),
    WorkbookColumn(shown.GAIN, 13, _add_rounds("gain"), _("Won in total")),
    WorkbookColumn(shown.REPLACED, 13, _add_rounds("replaced")),
    WorkbookColumn(shown.SCORE, 13, _add_rounds("written"), digits=DIGITS),
    WorkbookColumn(shown.POINTS, 13, _add_rounds("place_points"), digits=DIGITS),
    WorkbookColumn(shown.SUM, 12, _build_sum, digits=DIGITS),
    WorkbookColumn(_ORDER, 12, head=_("Order by everything else"), value=lambda row: row.order),
)
