"""The tables of a season's export about its events: the points of each place, the events, everybody's results."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils import formats
from django.utils.translation import gettext as _

from scoring.xlsx.cells import AMOUNT, COUNT, PLAY, Cell, build_amount_cell, build_text_cell, count_cell
from tarockclub.amounts import convert_to_number
from tournaments.exports.schema import FIRST_ROW, Column, Lines, Row, Table
from tournaments.season import messages
from tournaments.season.data import EventStatus, SeasonProgress, parse_others
from tournaments.season.points.formula.evaluate import Day
from tournaments.season.points.formula.problems import Problem
from tournaments.season.points.place_points import build_worth, compute_points, round_points
from tournaments.season.selectors import find_event_day
from tournaments.season.settings import CARRIED_POINTS, HUNDREDTHS, MEAN, TABLE
from tournaments.season.standing import EventRow as Result


class SeasonExport(NamedTuple):
    """A season to export, and the format of its points: whole, or with two decimals."""

    stand: SeasonProgress
    written: dict[tuple[int, int], int]  # event and person: sixths, if a list has them
    shown: str

    @property
    def name(self) -> str:
        """The season's name."""
        return self.stand.season.name

    def build_points_cell(self, hundredths: int, formula: str = "") -> Cell:
        """Return a cell with cup points."""
        return Cell(convert_to_number(hundredths, HUNDREDTHS), self.shown, formula=formula)


def find_points_kind(stand: SeasonProgress) -> str:
    """Return the cell format of points: with decimals if there are any."""
    amounts = [got.points for line in stand.standing.lines for got in line.got]
    amounts += [line.points for line in stand.standing.lines]
    return PLAY if stand.settings.decimals or any(amount % HUNDREDTHS for amount in amounts) else COUNT


def build_places_table(of: SeasonExport) -> Table:
    """Return the table of the points of each place."""
    title = _("Points of places")
    columns = (Column("place", _("Place"), COUNT, 9), Column("points", _("Points"), of.shown, 12))
    return Table("places", title, f"{of.name} – {title}", columns)


def list_place_rows(of: SeasonExport) -> Iterator[Row]:
    """Yield each place that may be shared, with its points."""
    events, table = of.stand.events, of.stand.settings.table
    shared = max((len(event.rows) for event in events), default=0)
    last = max([len(table), *(row.rank + shared for event in events for row in event.rows)])
    worth = build_worth(of.stand.settings)
    for place in range(1, last + 1):
        value = worth(Day(place, last))
        yield (
            count_cell(place),
            of.build_points_cell(0 if isinstance(value, Problem) else round_points(Fraction(value), 2)),
        )


def build_events_table(of: SeasonExport) -> Table:
    """Return the table of everything that counts in the season."""
    title = _("What counts")
    columns = (
        Column("event", _("No."), COUNT, 6),
        Column("name", _("Name"), width=34),
        Column("day", _("Day"), width=18),
        Column("kind", _("Kind"), width=18),
        Column("players", _("Players"), COUNT, 9),
        Column("results", _("Results"), COUNT, 9),
        Column("edition", _("Edition"), COUNT, 9),
    )
    return Table("events", title, f"{of.name} – {title}", columns, still=2)


def list_event_rows(of: SeasonExport) -> Iterator[Row]:
    """Yield the events in order of time."""
    for event in of.stand.events:
        yield (
            count_cell(event.event.number),
            build_text_cell(event.name),
            build_text_cell(_format_day(event)),
            build_text_cell(str(messages.KINDS[event.event.kind])),
            count_cell(max(event.event.players, len(event.rows))),
            count_cell(len(event.rows)),
            count_cell(event.edition),
        )


def build_results_table(of: SeasonExport) -> Table:
    """Return the table of everybody's result at every event."""
    title = _("Results")
    columns = (
        Column("event", _("No."), COUNT, 6),
        Column("name_of_event", _("What counts"), width=34),
        Column("place", _("Place"), COUNT, 8),
        Column("number", _("Player no."), COUNT, 9),
        Column("name", _("Name"), width=30),
        Column("points", _("Points"), of.shown, 12),
        Column("typed", _("Points as entered"), width=11),
        Column("written", _("Written score"), AMOUNT, 11),
    )
    reckons = of.stand.settings.way == TABLE
    return Table("results", title, f"{of.name} – {title}", columns, reckons=reckons, still=2, filtered=True)


def write_result_rows(of: SeasonExport, lines: Lines, places: Lines | None) -> dict[tuple[int, int], list[int]]:
    """Write everybody's results; return the row numbers of each result, by event and person."""
    found: dict[tuple[int, int], list[int]] = {}
    last = FIRST_ROW + sum(len(event.rows) for event in of.stand.events) - 1
    for event in of.stand.events:
        others = Counter(parse_others(event.event.others))
        sharing = Counter(row.rank for row in event.rows) + others
        for row in sorted(event.rows, key=lambda row: (row.rank or 1 << 30, row.who)):
            found.setdefault((event.event.number, row.who), []).append(lines.next)
            at = Place(lines.next, last, others[row.rank])
            formula = _build_formula(of, event, row, at, places)
            lines.add(_build_cells(of, event, row, sharing[row.rank], formula))
    return found


def _build_cells(of: SeasonExport, event: EventStatus, row: Result, sharing: int, formula: str) -> Sequence[Cell]:
    somebody, written = of.stand.people[row.who], of.written.get((event.event.number, row.who))
    return (
        count_cell(event.event.number),
        build_text_cell(event.name),
        count_cell(row.rank) if row.rank else Cell(None, COUNT),
        count_cell(somebody.number),
        build_text_cell(somebody.real),
        of.build_points_cell(compute_worth(of, event, row, sharing), formula),
        build_text_cell(_("yes") if row.points is not None else ""),
        Cell(None, AMOUNT) if written is None else build_amount_cell(written),
    )


def compute_worth(of: SeasonExport, event: EventStatus, row: Result, sharing: int) -> int:
    """Return the points of a result: as typed, or by its place."""
    if row.points is not None or not row.rank or event.event.kind == CARRIED_POINTS:
        return row.points or 0
    players = max(event.event.players, len(event.rows))
    points = compute_points(of.stand.settings, row.rank, sharing, players, row.made)
    return 0 if isinstance(points, Problem) else points


class Place(NamedTuple):
    """The place of a result in the table."""

    at: int  # row
    last: int  # row
    others: int  # players without a row who share its rank


def _build_formula(of: SeasonExport, event: EventStatus, row: Result, line: Place, places: Lines | None) -> str:
    """Return the formula for the points of a place, from the table of places; "" if there is none."""
    settings = of.stand.settings
    if (
        row.points is not None
        or not row.rank
        or event.event.kind == CARRIED_POINTS
        or places is None
        or not places.before
    ):
        return ""
    at, last, others = line
    of_place, worth_ = f"{places.before}$A:$A", f"{places.before}$B:$B"
    if settings.ties != MEAN:
        return f"ROUND(SUMIFS({worth_},{of_place},$C{at}),{settings.decimals})"
    share = f"COUNTIFS($A${FIRST_ROW}:$A${last},$A{at},$C${FIRST_ROW}:$C${last},$C{at})"
    share = f"({share}+{others})" if others else share
    among = f'SUMIFS({worth_},{of_place},">="&$C{at},{of_place},"<"&($C{at}+{share}))'
    return f"ROUND({among}/{share},{settings.decimals})"


def _format_day(event: EventStatus) -> str:
    day = find_event_day(event.event)
    return str(formats.date_format(day, "DATE_FORMAT")) if day is not None else ""
