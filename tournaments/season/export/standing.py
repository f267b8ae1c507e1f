"""A season's standing in its export: points of the best days and ranks as formulas, from everybody's results."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.xlsx.cells import COUNT, Cell, column_name, count, text
from tournaments.exports.rank_formulas import Span, rank_formula
from tournaments.exports.schema import FIRST_ROW, Column, Lines, Table
from tournaments.rules.ranking import lot_of
from tournaments.season.data import SCOPE, EventAt, SeasonStand
from tournaments.season.export.results import Of
from tournaments.season.settings import (
    ALONE,
    BEST_DAY,
    CARRIED,
    DAY,
    FINAL,
    FINAL_PLACE,
    HUNDREDTHS,
    LOT,
    MORE_DAYS,
    PLACES,
)
from tournaments.season.standing import READ, Got, Line

BEFORE = 7  # columns before those of the events
GROUP, POINTS, DAYS, OF_DAYS = "group", "points", "days", "days_points"
KINDS = (DAY, CARRIED, FINAL)  # the order of their columns
_ORDERED = (PLACES, BEST_DAY, FINAL_PLACE, LOT)  # criteria that have a column of their own


class Columns(NamedTuple):
    """The events in the order of their columns, and the criteria behind them."""

    events: tuple[EventAt, ...]
    criteria: tuple[str, ...]


def columns_of(stand: SeasonStand) -> Columns:
    """Which columns the standing has."""
    events = tuple(one for kind in KINDS for one in stand.events if one.event.kind == kind)
    return Columns(events, tuple(name for name in stand.settings.criteria if name in _ORDERED))


def standing_table(of: Of, shape: Columns) -> Table:
    """The columns of the standing."""
    labels = {
        PLACES: _("Order by places"),
        BEST_DAY: _("Order by best day"),
        FINAL_PLACE: _("Order in the final"),
        LOT: _("Lot"),
    }
    columns = (
        Column("rank", _("Rank"), COUNT, 7),
        Column("number", _("Player no."), COUNT, 9),
        Column("name", _("Name"), width=30),
        Column(POINTS, _("Points"), of.shown, 12),
        Column(DAYS, _("Days"), COUNT, 7),
        Column(OF_DAYS, _("From the days"), of.shown, 12),
        Column(GROUP, _("Ranked (2: in the final)"), COUNT, 9),
        *(Column(f"event_{one.event.number}", one.name, of.shown, 12) for one in shape.events),
        *(Column(name, labels[name], COUNT, 10) for name in shape.criteria),
    )
    title = pgettext("current totals", "Standings")
    return Table("standing", title, f"{of.name} – {title}", columns, reckons=True, still=3)


def standing_rows(
    of: Of, table: Table, shape: Columns, lines: Lines, results: Lines, rows: Mapping[tuple[int, int], Sequence[int]]
) -> None:
    """Write the standing; `rows`: where everybody's results stand."""
    standing = of.stand.standing
    last = FIRST_ROW + len(standing.lines) - 1
    ranked = [GROUP, POINTS, *(DAYS if name == MORE_DAYS else name for name in of.stand.settings.criteria)]
    letters = {column.id: column_name(at) for at, column in enumerate(table.columns)}
    criteria = [(name, Span(letters[name], FIRST_ROW, last)) for name in ranked if name in letters]
    orders = _orders(of.stand, shape)
    for line in standing.lines:
        at = lines.next
        got = {one.event: one for one in line.got}
        rank = f'IF({letters[GROUP]}{at}=0,"",{rank_formula(criteria, at)})'
        somebody = of.stand.people[line.who]
        lines.add(
            (
                Cell(line.rank or "", COUNT, formula=rank),
                count(somebody.number),
                text(somebody.name),
                of.points(line.points, _points(of, shape, line, at)),
                count(line.days, formula=_days(shape, at)),
                of.points(line.days_points, _of_days(of, shape, at)),
                count(0 if line.few else 2 if line.in_final else 1),
                *(_got(of, line, got.get(one.event.number), results, rows) for one in shape.events),
                *(count(orders[name](line)) for name in shape.criteria),
            )
        )


def _got(of: Of, line: Line, got: Got | None, results: Lines, rows: Mapping[tuple[int, int], Sequence[int]]) -> Cell:
    """What an event brought somebody; nothing where he was not there."""
    if got is None:
        return Cell(None, of.shown)
    at = rows.get((got.event, line.who), ())  # two of them: he was merged with somebody who was there too
    return of.points(got.points, f"{results.before}$F${at[0]}" if results.before and len(at) == 1 else "")


def _span(shape: Columns, kind: str, row: int) -> str:
    """The cells of a row with what the events of a kind brought; "" where there are none."""
    places = [BEFORE + at for at, one in enumerate(shape.events) if one.event.kind == kind]
    return f"${column_name(places[0])}{row}:${column_name(places[-1])}{row}" if places else ""


def _days(shape: Columns, row: int) -> str:
    span = _span(shape, DAY, row)
    return f"COUNT({span})" if span else ""


def _of_days(of: Of, shape: Columns, row: int) -> str:
    """The best days, and what was carried."""
    days, carried, best = _span(shape, DAY, row), _span(shape, CARRIED, row), of.stand.standing.best
    terms = [f"SUM({carried})"] if carried else []
    if days and best and best < sum(one.event.kind == DAY for one in shape.events):
        ranks = ",".join(map(str, range(1, best + 1)))
        terms.append(f"IF(COUNT({days})<={best},SUM({days}),SUMPRODUCT(LARGE({days},{{{ranks}}})))")
    elif days:
        terms.append(f"SUM({days})")
    return "+".join(terms)


def _points(of: Of, shape: Columns, line: Line, row: int) -> str:
    """What the days come to, with the final or without."""
    settings, final = of.stand.settings, _span(shape, FINAL, row)
    days = f"F{row}"
    if settings.final == ALONE and line.in_final:
        days = f"ROUND({days}*{settings.taken}/100,{settings.decimals})"
    return f"{days}+ROUND(SUM({final})*{settings.factor}/{HUNDREDTHS},{settings.decimals})" if final else days


def _orders(stand: SeasonStand, shape: Columns) -> dict[str, Callable[[Line], int]]:
    """What criteria compare, as numbers that a workbook can hold: the larger is placed before the smaller."""
    return {name: _in_order(_read(stand, name), stand.standing.lines) for name in shape.criteria}


def _read(stand: SeasonStand, name: str) -> Callable[[Line], Any]:
    if name != LOT:
        return READ[name]
    return lambda line: lot_of(stand.season.seed, SCOPE, line.who) if stand.lots_drawn else 0


def _in_order(read: Callable[[Line], Any], lines: Sequence[Line]) -> Callable[[Line], int]:
    order = {key: at for at, key in enumerate(sorted({read(line) for line in lines}), 1)}
    return lambda line: order[read(line)]
