"""The tables of a season's CSV and JSON about its events: the points of each place, all results."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.days import format_day
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, OpenTable
from tarockclub.kit.xlsx.cells import AMOUNT, COUNT, PLAY, POINTS
from tournaments.seasons.season import messages
from tournaments.seasons.season.data import CurrentPerson, EventStatus, SeasonProgress, parse_others
from tournaments.seasons.season.points.formula.evaluate import Day
from tournaments.seasons.season.points.formula.nodes import AMOUNTS
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.place_points import (
    CountedRound,
    build_worth,
    compute_exact,
    list_asked_facts,
    list_formulas,
    round_place_points,
)
from tournaments.seasons.season.results.services import explain_uncounted
from tournaments.seasons.season.services import find_event_day
from tournaments.seasons.season.settings import (
    CARRIED_POINTS,
    HUNDREDTHS,
    ROUND,
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
            "players",
            _("Teams") if export.stand.settings.teams else _("Players"),
            count_event_players,
            kind=COUNT,
            width=9,
        ),
        Column("results", _("Results"), lambda event: len(event.rows), kind=COUNT, width=9),
        Column("edition", _("Edition"), kind=COUNT, width=9),
        Column("note", _("Note"), lambda event: explain_uncounted(export.stand, event), width=40),
    )
    return FileTable("events", _("What counts"), columns)


def count_event_players(event: EventStatus) -> int:
    """Return the number of players of an event."""
    return max(event.event.players, len(event.rows))


class ExportResult(NamedTuple):
    """A result of somebody at an event."""

    event: EventStatus
    row: Result
    somebody: CurrentPerson
    points: int | None  # hundredths; None: they cannot be computed
    written: int | None  # sixths


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
        ),
        Column("typed", _("Points as entered"), lambda result: result.row.points is not None, width=11),
        Column("written", _("Written score"), kind=AMOUNT, width=11),
        *list_fact_columns(export.stand.settings, _find_day),
    )
    return FileTable("results", _("Results"), columns)


def _find_day(result: ExportResult) -> Day | None:
    return build_day(result.event, result.row) if has_worth(result.event, result.row) else None


def write_result_rows(export: SeasonExport, results: OpenTable, rounds: OpenTable | None) -> None:
    """Write everybody's results; `rounds`: the table of their rounds, where these count one by one."""
    for event in export.stand.events:
        rule, others = find_rule(export.stand.settings, event.event.kind), Counter(parse_others(event.event.others))
        sharing = Counter(row.rank for row in event.rows) + others
        for row in sorted(event.rows, key=lambda row: (row.rank or 1 << 30, row.who)):
            if has_worth(event, row) and rounds is not None and row.rounds is not None and rule.per == ROUND:
                rounds.write(list_round_rows(export, event, row))
            points = compute_worth(export, event, row, sharing[row.rank])
            written = export.written.get((event.event.number, row.who))
            results.write([ExportResult(event, row, export.stand.people[row.who], points, written)])


def has_worth(event: EventStatus, row: Result) -> bool:
    """Return True if the points of a result follow from its place."""
    return row.has_worth and event.event.kind != CARRIED_POINTS


def build_day(event: EventStatus, row: Result) -> Day:
    return Day(row.rank, count_event_players(event), row.facts)


def compute_worth(export: SeasonExport, event: EventStatus, row: Result, sharing: int) -> int | None:
    """Return the points of a result: as typed, or by its place; None if they cannot be computed."""
    if not has_worth(event, row):
        return row.points or 0
    rule = find_rule(export.stand.settings, event.event.kind)
    points = compute_row_worth(rule, row, sharing, count_event_players(event))
    return None if isinstance(points, Problem) else points


class ExportRound(NamedTuple):
    """A round of somebody that counts by itself."""

    event: EventStatus
    played: CountedRound
    somebody: CurrentPerson
    points: float | None  # None: they cannot be computed


def build_rounds_table(export: SeasonExport) -> FileTable:
    """Return the table of everybody's rounds, where these count one by one."""
    columns = (
        Column("event", _("No."), "event__event__number", kind=COUNT, width=6),
        Column("name_of_event", _("What counts"), "event__name", width=34),
        Column("round", _("Round"), "played__round", kind=COUNT, width=8),
        Column("place", _("Place"), "played__day__place", kind=COUNT, width=8),
        Column("number", export.number_head, "somebody__number", kind=COUNT, width=9),
        Column("name", _("Name"), "somebody__real", width=30),
        Column("points", _("Points"), kind=POINTS, width=12),
        *list_fact_columns(export.stand.settings, lambda row: row.played.day),
    )
    return FileTable("rounds", _("Results of rounds"), columns)


def list_round_rows(export: SeasonExport, event: EventStatus, row: Result) -> Iterator[ExportRound]:
    """Yield the rounds of a result."""
    for played in row.rounds or ():
        value = compute_exact(export.stand.settings, played)
        points = None if isinstance(value, Problem) else float(value)
        yield ExportRound(event, played, export.stand.people[row.who], points)
