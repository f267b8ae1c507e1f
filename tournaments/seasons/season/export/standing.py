"""The standings in a season's CSV and JSON: points, sums, every event, and what decides between equals."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable
from tarockclub.kit.xlsx.cells import AMOUNT, COUNT
from tournaments.seasons.season import messages
from tournaments.seasons.season.data import CurrentPerson, EventStatus, SeasonProgress, SubStanding, draw_lots
from tournaments.seasons.season.export.results import SeasonExport
from tournaments.seasons.season.line_facts import LineFact, list_line_facts
from tournaments.seasons.season.points.formula.nodes import AMOUNTS, SUMMED, Amount, DayFacts, sum_facts
from tournaments.seasons.season.points.place_points import list_asked_facts
from tournaments.seasons.season.settings import (
    BEST_DAY,
    BEST_DAYS,
    CARRIED_PLACE,
    CARRIED_POINTS,
    DAY,
    FINAL,
    FINAL_PLACE,
    FINAL_POINTS,
    FINAL_ROUNDS,
    HUNDREDTHS,
    LOT,
    PLACES,
    TOGETHER,
    SeasonSettings,
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


Sums = Mapping[str, Amount | None]  # by the words of the formula


def list_sums(export: SeasonExport) -> dict[int, Sums]:
    """Return everybody's sums over all days; nothing where each day has its own points."""
    settings = export.stand.settings
    if settings.per != TOGETHER:
        return {}
    days = [event for event in export.stand.values if event.kind == DAY]
    names, summed = list_asked_facts(settings), _list_summed_days(export.stand, days)
    added = {*names, HANDS}.intersection(SUMMED)
    sums = {who: sum_facts(list(facts.values()), tuple(added)) for who, facts in summed.items()}
    most = max((facts.hands for facts in sums.values() if facts.hands is not None), default=None)
    return {
        who: {name: getattr(facts._replace(most_hands=most), name) for name in names} for who, facts in sums.items()
    }


def _list_summed_days(stand: SeasonProgress, days: Iterable[EventResult]) -> dict[int, dict[int, DayFacts]]:
    """Return the facts of everybody's days that are added up, by event; of somebody twice in a day those that count."""
    counted = {(got.event, line.who) for line in stand.standing.lines for got in line.got}
    facts_of: dict[int, dict[int, DayFacts]] = {}
    for day in days:
        for who, (_score, row) in compute_scores(find_rule(stand.settings, day.kind), day, []).items():
            if row.has_worth and (day.id, who) in counted:
                facts_of.setdefault(who, {})[day.id] = row.facts
    return facts_of


def build_sum_columns(settings: SeasonSettings) -> tuple[Column, ...]:
    """Return the columns of the sums; their rows have `sums`."""
    return tuple(_build_sum_column(name) for name in list_asked_facts(settings) if settings.per == TOGETHER)


def _build_sum_column(name: str) -> Column:
    def find_value(row: Any) -> Fraction | None:
        value = row.sums.get(name)
        return None if value is None else Fraction(value)

    kind = AMOUNT if name in AMOUNTS else COUNT
    return Column(f"sum_{name}", messages.FACTS[name], find_value, kind=kind, width=11)


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
    sums: Sums


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
        Column("rank", _("Rank"), lambda row: row.line.rank or "", COUNT, 7),
        Column("number", export.number_head, lambda row: row.person.number, COUNT, 9),
        Column("name", _("Name"), lambda row: row.person.real, width=30),
        _build_points_column(export, POINTS, _("Points"), lambda row: row.line.points),
        Column(DAYS, _("Days played"), lambda row: row.line.days, COUNT, 7),
        _build_points_column(export, OF_DAYS, _("From the days"), lambda row: row.line.days_points),
        Column(GROUP, _("Ranked (2: in the final)"), lambda row: _get_group(row.line), COUNT, 9),
        *build_sum_columns(export.stand.settings),
        *(_build_event_column(export, event) for event in shape.events),
        *(Column(name, labels[name], _read_order(orders[name]), COUNT, 10) for name in shape.criteria),
        *(_build_fact_column(fact, export) for fact in facts if fact.id != DAYS),
    )
    return FileTable("standing", pgettext("current totals", "Standings"), columns)


def build_sub_table(export: SeasonExport, sub: SubStanding) -> FileTable:
    """Return the table of a sub-ranking."""
    table = build_season_standing_table(export._replace(stand=sub.stand), build_export_columns(sub.stand))
    return replace(table, name=f"standing_{sub.ranking.number}", title=sub.ranking.name)


def _build_points_column(
    export: SeasonExport,
    name: str,
    title: str,
    get_points: Callable[[ExportLine], int | None],
) -> Column:
    """Return a column of cup points; `get_points`: in hundredths, None where there are none."""

    def compute(row: ExportLine) -> int | float | None:
        points = get_points(row)
        return None if points is None else convert_to_number(points, HUNDREDTHS)

    return Column(name, title, compute, export.shown, 12)


def _build_event_column(export: SeasonExport, event: EventStatus) -> Column:
    """Return the column of an event; empty for those who did not play."""
    number = event.event.number

    def get_points(row: ExportLine) -> int | None:
        return row.scores[number].points if number in row.scores else None

    return _build_points_column(export, f"event_{number}", event.name, get_points)


def _get_group(line: SeasonLine) -> int:
    return 0 if line.few else 2 if line.in_final else 1


def _read_order(order: Callable[[SeasonLine], int]) -> Callable[[ExportLine], int]:
    return lambda row: order(row.line)


def list_standing_lines(export: SeasonExport) -> Iterator[ExportLine]:
    """Yield the lines of the standings."""
    sums = list_sums(export)
    for line in export.stand.standing.lines:
        scores = {score.event: score for score in line.got}
        yield ExportLine(line, export.stand.people[line.who], scores, sums.get(line.who, {}))


def _build_fact_column(fact: LineFact, export: SeasonExport) -> Column:
    """Return the column of a figure beside the points."""
    kind = export.shown if fact.parts > 1 else COUNT
    return Column(fact.id, str(fact.head), lambda row: fact.compute_number(row.line), kind, 10)


def _build_orders(stand: SeasonProgress, shape: Columns) -> dict[str, Callable[[SeasonLine], int]]:
    """Return the values that criteria compare as integers for a workbook: the larger one is ranked first."""
    keys = build_criterion_keys(stand.values, draw_lots(stand, stand.settings))
    return {name: _build_order(keys[name], stand.standing.lines) for name in shape.criteria}


def _build_order(read: Callable[[SeasonLine], Any], lines: Sequence[SeasonLine]) -> Callable[[SeasonLine], int]:
    order = {key: at for at, key in enumerate(sorted({read(line) for line in lines}), 1)}
    return lambda line: order[read(line)]
