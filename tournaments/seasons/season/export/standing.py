"""A season's standings in its export: sums, points of the best days and ranks as formulas, from all results."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FIRST_ROW, FileTable, FormulaRow, OpenTable
from tarockclub.kit.xlsx.cells import AMOUNT, COUNT
from tournaments.results.exports.rank_formulas import Span, build_rank_formula
from tournaments.seasons.season import messages
from tournaments.seasons.season.data import CurrentPerson, EventStatus, SeasonProgress, SubStanding, draw_lots
from tournaments.seasons.season.export.results import SeasonExport, name_cells
from tournaments.seasons.season.line_facts import LineFact, list_line_facts
from tournaments.seasons.season.points.formula.nodes import AMOUNTS, SUMMED, Amount, DayFacts, sum_facts
from tournaments.seasons.season.points.formula.parser import parse_formula
from tournaments.seasons.season.points.formula.printer import format_for_workbook
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.place_points import list_asked_facts
from tournaments.seasons.season.settings import (
    BEST_CARRIED,
    BEST_DAY,
    BEST_DAYS,
    CARRIED_PLACE,
    CARRIED_POINTS,
    DAY,
    FINAL,
    FINAL_ALONE,
    FINAL_PLACE,
    FINAL_POINTS,
    FINAL_ROUNDS,
    HUNDREDTHS,
    LOT,
    MORE_DAYS,
    PLACES,
    TOGETHER,
    find_rule,
)
from tournaments.seasons.season.standing import (
    EventResult,
    EventScore,
    SeasonLine,
    build_criterion_keys,
    compute_scores,
)

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
    names, summed = list_asked_facts(settings), _list_summed_days(export.stand, days)
    added = {*names, HANDS}.intersection(SUMMED)
    sums = {who: sum_facts(list(facts.values()), tuple(added)) for who, facts in summed.items()}
    most = max((facts.hands for facts in sums.values() if facts.hands is not None), default=None)
    cells_of: dict[int, dict[str, SumCell]] = {}
    for who, facts in summed.items():
        numbers, values = [rows.get((event, who), ()) for event in sorted(facts)], sums[who]._replace(most_hands=most)
        # Two rows of a day: the person was merged with another player there; none: points of a sub-ranking's own rule.
        known = results.before and all(len(at) == 1 for at in numbers)
        cells = [name_cells(settings, "$C", 8, at[0]) for at in numbers] if known else []
        cells_of[who] = {
            name: SumCell(getattr(values, name), "+".join(results.before + cell_names[name] for cell_names in cells))
            for name in names
        }
    return cells_of


def _list_summed_days(stand: SeasonProgress, days: Iterable[EventResult]) -> dict[int, dict[int, DayFacts]]:
    """Return the facts of everybody's days that are added up, by event; of somebody twice in a day those that count."""
    counted = {(got.event, line.who) for line in stand.standing.lines for got in line.got}
    facts_of: dict[int, dict[int, DayFacts]] = {}
    for day in days:
        for who, (_score, row) in compute_scores(find_rule(stand.settings, day.kind), day, []).items():
            if row.has_worth and (day.id, who) in counted:
                facts_of.setdefault(who, {})[day.id] = row.facts
    return facts_of


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


GROUP, POINTS, DAYS, OF_DAYS = "group", "points", "days", "days_points"
KINDS = (DAY, CARRIED_POINTS, FINAL)  # the order of their columns
_ORDER_CRITERIA = (
    PLACES,
    BEST_DAY,
    BEST_DAYS,
    FINAL_PLACE,
    FINAL_POINTS,
    FINAL_ROUNDS,
    CARRIED_PLACE,
    LOT,
)  # criteria that have a column of their own


class Columns(NamedTuple):
    """The events in the order of their columns, and the criteria behind them."""

    events: tuple[EventStatus, ...]
    criteria: tuple[str, ...]


def build_export_columns(stand: SeasonProgress) -> Columns:
    """Return the columns of the standings."""
    counted = [event for event in stand.events if event.event.number not in stand.standing.left_out]
    events = tuple(event for kind in KINDS for event in counted if event.event.kind == kind)
    return Columns(events, tuple(name for name in stand.settings.criteria if name in _ORDER_CRITERIA))


class ExportLine(NamedTuple):
    """A line of the standings with what its cells need beside it."""

    line: SeasonLine
    person: CurrentPerson
    scores: Mapping[int, EventScore]  # by event
    origins: Mapping[int, str]  # the cells with their points among the results, by event, where they are known
    sums: Mapping[str, SumCell]


def build_season_standing_table(export: SeasonExport, shape: Columns) -> FileTable:
    """Return the table of the standings."""
    labels = {
        PLACES: _("Order by places"),
        BEST_DAY: _("Order by best day"),
        BEST_DAYS: _("Order by best days"),
        FINAL_PLACE: _("Order in the final"),
        FINAL_POINTS: _("Order by points in the final"),
        FINAL_ROUNDS: _("Order by rounds of the final"),
        CARRIED_PLACE: _("Order by places among carried points"),
        LOT: _("Lot"),
    }
    orders, facts = _build_orders(export.stand, shape), list_line_facts(export.stand.settings)
    columns = (
        Column("rank", _("Rank"), lambda row: row.line.rank or "", COUNT, 7, partial(_build_rank, export)),
        Column("number", export.number_head, lambda row: row.person.number, COUNT, 9),
        Column("name", _("Name"), lambda row: row.person.real, width=30),
        _build_points_column(export, POINTS, _("Points"), lambda row: row.line.points, partial(_build_points, export)),
        Column(DAYS, _("Days played"), lambda row: row.line.days, COUNT, 7, partial(_build_days, shape)),
        _build_points_column(
            export, OF_DAYS, _("From the days"), lambda row: row.line.days_points, partial(_build_best_days, export)
        ),
        Column(GROUP, _("Ranked (2: in the final)"), lambda row: _get_group(row.line), COUNT, 9),
        *build_sum_columns(export),
        *(_build_event_column(export, event) for event in shape.events),
        *(Column(name, labels[name], _read_order(orders[name]), COUNT, 10) for name in shape.criteria),
        *(_build_fact_column(fact, export, shape) for fact in facts if fact.id != DAYS),
    )
    return FileTable("standing", pgettext("current totals", "Standings"), columns, reckons=True, still=3)


def build_sub_table(export: SeasonExport, sub: SubStanding) -> FileTable:
    """Return the table of a sub-ranking."""
    table = build_season_standing_table(export._replace(stand=sub.stand), build_export_columns(sub.stand))
    return replace(table, name=f"standing_{sub.ranking.number}", title=sub.ranking.name)


def _build_points_column(
    export: SeasonExport,
    name: str,
    title: str,
    get_points: Callable[[ExportLine], int | None],
    formula: Callable[[FormulaRow], str],
) -> Column:
    """Return a column of cup points; `get_points`: in hundredths, None where there are none."""

    def compute(row: ExportLine) -> int | float | None:
        points = get_points(row)
        return None if points is None else convert_to_number(points, HUNDREDTHS)

    return Column(name, title, compute, export.shown, 12, formula)


def _build_event_column(export: SeasonExport, event: EventStatus) -> Column:
    """Return the column of an event; empty for those who did not play."""
    number = event.event.number

    def get_points(row: ExportLine) -> int | None:
        return row.scores[number].points if number in row.scores else None

    def build_formula(at: FormulaRow) -> str:
        return str(at.row.origins.get(number, ""))

    return _build_points_column(export, _name_event(event), event.name, get_points, build_formula)


def _name_event(event: EventStatus) -> str:
    return f"event_{event.event.number}"


def _get_group(line: SeasonLine) -> int:
    return 0 if line.few else 2 if line.in_final else 1


def _read_order(order: Callable[[SeasonLine], int]) -> Callable[[ExportLine], int]:
    return lambda row: order(row.line)


def list_standing_lines(
    export: SeasonExport, results: OpenTable, rows: Mapping[tuple[int, int], Sequence[int]]
) -> Iterator[ExportLine]:
    """Yield the lines of the standings; `rows`: the row numbers of everybody's results."""
    sums = list_sums(export, results, rows)
    for line in export.stand.standing.lines:
        scores = {score.event: score for score in line.got}
        rows_of = {event: rows.get((event, line.who), ()) for event in scores if results.before}
        # Two rows: the person was merged with another player there.
        origins = {event: f"{results.before}$F${at[0]}" for event, at in rows_of.items() if len(at) == 1}
        yield ExportLine(line, export.stand.people[line.who], scores, origins, sums.get(line.who, {}))


def _build_rank(export: SeasonExport, at: FormulaRow) -> str:
    """Return the formula of a rank; nothing for those with too few days."""
    letters, last = at.table.letters, FIRST_ROW + len(export.stand.standing.lines) - 1
    ranked = [GROUP, POINTS, *(DAYS if name == MORE_DAYS else name for name in export.stand.settings.criteria)]
    criteria = [(name, Span(letters[name], FIRST_ROW, last)) for name in ranked if name in letters]
    return f'IF({at.find_cell(GROUP)}=0,"",{build_rank_formula(criteria, at.number)})'


def _build_span(events: Iterable[EventStatus], kind: str, at: FormulaRow) -> str:
    """Return the cells of a row with the points of a kind of events; "" if there are none."""
    letters = [at.table.letters[_name_event(event)] for event in events if event.event.kind == kind]
    return f"${letters[0]}{at.number}:${letters[-1]}{at.number}" if letters else ""


def _build_fact_column(fact: LineFact, export: SeasonExport, shape: Columns) -> Column:
    """Return the column of a figure beside the points that no other formula asks for."""

    def build_formula(at: FormulaRow) -> str:
        span = _build_span(shape.events, DAY, at)
        if not span:
            return ""
        of_days = "+".join(_list_day_terms(export, at, best=0)) or "0"
        return fact.formula.format(of_days=of_days, days=at.find_cell(DAYS), every_day=span)

    kind = export.shown if fact.parts > 1 else COUNT
    return Column(fact.id, str(fact.head), lambda row: fact.compute_number(row.line), kind, 10, build_formula)


def _build_days(shape: Columns, at: FormulaRow) -> str:
    span = _build_span(shape.events, DAY, at)
    return f"COUNT({span})" if span else ""


def _build_best_days(export: SeasonExport, at: FormulaRow) -> str:
    """Return the formula for the best days and the carried points."""
    carried = _build_span(build_export_columns(export.stand).events, CARRIED_POINTS, at)
    sum_up = "MAX" if export.stand.settings.carried == BEST_CARRIED else "SUM"
    terms = [f"{sum_up}({carried})"] if carried else []
    return "+".join([*terms, *_list_day_terms(export, at, export.stand.standing.best)])


def _list_day_terms(export: SeasonExport, at: FormulaRow, best: int) -> list[str]:
    """Return the parts of the formula for what so many best days have brought, or with 0 all days."""
    events, terms = build_export_columns(export.stand).events, list[str]()
    days = _build_span(events, DAY, at)
    if export.stand.settings.per == TOGETHER:
        terms += [term for term in (build_together_formula(export, at), *_list_typed_cells(export, at)) if term]
    elif days and best and best < sum(event.event.kind == DAY for event in events):
        ranks = ",".join(map(str, range(1, best + 1)))
        terms.append(f"IF(COUNT({days})<={best},SUM({days}),SUMPRODUCT(LARGE({days},{{{ranks}}})))")
    elif days:
        terms.append(f"SUM({days})")
    if days and export.stand.settings.bonus:
        terms.append(f"COUNT({days})*{export.stand.settings.bonus}/{HUNDREDTHS}")
    return terms


def _list_typed_cells(export: SeasonExport, at: FormulaRow) -> list[str]:
    """Return the cells of days whose points were typed in, beside the sums."""
    days = (event for event in export.stand.events if event.event.kind == DAY)
    scores = at.row.scores
    there = (event for event in days if (score := scores.get(event.event.number)) and _is_typed(event, at.row, score))
    return [at.find_cell(_name_event(event)) for event in there]


def _is_typed(event: EventStatus, line: ExportLine, score: EventScore) -> bool:
    """Return whether a score is typed points; of somebody who is there twice the better row counts."""
    rows = (row for row in event.rows if row.who == line.line.who and not row.has_worth)
    return any((row.rank, row.points or 0) == (score.rank, score.points) for row in rows)


def _build_points(export: SeasonExport, at: FormulaRow) -> str:
    """Return the formula for the points, with or without the final."""
    settings, days = export.stand.settings, at.find_cell(OF_DAYS)
    final = _build_span(build_export_columns(export.stand).events, FINAL, at)
    if settings.final == FINAL_ALONE and at.row.line.in_final:
        days = f"ROUND({days}*{settings.taken}/100,{settings.decimals})"
    return f"{days}+ROUND(SUM({final})*{settings.factor}/{HUNDREDTHS},{settings.decimals})" if final else days


def _build_orders(stand: SeasonProgress, shape: Columns) -> dict[str, Callable[[SeasonLine], int]]:
    """Return the values that criteria compare as integers for a workbook: the larger one is ranked first."""
    keys = build_criterion_keys(stand.values, draw_lots(stand, stand.settings))
    return {name: _build_order(keys[name], stand.standing.lines) for name in shape.criteria}


def _build_order(read: Callable[[SeasonLine], Any], lines: Sequence[SeasonLine]) -> Callable[[SeasonLine], int]:
    order = {key: at for at, key in enumerate(sorted({read(line) for line in lines}), 1)}
    return lambda line: order[read(line)]
