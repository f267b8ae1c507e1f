"""The tables of a season's export about its events: the points of each place and their formulas, all results."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FIRST_ROW, FileTable, OpenTable
from tarockclub.kit.xlsx.cells import AMOUNT, COUNT, PLAY, POINTS, format_column_name
from tournaments.seasons.season import messages
from tournaments.seasons.season.data import CurrentPerson, EventStatus, SeasonProgress, parse_others
from tournaments.seasons.season.points.formula.evaluate import Day
from tournaments.seasons.season.points.formula.nodes import AMOUNTS
from tournaments.seasons.season.points.formula.parser import parse_formula
from tournaments.seasons.season.points.formula.printer import LONGEST, format_for_workbook
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.place_points import (
    CountedRound,
    build_worth,
    compute_exact,
    list_asked_facts,
    list_formulas,
    list_shared_days,
    round_place_points,
)
from tournaments.seasons.season.results.services import explain_uncounted
from tournaments.seasons.season.services import find_event_day
from tournaments.seasons.season.settings import (
    CARRIED_POINTS,
    CONTINUED,
    HUNDREDTHS,
    MEAN,
    ROUND,
    TABLE,
    SeasonSettings,
    find_rule,
)
from tournaments.seasons.season.standing import EventRow as Result
from tournaments.seasons.season.standing import compute_worth as compute_row_worth


def list_fact_columns(settings: SeasonSettings, find_day: Callable[[Any], Day | None]) -> tuple[Column, ...]:
    """Return the columns of all that the formula asks for beside the place; none for a table of points.

    `find_day`: of a row; None where the points do not follow from a day.
    """
    if not list_formulas(settings):
        return ()
    facts = (_build_fact_column(name, find_day) for name in list_asked_facts(settings))
    return Column(
        "players", _("Players"), lambda row: (day := find_day(row)) and day.players, kind=COUNT, width=9
    ), *facts


def _build_fact_column(name: str, find_day: Callable[[Any], Day | None]) -> Column:
    def find_fact(row: Any) -> Fraction | None:
        value: Fraction | int | None = getattr(day.facts, name) if (day := find_day(row)) is not None else None
        return None if value is None else Fraction(value)  # in points, not in sixths

    kind = AMOUNT if name in AMOUNTS else COUNT
    return Column(f"fact_{name}", messages.FACTS[name], find_fact, kind=kind, width=11)


def build_worth_formula(
    settings: SeasonSettings, played: CountedRound, cells: Mapping[str, str], places: OpenTable | None
) -> str:
    """Return the formula of the unrounded points; `cells`: of the place and of the facts. "" if it is too long."""
    days = list(list_shared_days(settings, played)) if settings.ties == MEAN else [played.day]
    terms = [_build_term(settings, _move_cells(cells, played.day, day), places) for day in days]
    if not all(terms):
        return ""
    formula = terms[0] if len(terms) == 1 else f"({'+'.join(terms)})/{len(terms)}"
    return formula if len(formula) <= LONGEST else ""


def _move_cells(cells: Mapping[str, str], first: Day, day: Day) -> dict[str, str]:
    """Return the cells for another of the shared places."""
    moved = dict(cells)
    for name, more in (
        ("place", day.place - first.place),
        ("table_place", int((day.facts.table_place or 0) - (first.facts.table_place or 0))),
    ):
        if more:
            moved[name] = f"({cells[name]}+{more})"
    return moved


def _build_term(settings: SeasonSettings, cells: Mapping[str, str], places: OpenTable | None) -> str:
    if settings.way == TABLE:
        before = places.before if places is not None else ""
        return f"SUMIFS({before}$B:$B,{before}$A:$A,{cells['place']})" if before else ""
    node = parse_formula(settings.formula)
    formula = "" if isinstance(node, Problem) else format_for_workbook(node, cells)
    if settings.way != CONTINUED or not formula:
        return formula
    points = ",".join(str(convert_to_number(points, HUNDREDTHS)) for points in settings.table)
    return f"IF({cells['place']}<={len(settings.table)},INDEX({{{points}}},{cells['place']}),{formula})"


class SeasonExport(NamedTuple):
    """A season to export, and the format of its points: whole, or with two decimals."""

    stand: SeasonProgress
    written: dict[tuple[int, int], int]  # event and person: sixths, if a list has them
    shown: str

    @property
    def name(self) -> str:
        """The season's name."""
        return self.stand.season.name

    @property
    def number_head(self) -> str:
        """The heading of the numbers of players, or of teams."""
        return _("Team no.") if self.stand.settings.teams else _("No. in the register")


def find_points_kind(stand: SeasonProgress) -> str:
    """Return the cell format of points: with decimals if there are any."""
    amounts = [got.points for line in stand.standing.lines for got in line.got]
    amounts += [line.points for line in stand.standing.lines]
    return PLAY if stand.settings.decimals or any(amount % HUNDREDTHS for amount in amounts) else COUNT


def build_season_places_table(export: SeasonExport) -> FileTable:
    """Return the table of the points of each place."""
    columns = (
        Column("place", _("Place"), lambda row: row[0], kind=COUNT, width=9),
        Column("points", _("Points"), lambda row: convert_to_number(row[1], HUNDREDTHS), kind=export.shown, width=12),
    )
    return FileTable("places", _("Points of places"), columns)


def list_place_rows(export: SeasonExport) -> Iterator[tuple[int, int]]:
    """Yield each place that may be shared, with its points in hundredths."""
    events, table = export.stand.events, export.stand.settings.table
    shared = max((len(event.rows) for event in events), default=0)
    last = max([len(table), *(row.rank + shared for event in events for row in event.rows)])
    worth = build_worth(export.stand.settings)
    for place in range(1, last + 1):
        value = worth(Day(place, last))
        if not isinstance(value, Problem):
            yield place, round_place_points(Fraction(value), 2)


def build_events_table(export: SeasonExport) -> FileTable:
    """Return the table of everything that counts in the season, and of what does not; its rows are the events."""
    columns = (
        Column("event", _("No."), "event__number", kind=COUNT, width=6),
        Column("name", _("Name"), width=34),
        Column("day", _("Day"), lambda event: (day := find_event_day(event.event)) and format_day(day), width=18),
        Column("kind", _("Kind"), lambda event: messages.KINDS[event.event.kind], width=18),
        Column(
            "players", _("Teams") if export.stand.settings.teams else _("Players"), _count_players, kind=COUNT, width=9
        ),
        Column("results", _("Results"), lambda event: len(event.rows), kind=COUNT, width=9),
        Column("edition", _("Edition"), kind=COUNT, width=9),
        Column("note", _("Note"), lambda event: explain_uncounted(export.stand, event), width=40),
    )
    return FileTable("events", _("What counts"), columns, still=2)


def _count_players(event: EventStatus) -> int:
    return max(event.event.players, len(event.rows))


class ExportResult(NamedTuple):
    """A result of somebody at an event, and the formula of its points."""

    event: EventStatus
    row: Result
    somebody: CurrentPerson
    points: int | None  # hundredths; None: they cannot be computed
    written: int | None  # sixths
    formula: str


def build_results_table(export: SeasonExport) -> FileTable:
    """Return the table of everybody's result at every event."""
    columns = (
        Column("event", _("No."), "event__event__number", kind=COUNT, width=6),
        Column("name_of_event", _("What counts"), "event__name", width=34),
        Column("place", _("Place"), lambda result: result.row.rank or None, kind=COUNT, width=8),
        Column("number", export.number_head, "somebody__number", kind=COUNT, width=9),
        Column("name", _("Name"), "somebody__real", width=30),
        Column(
            "points",
            _("Points"),
            lambda result: None if result.points is None else convert_to_number(result.points, HUNDREDTHS),
            kind=export.shown,
            width=12,
            formula=lambda at: at.row.formula,
        ),
        Column("typed", _("Points as entered"), lambda result: result.row.points is not None, width=11),
        Column("written", _("Written score"), kind=AMOUNT, width=11),
        *list_fact_columns(export.stand.settings, _find_day),
    )
    return FileTable("results", _("Results"), columns, reckons=True, still=2, filtered=True)


def _find_day(result: ExportResult) -> Day | None:
    return _build_day(result.event, result.row) if has_worth(result.event, result.row) else None


def write_result_rows(
    export: SeasonExport, results: OpenTable, places: OpenTable | None, rounds: OpenTable | None
) -> dict[tuple[int, int], list[int]]:
    """Write everybody's results; return the row numbers of each result, by event and person.

    `rounds`: the table of their rounds, where these count one by one.
    """
    rows_of: dict[tuple[int, int], list[int]] = {}
    last = FIRST_ROW + sum(len(event.rows) for event in export.stand.events) - 1
    for event in export.stand.events:
        rule, others = find_rule(export.stand.settings, event.event.kind), Counter(parse_others(event.event.others))
        sharing = Counter(row.rank for row in event.rows) + others
        for row in sorted(event.rows, key=lambda row: (row.rank or 1 << 30, row.who)):
            rows_of.setdefault((event.event.number, row.who), []).append(results.next)
            formula = ""
            if has_worth(event, row) and rounds is not None and row.rounds is not None and rule.per == ROUND:
                formula = write_rounds(export, event, row, rounds, places)
            elif has_worth(event, row) and rule.way != TABLE:
                formula = _build_day_formula(export, event, row, sharing[row.rank], results.next)
            elif has_worth(event, row):
                formula = _build_formula(export, results.next, last, others[row.rank], places)
            points = compute_worth(export, event, row, sharing[row.rank])
            written = export.written.get((event.event.number, row.who))
            results.write([ExportResult(event, row, export.stand.people[row.who], points, written, formula)])
    return rows_of


def has_worth(event: EventStatus, row: Result) -> bool:
    """Return True if the points of a result follow from its place."""
    return row.has_worth and event.event.kind != CARRIED_POINTS


def _build_day(event: EventStatus, row: Result) -> Day:
    return Day(row.rank, _count_players(event), row.facts)


def _build_day_formula(export: SeasonExport, event: EventStatus, row: Result, sharing: int, at: int) -> str:
    """Return the formula for the points of a day, by the season's own one, or the final's."""
    settings = export.stand.settings
    rule, played = find_rule(settings, event.event.kind), CountedRound(_build_day(event, row), sharing)
    if isinstance(compute_exact(rule, played), Problem):
        return ""
    worth = build_worth_formula(rule, played, name_cells(settings, "$C", 8, at), None)
    return f"ROUND(ROUND({worth},9),{settings.decimals})" if worth else ""


def name_cells(settings: SeasonSettings, place: str, first: int, at: int) -> dict[str, str]:
    """Return the cells of a row that hold the variables of a formula; `first`: the column of the number of players."""
    names = ("players", *list_asked_facts(settings))
    return {"place": f"{place}{at}"} | {
        name: f"${format_column_name(first + more)}{at}" for more, name in enumerate(names)
    }


def compute_worth(export: SeasonExport, event: EventStatus, row: Result, sharing: int) -> int | None:
    """Return the points of a result: as typed, or by its place; None if they cannot be computed."""
    if not has_worth(event, row):
        return row.points or 0
    rule = find_rule(export.stand.settings, event.event.kind)
    points = compute_row_worth(rule, row, sharing, _count_players(event))
    return None if isinstance(points, Problem) else points


class ExportRound(NamedTuple):
    """A round of somebody that counts by itself, and the formula of its points."""

    event: EventStatus
    played: CountedRound
    somebody: CurrentPerson
    points: float | None  # None: they cannot be computed
    formula: str


def build_rounds_table(export: SeasonExport) -> FileTable:
    """Return the table of everybody's rounds, where these count one by one."""
    columns = (
        Column("event", _("No."), "event__event__number", kind=COUNT, width=6),
        Column("name_of_event", _("What counts"), "event__name", width=34),
        Column("round", _("Round"), "played__round", kind=COUNT, width=8),
        Column("place", _("Place"), "played__day__place", kind=COUNT, width=8),
        Column("number", export.number_head, "somebody__number", kind=COUNT, width=9),
        Column("name", _("Name"), "somebody__real", width=30),
        Column("points", _("Points"), kind=POINTS, width=12, formula=lambda at: at.row.formula),
        *list_fact_columns(export.stand.settings, lambda row: row.played.day),
    )
    return FileTable("rounds", _("Results of rounds"), columns, reckons=True, still=3, filtered=True)


def write_rounds(
    export: SeasonExport, event: EventStatus, row: Result, rounds: OpenTable, places: OpenTable | None
) -> str:
    """Write the rounds of a result; return the formula of its points, "" if there is none."""
    settings, has_formulas = export.stand.settings, True
    first = rounds.next
    for played in row.rounds or ():
        value = compute_exact(settings, played)
        points = None if isinstance(value, Problem) else float(value)
        formula = build_worth_formula(settings, played, name_cells(settings, "$D", 7, rounds.next), places)
        has_formulas = has_formulas and bool(formula) and not isinstance(value, Problem)
        somebody = export.stand.people[row.who]
        rounds.write([ExportRound(event, played, somebody, points, formula if has_formulas else "")])
    if not row.rounds or not rounds.before or not has_formulas:
        return ""
    return f"ROUND(ROUND(SUM({rounds.before}$G${first}:$G${rounds.next - 1}),9),{settings.decimals})"


def _build_formula(export: SeasonExport, at: int, last: int, others: int, places: OpenTable | None) -> str:
    """Return the formula for the points of a place, from the table of places; "" if there is none.

    `at`, `last`: the row of the result, and the last one; `others`: players without a row who share its rank.
    """
    settings = export.stand.settings
    before = places.before if places is not None else ""
    if not before:
        return ""
    of_place, worth_ = f"{before}$A:$A", f"{before}$B:$B"
    if settings.ties != MEAN:
        return f"ROUND(SUMIFS({worth_},{of_place},$C{at}),{settings.decimals})"
    share = f"COUNTIFS($A${FIRST_ROW}:$A${last},$A{at},$C${FIRST_ROW}:$C${last},$C{at})"
    share = f"({share}+{others})" if others else share
    among = f'SUMIFS({worth_},{of_place},">="&$C{at},{of_place},"<"&($C{at}+{share}))'
    return f"ROUND({among}/{share},{settings.decimals})"
