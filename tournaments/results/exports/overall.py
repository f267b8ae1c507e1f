"""The standing over all rounds: everybody's results in each, from the standings of the rounds, and their rank."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.tables.files import FileTable, OpenTable
from tournaments.core.rules.ranking import CRITERION_KEYS, PlayerResult
from tournaments.core.settings import PLACES, WRITTEN_ROUNDS, Settings
from tournaments.hall.standing.standing import OVERALL_SCOPE, RankedLine
from tournaments.results.exports.data import TournamentData
from tournaments.results.exports.rank_formulas import OVERALL_COLUMNS, Criterion, build_rank_formula, filter_criteria
from tournaments.results.exports.sheet_columns import TOTAL_SHEET, list_sheet_columns
from tournaments.results.exports.standing import list_criteria_names, list_spans, number_lots


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
