"""A season's standings in its export: points of the best days and ranks as formulas, from everybody's results."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import FIRST_ROW, FileTable, Lines
from tarockclub.kit.xlsx.cells import COUNT, Cell, build_text_cell, count_cell, format_column_name
from tournaments.core.rules.ranking import compute_lot
from tournaments.results.exports.rank_formulas import Span, build_rank_formula
from tournaments.seasons.season.data import SCOPE, EventStatus, SeasonProgress
from tournaments.seasons.season.export.results import SeasonExport
from tournaments.seasons.season.settings import (
    BEST_DAY,
    CARRIED_POINTS,
    DAY,
    FINAL,
    FINAL_ALONE,
    FINAL_PLACE,
    HUNDREDTHS,
    LOT,
    MORE_DAYS,
    PLACES,
)
from tournaments.seasons.season.standing import CRITERION_KEYS, EventScore, SeasonLine

FIRST_EVENT_COLUMN = 7  # columns before those of the events
GROUP, POINTS, DAYS, OF_DAYS = "group", "points", "days", "days_points"
KINDS = (DAY, CARRIED_POINTS, FINAL)  # the order of their columns
_ORDER_CRITERIA = (PLACES, BEST_DAY, FINAL_PLACE, LOT)  # criteria that have a column of their own


class Columns(NamedTuple):
    """The events in the order of their columns, and the criteria behind them."""

    events: tuple[EventStatus, ...]
    criteria: tuple[str, ...]


def build_export_columns(stand: SeasonProgress) -> Columns:
    """Return the columns of the standings."""
    events = tuple(event for kind in KINDS for event in stand.events if event.event.kind == kind)
    return Columns(events, tuple(name for name in stand.settings.criteria if name in _ORDER_CRITERIA))


def build_season_standing_table(export: SeasonExport, shape: Columns) -> FileTable:
    """Return the table of the standings."""
    labels = {
        PLACES: _("Order by places"),
        BEST_DAY: _("Order by best day"),
        FINAL_PLACE: _("Order in the final"),
        LOT: _("Lot"),
    }
    columns = (
        Column("rank", _("Rank"), kind=COUNT, width=7),
        Column("number", export.number_head, kind=COUNT, width=9),
        Column("name", _("Name"), width=30),
        Column(POINTS, _("Points"), kind=export.shown, width=12),
        Column(DAYS, _("Days"), kind=COUNT, width=7),
        Column(OF_DAYS, _("From the days"), kind=export.shown, width=12),
        Column(GROUP, _("Ranked (2: in the final)"), kind=COUNT, width=9),
        *(Column(f"event_{event.event.number}", event.name, kind=export.shown, width=12) for event in shape.events),
        *(Column(name, labels[name], kind=COUNT, width=10) for name in shape.criteria),
    )
    return FileTable("standing", pgettext("current totals", "Standings"), columns, reckons=True, still=3)


def write_standing_rows(
    export: SeasonExport,
    table: FileTable,
    shape: Columns,
    lines: Lines,
    results: Lines,
    rows: Mapping[tuple[int, int], Sequence[int]],
) -> None:
    """Write the standings; `rows`: the row numbers of everybody's results."""
    standing = export.stand.standing
    last = FIRST_ROW + len(standing.lines) - 1
    ranked = [GROUP, POINTS, *(DAYS if name == MORE_DAYS else name for name in export.stand.settings.criteria)]
    letters = {column.name: format_column_name(at) for at, column in enumerate(table.columns)}
    criteria = [(name, Span(letters[name], FIRST_ROW, last)) for name in ranked if name in letters]
    orders = _build_orders(export.stand, shape)
    for line in standing.lines:
        at = lines.next
        got = {score.event: score for score in line.got}
        rank = f'IF({letters[GROUP]}{at}=0,"",{build_rank_formula(criteria, at)})'
        somebody = export.stand.people[line.who]
        lines.add(
            (
                Cell(line.rank or "", COUNT, formula=rank),
                count_cell(somebody.number),
                build_text_cell(somebody.real),
                export.build_points_cell(line.points, _build_points_formula(export, shape, line, at)),
                count_cell(line.days, formula=_build_days_formula(shape, at)),
                export.build_points_cell(line.days_points, _build_best_days_formula(export, shape, at)),
                count_cell(0 if line.few else 2 if line.in_final else 1),
                *(_build_cell(export, line, got.get(event.event.number), results, rows) for event in shape.events),
                *(count_cell(orders[name](line)) for name in shape.criteria),
            )
        )


def _build_cell(
    export: SeasonExport,
    line: SeasonLine,
    got: EventScore | None,
    results: Lines,
    rows: Mapping[tuple[int, int], Sequence[int]],
) -> Cell:
    """Return the cell with a person's points at an event; empty if they did not play."""
    if got is None:
        return Cell(None, export.shown)
    at = rows.get((got.event, line.who), ())  # two rows: the person was merged with another player there
    return export.build_points_cell(
        got.points, f"{results.before}$F${at[0]}" if results.before and len(at) == 1 else ""
    )


def _build_span(shape: Columns, kind: str, row: int) -> str:
    """Return the cells of a row with the points of a kind of events; "" if there are none."""
    places = [FIRST_EVENT_COLUMN + at for at, event in enumerate(shape.events) if event.event.kind == kind]
    return f"${format_column_name(places[0])}{row}:${format_column_name(places[-1])}{row}" if places else ""


def _build_days_formula(shape: Columns, row: int) -> str:
    span = _build_span(shape, DAY, row)
    return f"COUNT({span})" if span else ""


def _build_best_days_formula(export: SeasonExport, shape: Columns, row: int) -> str:
    """Return the formula for the best days and the carried points."""
    days, carried, best = (
        _build_span(shape, DAY, row),
        _build_span(shape, CARRIED_POINTS, row),
        export.stand.standing.best,
    )
    terms = [f"SUM({carried})"] if carried else []
    if days and best and best < sum(event.event.kind == DAY for event in shape.events):
        ranks = ",".join(map(str, range(1, best + 1)))
        terms.append(f"IF(COUNT({days})<={best},SUM({days}),SUMPRODUCT(LARGE({days},{{{ranks}}})))")
    elif days:
        terms.append(f"SUM({days})")
    if days and export.stand.settings.bonus:
        terms.append(f"COUNT({days})*{export.stand.settings.bonus}/{HUNDREDTHS}")
    return "+".join(terms)


def _build_points_formula(export: SeasonExport, shape: Columns, line: SeasonLine, row: int) -> str:
    """Return the formula for the points, with or without the final."""
    settings, final = export.stand.settings, _build_span(shape, FINAL, row)
    days = f"F{row}"
    if settings.final == FINAL_ALONE and line.in_final:
        days = f"ROUND({days}*{settings.taken}/100,{settings.decimals})"
    return f"{days}+ROUND(SUM({final})*{settings.factor}/{HUNDREDTHS},{settings.decimals})" if final else days


def _build_orders(stand: SeasonProgress, shape: Columns) -> dict[str, Callable[[SeasonLine], int]]:
    """Return the values that criteria compare as integers for a workbook: the larger one is ranked first."""
    return {name: _build_order(_build_reader(stand, name), stand.standing.lines) for name in shape.criteria}


def _build_reader(stand: SeasonProgress, name: str) -> Callable[[SeasonLine], Any]:
    if name != LOT:
        return CRITERION_KEYS[name]
    return lambda line: compute_lot(stand.season.seed, SCOPE, line.who) if stand.lots_drawn else 0


def _build_order(read: Callable[[SeasonLine], Any], lines: Sequence[SeasonLine]) -> Callable[[SeasonLine], int]:
    order = {key: at for at, key in enumerate(sorted({read(line) for line in lines}), 1)}
    return lambda line: order[read(line)]
