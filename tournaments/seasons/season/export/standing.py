"""A season's standings in its export: points of the best days and ranks as formulas, from everybody's results."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import FIRST_ROW, FileTable, FormulaRow, OpenTable
from tarockclub.kit.xlsx.cells import COUNT
from tournaments.results.exports.rank_formulas import Span, build_rank_formula
from tournaments.seasons.season.data import EventStatus, SeasonProgress, SubStanding, draw_lots
from tournaments.seasons.season.export.results import SeasonExport
from tournaments.seasons.season.export.sums import SumCell, build_sum_columns, build_together_formula, list_sums
from tournaments.seasons.season.names import CurrentPerson
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
)
from tournaments.seasons.season.standing import EventScore, SeasonLine, build_criterion_keys

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
    orders = _build_orders(export.stand, shape)
    columns = (
        Column("rank", _("Rank"), lambda row: row.line.rank or "", COUNT, 7, partial(_build_rank, export)),
        Column("number", export.number_head, lambda row: row.person.number, COUNT, 9),
        Column("name", _("Name"), lambda row: row.person.real, width=30),
        _build_points_column(export, POINTS, _("Points"), lambda row: row.line.points, partial(_build_points, export)),
        Column(DAYS, _("Days"), lambda row: row.line.days, COUNT, 7, partial(_build_days, shape)),
        _build_points_column(
            export, OF_DAYS, _("From the days"), lambda row: row.line.days_points, partial(_build_best_days, export)
        ),
        Column(GROUP, _("Ranked (2: in the final)"), lambda row: _get_group(row.line), COUNT, 9),
        *build_sum_columns(export),
        *(_build_event_column(export, event) for event in shape.events),
        *(Column(name, labels[name], _read_order(orders[name]), COUNT, 10) for name in shape.criteria),
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
        there = {event: rows.get((event, line.who), ()) for event in scores if results.before}
        # Two rows: the person was merged with another player there.
        origins = {event: f"{results.before}$F${at[0]}" for event, at in there.items() if len(at) == 1}
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


def _build_days(shape: Columns, at: FormulaRow) -> str:
    span = _build_span(shape.events, DAY, at)
    return f"COUNT({span})" if span else ""


def _build_best_days(export: SeasonExport, at: FormulaRow) -> str:
    """Return the formula for the best days and the carried points."""
    events, best = build_export_columns(export.stand).events, export.stand.standing.best
    days, carried = (_build_span(events, kind, at) for kind in (DAY, CARRIED_POINTS))
    sum_up = "MAX" if export.stand.settings.carried == BEST_CARRIED else "SUM"
    terms = [f"{sum_up}({carried})"] if carried else []
    if export.stand.settings.per == TOGETHER:
        terms += [term for term in (build_together_formula(export, at), *_list_typed_cells(export, at)) if term]
    elif days and best and best < sum(event.event.kind == DAY for event in events):
        ranks = ",".join(map(str, range(1, best + 1)))
        terms.append(f"IF(COUNT({days})<={best},SUM({days}),SUMPRODUCT(LARGE({days},{{{ranks}}})))")
    elif days:
        terms.append(f"SUM({days})")
    if days and export.stand.settings.bonus:
        terms.append(f"COUNT({days})*{export.stand.settings.bonus}/{HUNDREDTHS}")
    return "+".join(terms)


def _list_typed_cells(export: SeasonExport, at: FormulaRow) -> list[str]:
    """Return the cells of days whose points were typed in, beside the sums."""
    days = (event for event in export.stand.events if event.event.kind == DAY)
    there = (event for event in days if any(row.who == at.row.line.who and not row.has_worth for row in event.rows))
    return [at.find_cell(_name_event(event)) for event in there]


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
