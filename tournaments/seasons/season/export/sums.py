"""Sums of all days together in a season's standings, where the points follow from them, and their formulas."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import FIRST_ROW, FormulaRow, OpenTable
from tarockclub.kit.xlsx.cells import AMOUNT, COUNT
from tournaments.seasons.season import messages
from tournaments.seasons.season.export.results import SeasonExport, name_cells
from tournaments.seasons.season.points.formula.facts import AMOUNTS, SUMMED, Amount, DayFacts, sum_facts
from tournaments.seasons.season.points.formula.parser import parse_formula
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.formula.workbook import format_for_workbook
from tournaments.seasons.season.points.place_points import list_asked_facts
from tournaments.seasons.season.settings import DAY, TOGETHER
from tournaments.seasons.season.standing import EventResult, SeasonStanding

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
    names, summed = list_asked_facts(settings), _list_summed_days(export.stand.standing, days)
    added = {*names, HANDS}.intersection(SUMMED)
    sums = {who: sum_facts(list(facts.values()), tuple(added)) for who, facts in summed.items()}
    most = max((facts.hands for facts in sums.values() if facts.hands is not None), default=None)
    found: dict[int, dict[str, SumCell]] = {}
    for who, facts in summed.items():
        numbers, values = [rows[event, who] for event in sorted(facts)], sums[who]._replace(most_hands=most)
        # Two rows of a day: the person was merged with another player there.
        known = results.before and all(len(at) == 1 for at in numbers)
        cells = [name_cells(settings, "$C", 8, at[0]) for at in numbers] if known else []
        found[who] = {
            name: SumCell(getattr(values, name), "+".join(results.before + there[name] for there in cells))
            for name in names
        }
    return found


def _list_summed_days(standing: SeasonStanding, days: Iterable[EventResult]) -> dict[int, dict[int, DayFacts]]:
    """Return the facts of everybody's days that are added up, by event; of somebody twice in a day the better place."""
    counted = {(got.event, line.who) for line in standing.lines for got in line.got}
    found: dict[int, dict[int, DayFacts]] = {}
    for day in days:
        for row in sorted((row for row in day.rows if row.has_worth), key=lambda row: -row.rank):
            if (day.id, row.who) in counted:
                found.setdefault(row.who, {})[day.id] = row.facts
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
