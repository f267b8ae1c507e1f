"""Sums of all days together in a season's standings, where the points follow from them, and their formulas."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import FIRST_ROW, FormulaRow, OpenTable
from tarockclub.kit.xlsx.cells import AMOUNT, COUNT
from tournaments.seasons.season import messages
from tournaments.seasons.season.export.results import SeasonExport, name_cells
from tournaments.seasons.season.points.formula.facts import AMOUNTS, Amount
from tournaments.seasons.season.points.formula.parser import parse_formula
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.formula.workbook import format_for_workbook
from tournaments.seasons.season.points.place_points import list_asked_facts
from tournaments.seasons.season.settings import DAY, TOGETHER
from tournaments.seasons.season.standing import compute_sums, list_summed_days

HANDS, MOST_HANDS = "hands", "most_hands"


class SumCell(NamedTuple):
    """A sum over all days, and its formula."""

    value: Amount | None
    formula: str


def list_sums(
    export: SeasonExport, results: OpenTable, rows: Mapping[tuple[int, int], Sequence[int]]
) -> dict[int, dict[str, SumCell]]:
    """Return everybody's sums by the words of the formula; nothing where each day has its own points.

    `rows`: the row numbers of everybody's results, by event and person.
    """
    settings = export.stand.settings
    if settings.per != TOGETHER:
        return {}
    days = [event for event in export.stand.values if event.kind == DAY]
    numbers: dict[int, list[Sequence[int]]] = {}
    for who, summed in list_summed_days(settings, days).items():
        numbers[who] = [rows[event, who] for event in sorted(summed)]
    found: dict[int, dict[str, SumCell]] = {}
    for who, facts in compute_sums(settings, days).items():
        # Two rows of a day: the person was merged with another player there.
        known = results.before and all(len(at) == 1 for at in numbers[who])
        cells = [name_cells(settings, "$C", 8, at[0]) for at in numbers[who]] if known else []
        found[who] = {
            name: SumCell(getattr(facts, name), "+".join(results.before + there[name] for there in cells))
            for name in list_asked_facts(settings)
        }
    return found


def build_sum_columns(export: SeasonExport) -> tuple[Column, ...]:
    """Return the columns of the sums; their rows have `sums`."""
    settings, last = export.stand.settings, FIRST_ROW + len(export.stand.standing.lines) - 1
    return tuple(_build_column(name, last) for name in list_asked_facts(settings) if settings.per == TOGETHER)


def _build_column(name: str, last: int) -> Column:
    def find_value(row: Any) -> Fraction | None:
        value = row.sums[name].value if row.sums else None
        return None if value is None else Fraction(value)

    def build_formula(at: FormulaRow) -> str:
        letter = at.table.letters.get(f"sum_{HANDS}", "")
        if name == MOST_HANDS and letter and at.row.sums:
            return f"MAX(${letter}${FIRST_ROW}:${letter}${last})"
        return at.row.sums[name].formula if at.row.sums and name != MOST_HANDS else ""

    kind = AMOUNT if name in AMOUNTS else COUNT
    return Column(f"sum_{name}", messages.FACTS[name], find_value, kind=kind, width=11, formula=build_formula)


def build_together_formula(export: SeasonExport, at: FormulaRow) -> str:
    """Return the formula for the points of all days from their sums; "" for somebody without any."""
    settings = export.stand.settings
    node = parse_formula(settings.formula)
    if isinstance(node, Problem) or not at.row.sums:
        return ""
    worth = format_for_workbook(node, {name: at.find_cell(f"sum_{name}") for name in at.row.sums})
    return f"ROUND(ROUND({worth},9),{settings.decimals})"
