"""Ranks as formulas: one more than the number placed before, by a list of criteria that is data (§3, §4)."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tournaments.core.settings import (
    BEST_ROUND,
    BEST_SUM,
    BEST_WRITTEN,
    CAPITAL,
    HANDS_WON,
    LOT,
    NO_REPLACEMENTS,
    PLACE_POINTS,
    PLACES,
    REPLACEMENTS,
    ROUNDS_WON,
    SUM,
    TABLE_PLACES,
    WRITTEN_ROUNDS,
    WRITTEN_SCORE,
    Settings,
)

# The column that each criterion compares.
ROUND_COLUMNS = {
    NO_REPLACEMENTS: "replaced",
    REPLACEMENTS: "replaced",
    CAPITAL: "counted",
    BEST_ROUND: "counted",
    WRITTEN_SCORE: "written",
    HANDS_WON: "won",
    PLACE_POINTS: "place_points",
    SUM: "sum",
    TABLE_PLACES: "order",
    BEST_WRITTEN: "written",
    BEST_SUM: "sum",
    LOT: "lot",
}
OVERALL_COLUMNS = {
    NO_REPLACEMENTS: "replaced",
    REPLACEMENTS: "replaced",
    CAPITAL: "gain",
    PLACES: "places",
    BEST_ROUND: "best_round",
    ROUNDS_WON: "rounds_won",
    WRITTEN_SCORE: "written",
    HANDS_WON: "won",
    PLACE_POINTS: "place_points",
    SUM: "sum",
    TABLE_PLACES: "order",
    BEST_WRITTEN: "best_written",
    WRITTEN_ROUNDS: "written_rounds",
    BEST_SUM: "best_sum",
    LOT: "lot",
}
_WITHOUT_PLACE_POINTS = {SUM: WRITTEN_SCORE, BEST_SUM: BEST_WRITTEN}  # the same then


def filter_criteria(settings: Settings, names: Sequence[str]) -> tuple[str, ...]:
    """Return the criteria that columns of a workbook can compare: without place points the sum is the written score."""
    if settings.place_points:
        return tuple(names)
    return tuple(_WITHOUT_PLACE_POINTS.get(name, name) for name in names)


class Span(NamedTuple):
    """A column among the rows that are ranked."""

    letter: str
    first: int
    last: int

    @property
    def all(self) -> str:
        """Return all of its cells."""
        return f"${self.letter}${self.first}:${self.letter}${self.last}"

    def find_cell(self, row: int) -> str:
        """Return the cell of a row."""
        return f"${self.letter}{row}"


Criterion = tuple[str, Span]


def build_rank_formula(criteria: Sequence[Criterion], row: int, among: Span | None = None) -> str:
    """Build the formula of the rank of a row; `among`: only among those that have the same there (the same table).

    >>> build_rank_formula([("replacements", Span("F", 4, 9)), ("capital", Span("G", 4, 9))], 5)
    '1+COUNTIFS($F$4:$F$9,"<"&$F5)+COUNTIFS($F$4:$F$9,$F5,$G$4:$G$9,">"&$G5)'
    """
    conditions = [f"{among.all},{among.find_cell(row)}"] if among is not None else []
    return "+".join(["1", *_build_terms(criteria, row, conditions)])


def _build_terms(criteria: Sequence[Criterion], row: int, conditions: list[str]) -> Iterator[str]:
    """Yield for each criterion the formula that counts the better ones among those equal by all criteria before it."""
    for name, span in criteria:
        cells, mine = span.all, span.find_cell(row)
        if name == NO_REPLACEMENTS:
            yield f"IF({mine}>0,COUNTIFS({','.join([*conditions, cells, '0'])}),0)"
            conditions.append(f'{cells},IF({mine}>0,">0",0)')
            continue
        better = f'"<"&{mine}' if name == REPLACEMENTS else f'">"&{mine}'
        yield f"COUNTIFS({','.join([*conditions, cells, better])})"
        conditions.append(f"{cells},{mine}")
