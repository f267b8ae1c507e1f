"""The tables of a season's export about its events: the points of each place, the events, everybody's results."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.days import format_day
from tarockclub.kit.xlsx.cells import (
    AMOUNT,
    COUNT,
    PLAY,
    POINTS,
    Cell,
    build_amount_cell,
    build_text_cell,
    count_cell,
    format_column_name,
)
from tournaments.results.exports.schema import FIRST_ROW, ExportColumn, ExportTable, Lines, Row, build_export_table
from tournaments.seasons.season import messages
from tournaments.seasons.season.data import EventStatus, SeasonProgress, parse_others
from tournaments.seasons.season.export.worth import build_fact_cells, build_worth_formula, list_fact_columns
from tournaments.seasons.season.points.formula.evaluate import Day
from tournaments.seasons.season.points.formula.problems import Problem
from tournaments.seasons.season.points.place_points import (
    CountedRound,
    build_worth,
    compute_exact,
    list_asked_facts,
    round_place_points,
)
from tournaments.seasons.season.selectors import find_event_day
from tournaments.seasons.season.settings import CARRIED_POINTS, HUNDREDTHS, MEAN, TABLE, SeasonSettings
from tournaments.seasons.season.standing import EventRow as Result
from tournaments.seasons.season.standing import compute_worth as compute_row_worth


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
        return _("Team no.") if self.stand.settings.teams else _("Player no.")

    def build_points_cell(self, hundredths: int, formula: str = "") -> Cell:
        """Return a cell with cup points."""
        return Cell(convert_to_number(hundredths, HUNDREDTHS), self.shown, formula=formula)


def find_points_kind(stand: SeasonProgress) -> str:
    """Return the cell format of points: with decimals if there are any."""
    amounts = [got.points for line in stand.standing.lines for got in line.got]
    amounts += [line.points for line in stand.standing.lines]
    return PLAY if stand.settings.decimals or any(amount % HUNDREDTHS for amount in amounts) else COUNT


def build_season_places_table(export: SeasonExport) -> ExportTable:
    """Return the table of the points of each place."""
    columns = (ExportColumn("place", _("Place"), COUNT, 9), ExportColumn("points", _("Points"), export.shown, 12))
    return build_export_table(export.name, "places", _("Points of places"), columns)


def list_place_rows(export: SeasonExport) -> Iterator[Row]:
    """Yield each place that may be shared, with its points."""
    events, table = export.stand.events, export.stand.settings.table
    shared = max((len(event.rows) for event in events), default=0)
    last = max([len(table), *(row.rank + shared for event in events for row in event.rows)])
    worth = build_worth(export.stand.settings)
    for place in range(1, last + 1):
        value = worth(Day(place, last))
        yield (
            count_cell(place),
            export.build_points_cell(0 if isinstance(value, Problem) else round_place_points(Fraction(value), 2)),
        )


def build_events_table(export: SeasonExport) -> ExportTable:
    """Return the table of everything that counts in the season."""
    columns = (
        ExportColumn("event", _("No."), COUNT, 6),
        ExportColumn("name", _("Name"), width=34),
        ExportColumn("day", _("Day"), width=18),
        ExportColumn("kind", _("Kind"), width=18),
        ExportColumn("players", _("Teams") if export.stand.settings.teams else _("Players"), COUNT, 9),
        ExportColumn("results", _("Results"), COUNT, 9),
        ExportColumn("edition", _("Edition"), COUNT, 9),
    )
    return build_export_table(export.name, "events", _("What counts"), columns, still=2)


def list_event_rows(export: SeasonExport) -> Iterator[Row]:
    """Yield the events in order of time."""
    for event in export.stand.events:
        yield (
            count_cell(event.event.number),
            build_text_cell(event.name),
            build_text_cell(_format_day(event)),
            build_text_cell(str(messages.KINDS[event.event.kind])),
            count_cell(max(event.event.players, len(event.rows))),
            count_cell(len(event.rows)),
            count_cell(event.edition),
        )


def build_results_table(export: SeasonExport) -> ExportTable:
    """Return the table of everybody's result at every event."""
    columns = (
        ExportColumn("event", _("No."), COUNT, 6),
        ExportColumn("name_of_event", _("What counts"), width=34),
        ExportColumn("place", _("Place"), COUNT, 8),
        ExportColumn("number", export.number_head, COUNT, 9),
        ExportColumn("name", _("Name"), width=30),
        ExportColumn("points", _("Points"), export.shown, 12),
        ExportColumn("typed", _("Points as entered"), width=11),
        ExportColumn("written", _("Written score"), AMOUNT, 11),
        *list_fact_columns(export.stand.settings),
    )
    return build_export_table(export.name, "results", _("Results"), columns, reckons=True, still=2, filtered=True)


def write_result_rows(
    export: SeasonExport, lines: Lines, places: Lines | None, rounds: Lines | None
) -> dict[tuple[int, int], list[int]]:
    """Write everybody's results; return the row numbers of each result, by event and person.

    `rounds`: the table of their rounds, where these count one by one.
    """
    found: dict[tuple[int, int], list[int]] = {}
    last = FIRST_ROW + sum(len(event.rows) for event in export.stand.events) - 1
    for event in export.stand.events:
        others = Counter(parse_others(event.event.others))
        sharing = Counter(row.rank for row in event.rows) + others
        for row in sorted(event.rows, key=lambda row: (row.rank or 1 << 30, row.who)):
            found.setdefault((event.event.number, row.who), []).append(lines.next)
            formula = ""
            if has_worth(event, row) and rounds is not None and row.rounds is not None:
                formula = write_rounds(export, event, row, rounds, places)
            elif has_worth(event, row) and export.stand.settings.way != TABLE:
                formula = _build_day_formula(export, event, row, sharing[row.rank], lines.next)
            elif has_worth(event, row):
                formula = _build_formula(export, lines.next, last, others[row.rank], places)
            lines.add(_build_cells(export, event, row, sharing[row.rank], formula))
    return found


def _build_cells(export: SeasonExport, event: EventStatus, row: Result, sharing: int, formula: str) -> Sequence[Cell]:
    somebody, written = export.stand.people[row.who], export.written.get((event.event.number, row.who))
    return (
        count_cell(event.event.number),
        build_text_cell(event.name),
        count_cell(row.rank) if row.rank else Cell(None, COUNT),
        count_cell(somebody.number),
        build_text_cell(somebody.real),
        export.build_points_cell(compute_worth(export, event, row, sharing), formula),
        build_text_cell(_("yes") if row.points is not None else ""),
        Cell(None, AMOUNT) if written is None else build_amount_cell(written),
        *build_fact_cells(export.stand.settings, _build_day(event, row) if has_worth(event, row) else None),
    )


def has_worth(event: EventStatus, row: Result) -> bool:
    """Return True if the points of a result follow from its place."""
    return row.points is None and bool(row.rank) and event.event.kind != CARRIED_POINTS


def _build_day(event: EventStatus, row: Result) -> Day:
    return Day(row.rank, max(event.event.players, len(event.rows)), row.facts)


def _build_day_formula(export: SeasonExport, event: EventStatus, row: Result, sharing: int, at: int) -> str:
    """Return the formula for the points of a day, by the season's own one."""
    settings = export.stand.settings
    played = CountedRound(_build_day(event, row), sharing)
    if isinstance(compute_exact(settings, played), Problem):
        return ""
    worth = build_worth_formula(settings, played, name_cells(settings, "$C", 8, at), None)
    return f"ROUND(ROUND({worth},9),{settings.decimals})" if worth else ""


def name_cells(settings: SeasonSettings, place: str, first: int, at: int) -> dict[str, str]:
    """Return the cells of a row that hold the variables of a formula; `first`: the column of the number of players."""
    names = ("players", *list_asked_facts(settings))
    return {"place": f"{place}{at}"} | {
        name: f"${format_column_name(first + more)}{at}" for more, name in enumerate(names)
    }


def compute_worth(export: SeasonExport, event: EventStatus, row: Result, sharing: int) -> int:
    """Return the points of a result: as typed, or by its place."""
    if not has_worth(event, row):
        return row.points or 0
    points = compute_row_worth(export.stand.settings, row, sharing, max(event.event.players, len(event.rows)))
    return 0 if isinstance(points, Problem) else points


def build_rounds_table(export: SeasonExport) -> ExportTable:
    """Return the table of everybody's rounds, where these count one by one."""
    columns = (
        ExportColumn("event", _("No."), COUNT, 6),
        ExportColumn("name_of_event", _("What counts"), width=34),
        ExportColumn("round", _("Round"), COUNT, 8),
        ExportColumn("place", _("Place"), COUNT, 8),
        ExportColumn("number", export.number_head, COUNT, 9),
        ExportColumn("name", _("Name"), width=30),
        ExportColumn("points", _("Points"), POINTS, 12),
        *list_fact_columns(export.stand.settings),
    )
    return build_export_table(
        export.name, "rounds", _("Results of rounds"), columns, reckons=True, still=3, filtered=True
    )


def write_rounds(export: SeasonExport, event: EventStatus, row: Result, lines: Lines, places: Lines | None) -> str:
    """Write the rounds of a result; return the formula of its points, "" if there is none."""
    settings, somebody, first, has_formulas = export.stand.settings, export.stand.people[row.who], lines.next, True
    for played in row.rounds or ():
        at, value = lines.next, compute_exact(settings, played)
        points = 0 if isinstance(value, Problem) else float(value)
        formula = build_worth_formula(settings, played, name_cells(settings, "$D", 7, at), places)
        has_formulas = has_formulas and bool(formula) and not isinstance(value, Problem)
        lines.add(
            (
                count_cell(event.event.number),
                build_text_cell(event.name),
                count_cell(played.round),
                count_cell(played.day.place),
                count_cell(somebody.number),
                build_text_cell(somebody.real),
                Cell(points, POINTS, formula=formula if has_formulas else ""),
                *build_fact_cells(settings, played.day),
            )
        )
    if not row.rounds or not lines.before or not has_formulas:
        return ""
    return f"ROUND(ROUND(SUM({lines.before}$G${first}:$G${lines.next - 1}),9),{settings.decimals})"


def _build_formula(export: SeasonExport, at: int, last: int, others: int, places: Lines | None) -> str:
    """Return the formula for the points of a place, from the table of places; "" if there is none.

    `at`, `last`: the row of the result, and the last one; `others`: players without a row who share its rank.
    """
    settings = export.stand.settings
    if places is None or not places.before:
        return ""
    of_place, worth_ = f"{places.before}$A:$A", f"{places.before}$B:$B"
    if settings.ties != MEAN:
        return f"ROUND(SUMIFS({worth_},{of_place},$C{at}),{settings.decimals})"
    share = f"COUNTIFS($A${FIRST_ROW}:$A${last},$A{at},$C${FIRST_ROW}:$C${last},$C{at})"
    share = f"({share}+{others})" if others else share
    among = f'SUMIFS({worth_},{of_place},">="&$C{at},{of_place},"<"&($C{at}+{share}))'
    return f"ROUND({among}/{share},{settings.decimals})"


def _format_day(event: EventStatus) -> str:
    day = find_event_day(event.event)
    return format_day(day) if day is not None else ""
