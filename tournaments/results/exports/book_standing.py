"""The standings of a tournament's workbook as formulas: everybody's rounds from the hands, all else from these."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, FormulaRow
from tarockclub.kit.xlsx.cells import COUNT, EXACT, GAINS, LOSS, RANK, STRONG, TOTALS, CellMark, Extras
from tournaments.core import settings as criteria
from tournaments.core.rules.ranking import PARTS
from tournaments.core.settings import Settings
from tournaments.hall.standing.standing import OVERALL_SCOPE, RankedLine, RoundStanding, Standings
from tournaments.results.exports.data import RoundReader, TournamentData, compute_payout
from tournaments.results.exports.hands import PaidSums, number_people
from tournaments.results.exports.rank_formulas import (
    build_place_formula,
    build_points_formula,
    filter_computable_points,
    filter_criteria,
    list_computable_tables,
)
from tournaments.results.exports.standing import (
    name_line,
    number_lots,
    number_orders,
)
from tournaments.results.standings import columns as shown
from tournaments.results.standings.column import WHOLE, StandingColumn, convert_play_money
from tournaments.results.standings.columns import DIGITS, ROUND_DIGITS
from tournaments.results.team_standings.standing import TeamStandings, load_team_standings

MOST_HANDS = 20_000  # of a workbook whose rounds are formulas: programs take a minute for a hundred thousand
_WRITTEN_CRITERIA = {criteria.WRITTEN_SCORE, criteria.BEST_WRITTEN, criteria.WRITTEN_ROUNDS}
MOST_UPRIGHT = 116  # characters of a row that an upright page holds in letters of eight points
ORDER = "position"  # the order of the page for the wall


class RoundLine(NamedTuple):
    """A player's row in a round."""

    line: RankedLine
    number: int
    points: int  # sixths, in money
    forgiven: int  # debt, in sixths of a cent
    team: int | None
    has_money_sum: bool  # whether the points follow from the hands
    has_written_sum: bool
    has_place: bool  # whether the place at the table follows from the rows
    has_place_points: bool


class ReadRound(NamedTuple):
    """A round that was read."""

    standing: RoundStanding
    forgiven: Mapping[int, int]  # debts by person, in sixths of a cent
    without_money_sum: set[int]  # persons whose points do not follow from the hands
    without_written_sum: set[int]


def compare_round(reader: RoundReader, people: Mapping[int, int], sums: PaidSums) -> ReadRound:
    """Return a round, once all its tables are read, with those of whom hands alone do not say enough.

    `people`: everybody's number.
    """
    standing, unlike_money, unlike_written = reader.compute_standing(), set[int](), set[int]()
    for line in standing.lines:
        person = line.player.person
        money, written = sums.get(people[person], (0, 0))
        if money != compute_payout(reader.data, line, reader.forgiven):
            unlike_money.add(person)
        if written != line.written:
            unlike_written.add(person)
    return ReadRound(standing, reader.forgiven, unlike_money, unlike_written)


class TotalLine(NamedTuple):
    """A player's row over all rounds."""

    line: RankedLine
    number: int
    position: int
    prize: str


class StandingBook(NamedTuple):
    """All that the standings of a workbook are made of."""

    data: TournamentData
    standings: Standings  # of the rounds that have started
    teams: TeamStandings | None
    hands: FileTable
    has_formulas: bool  # whether points of rounds follow from the hands
    rounds: Sequence[ReadRound]
    people: Mapping[int, int]  # everybody's number
    lines: tuple[TotalLine, ...]
    lots: Mapping[int, int]  # by person; the larger is placed first
    orders: Mapping[str, Mapping[int, int]]  # by criterion and person

    @property
    def settings(self) -> Settings:
        """The settings of the tournament."""
        return self.data.settings

    @property
    def main(self) -> StandingColumn:
        """The column that decides."""
        return shown.find_deciding_column(self.settings, 0)

    @property
    def numbers(self) -> list[int]:
        """The numbers of the rounds."""
        return [standing.round.number for standing in self.standings.rounds]

    def has_column(self, name: str) -> bool:
        """Return whether the tournament uses a column."""
        settings, asked = self.settings, self.settings.overall_criteria
        compared = filter_criteria(settings, asked)
        has_points, has_place_points = shown.has_points(settings), shown.has_place_points(settings)
        has = {
            **dict.fromkeys(("points", "replaced", "gain", "capital", "best_round"), shown.has_money(settings)),
            **dict.fromkeys(("place", "per_hand"), has_points),
            **dict.fromkeys(("place_points", "sum"), has_place_points),
            "best_written": criteria.BEST_WRITTEN in compared,
            "best_sum": has_place_points and criteria.BEST_SUM in asked,
            "written": has_points or self.data.apart or not _WRITTEN_CRITERIA.isdisjoint(compared),
            "prize": any(line.prize for line in self.lines),
            "team": self.teams is not None,
            "order": criteria.TABLE_PLACES in asked,
            **{name: name in asked for name in (criteria.PLACES, criteria.WRITTEN_ROUNDS, criteria.LOT)},
        }
        return has.get(name, True)

    def get_kind(self, name: str) -> str:
        """Return the kind of cells with amounts of a column: with as many decimals as its amounts need."""
        lines = [line for standing in self.standings.rounds for line in standing.lines]
        if name in ("written", "best_written", "points"):
            return EXACT if self.data.in_parts else GAINS[0]
        if name in ("gain", "best_round", "capital"):
            digits = 2 * any(line.gain % WHOLE for line in lines)
            return (TOTALS if name == "capital" else GAINS)[digits]
        digits = 0 if not any(line.points % PARTS for line in lines) else 1
        digits = 2 if any(line.points % (PARTS // 10) for line in lines) else digits
        return TOTALS[2 if self.data.in_parts and name != "place_points" else digits]


def build_standing_book(
    data: TournamentData,
    read: Sequence[ReadRound],
    hands: FileTable,
    prizes: Mapping[int, str],
    *,
    has_formulas: bool,
) -> StandingBook:
    """Build the rows of the standings from the rounds that were read; `prizes`: what people chose in the end."""
    people = number_people(data.people)
    standings = Standings(data.stand, data.people, tuple(round_.standing for round_ in read), data.lots)
    teams = load_team_standings(standings) if data.settings.team_size else None
    totals = standings.totals
    ordered = sorted(totals, key=lambda total: (total.rank, people[total.player.person]))
    lines = tuple(
        TotalLine(total, people[total.player.person], position, prizes.get(total.player.person, ""))
        for position, total in enumerate(ordered, 1)
    )
    lots = number_lots(totals, were_drawn=OVERALL_SCOPE in data.lots)
    return StandingBook(data, standings, teams, hands, has_formulas, read, people, lines, lots, number_orders(totals))


def list_round_lines(book: StandingBook) -> Iterator[RoundLine]:
    """Yield everybody's row of each round, one after the other: there may be very many."""
    team_of = _list_team_numbers(book.teams)
    for standing, forgiven, without_money_sum, without_written_sum in book.rounds:
        places = list_computable_tables(standing.lines)
        points = filter_computable_points(standing.lines, book.settings.place_points, places)
        for line in standing.lines:
            person = line.player.person
            yield RoundLine(
                line,
                book.people[person],
                compute_payout(book.data, line, forgiven),
                forgiven.get(person, 0),
                team_of.get((standing.round.number, person)),
                book.has_formulas and person not in without_money_sum,
                book.has_formulas and person not in without_written_sum,
                line.table in places,
                line.table in points,
            )


def _list_team_numbers(teams: TeamStandings | None) -> dict[tuple[int, int], int]:
    """Return the numbers of the teams by round and person."""
    rounds = teams.rounds if teams is not None else ()
    return {
        (round_.round, line.player.person): outcome.team.number
        for round_ in rounds
        for outcome in round_.teams
        for line in outcome.members
    }


def build_round_lines_table(book: StandingBook, points: FileTable, rules: Mapping[str, str]) -> FileTable:
    """Return the table of everybody's rounds; `points`: of each place, `rules`: the names of the cells with numbers."""
    kind, formulas = book.get_kind, _RoundFormulas(book, points, rules)
    columns = (
        Column("round", _("Round"), "line__round", COUNT, 7),
        Column("table", shown.TABLE.head, "line__table", COUNT, 6),
        Column("number", shown.NUMBER.head, kind=COUNT, width=9),
        Column("name", shown.NAME.head, lambda row: name_line(row.line), width=26),
        Column("rank", _("Rank of the round"), "line__rank", RANK, 9),
        Column("points", _("Points"), _convert_points, kind("points"), 9, formulas.build_points),
        Column("replaced", _("Repl."), "line__replaced", COUNT, 9),
        Column(
            "gain",
            pgettext("capital of a round", "Won"),
            read(shown.GAIN),
            kind("gain"),
            11,
            formulas.build_gain,
            STRONG,
        ),
        Column("capital", _("Capital at the end"), _convert_capital, kind("capital"), 10, formulas.build_capital),
        Column("written", shown.SCORE.head, read(shown.SCORE, 9), kind("written"), 11, formulas.build_written, STRONG),
        Column("place", shown.PLACE.head, lambda row: row.line.place or None, COUNT, 9, formulas.build_place),
        Column(
            *("place_points", shown.POINTS.head, read(shown.POINTS, 9), kind("place_points"), 13),
            formula=formulas.build_place_points,
        ),
        Column("sum", shown.SUM.head, read(shown.SUM, 9), kind("sum"), 9, formulas.build_sum),
        Column("hands", shown.HANDS.head, "line__facts__hands", COUNT, 8),
        Column("won", shown.HANDS_WON.head, "line__facts__won", COUNT, 10),
        Column("team", _("Team"), kind=COUNT, width=7),
    )
    note = _("One table of all rounds: filter by round or table. Ranks of a round, replacements and hands are fixed.")
    if book.lines and not any(row.has_money_sum or row.has_written_sum for row in list_round_lines(book)):
        note = _("One table of all rounds. Its points are values: they do not follow the hands.")
    used = [column for column in columns if book.has_column(column.name)]
    table = FileTable("rounds", _("Rounds"), used, still=4, prefix="R", note=note)
    marks, is_landscape = mark_losses(table, ("points", "gain", "written", "sum")), _is_wide(used)
    return replace(table, extras=Extras(marks=marks, is_landscape=is_landscape))


def _is_wide(columns: Iterable[Column]) -> bool:
    return sum(column.width for column in columns) > MOST_UPRIGHT


def read(column: StandingColumn, digits: int = DIGITS) -> Callable[[Any], Any]:
    """Return what reads a value of a row's line; `digits`: decimals of points."""
    return lambda row: column.compute_number(row.line, digits)


def _convert_points(row: RoundLine) -> int | float:
    return convert_to_number(row.points)


def _convert_capital(row: RoundLine) -> float:
    return convert_play_money(row.line.capital)


class _RoundFormulas:
    """The formulas of a row of the rounds."""

    def __init__(self, book: StandingBook, points: FileTable, rules: Mapping[str, str]) -> None:
        self._hands, self._points, self._rules = book.hands.names, points, rules
        self._places, self._written = range(1, book.data.places + 1), "written" if book.data.apart else "points"

    def _add_hands(self, name: str, at: FormulaRow) -> str:
        paid, round_, number = self._hands, at.find_cell("round"), at.find_cell("number")
        terms = (
            f"SUMIFS({paid[f'{name}_{place}']},{paid['round']},{round_},{paid[f'owner_{place}']},{number})"
            for place in self._places
        )
        return f"ROUND({'+'.join(terms)},{ROUND_DIGITS})"

    def build_points(self, at: FormulaRow) -> str:
        return self._add_hands("points", at) if at.row.has_money_sum else ""

    def build_written(self, at: FormulaRow) -> str:
        return self._add_hands(self._written, at) if at.row.has_written_sum else ""

    def build_gain(self, at: FormulaRow) -> str:
        forgiven = f"+{convert_play_money(at.row.forgiven)!r}" if at.row.forgiven else ""
        return f"ROUND({at.find_cell('points')}*{self._rules['stake']}{forgiven},4)"

    def build_capital(self, at: FormulaRow) -> str:
        bought = f"{at.find_cell('replaced')}*{self._rules['replacement']}"
        return f"ROUND({self._rules['start']}+{at.find_cell('gain')}+{bought},4)"

    def build_place(self, at: FormulaRow) -> str:
        return build_place_formula(at) if at.row.has_place else ""

    def build_place_points(self, at: FormulaRow) -> str:
        return build_points_formula(at, self._points.names) if at.row.has_place_points else ""

    def build_sum(self, at: FormulaRow) -> str:
        return f"ROUND({at.find_cell('written')}+{at.find_cell('place_points')},{ROUND_DIGITS})"


def mark_losses(table: FileTable, names: Iterable[str]) -> tuple[CellMark, ...]:
    """Return the marks of columns whose losses have a colour."""
    letters = [table.letters[name] for name in names if name in table.letters]
    return tuple(CellMark(f"{letter}:{letter}", LOSS, f"N({letter}4)<0") for letter in letters)
