"""The page of a club's year: everybody's sum, average, days and best one, then the days across, latest first."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from django.utils.formats import date_format

from tarockclub.kit.amounts import format_decimal, format_hundredths
from tarockclub.platform.privacy.public_names import shorten_first_name
from tournaments.seasons.season.data import SeasonProgress
from tournaments.seasons.season.page import NO_RANK, UNKNOWN
from tournaments.seasons.season.points.place_points import format_event_points, list_asked_facts
from tournaments.seasons.season.selectors import find_event_day
from tournaments.seasons.season.settings import CARRIED_POINTS, DAY, HUNDREDTHS, SeasonSettings, compute_least_days
from tournaments.seasons.season.standing import GUEST, EventScore, SeasonLine

_GUEST_WORD = re.compile(r"\b(gast|gäste|guests?)\b", re.IGNORECASE)


class YearColumn(NamedTuple):
    """A day at the head of the table."""

    number: int  # of the event
    month: str
    day: str
    is_first: bool  # of its month, from the left
    name: str


class YearCell(NamedTuple):
    """The points of a day in a line; an empty text means that the person was not there."""

    text: str = ""
    is_loss: bool = False
    is_best: bool = False  # of the day
    counts: bool = True


class YearRow(NamedTuple):
    """A person's year."""

    rank: str
    move: int  # places gained since the last day; below 0: lost
    name: str
    short: str  # on phones
    number: int  # of the person in the club
    total: str
    is_loss: bool
    average: str
    days: int
    best: str
    cells: tuple[YearCell, ...]


class YearPage(NamedTuple):
    """A year's standings."""

    columns: tuple[YearColumn, ...]
    ranked: tuple[YearRow, ...]
    unranked: tuple[YearRow, ...]
    guests: tuple[YearRow, ...]
    has_average: bool  # False: the points are an average
    least: int  # days that a rank takes


def build_year(stand: SeasonProgress, positions: Iterable[int]) -> YearPage:
    """Return a year's standings, of these lines (from 0)."""
    lines, columns = stand.standing.lines, _build_columns(stand)
    scores = [(line, {got.event: got for got in line.got}) for line in lines]
    best = _find_best(scores)
    has_average, is_signed = is_sum(stand), has_losses(lines)
    rows, shorts, unknown = [], shorten_names(stand), stand.unknown
    for line, got in (scores[at] for at in positions):
        cells = tuple(
            _build_cell(stand.settings, got.get(column.number), best, is_signed=is_signed)
            if column.number in got or (column.number, line.who) not in unknown
            else YearCell(UNKNOWN)
            for column in columns
        )
        rows.append((line, _build_row(stand, line, cells, shorts[line.who])))
    return YearPage(
        columns,
        tuple(row for line, row in rows if line.rank),
        tuple(row for line, row in rows if line.few > 0),
        tuple(row for line, row in rows if line.few == GUEST),
        has_average,
        find_least_days(stand),
    )


def _build_columns(stand: SeasonProgress) -> tuple[YearColumn, ...]:
    """Return the days, the latest first."""
    columns: list[YearColumn] = []
    for event in (event for event in reversed(stand.events) if event.event.number not in stand.standing.left_out):
        day = find_event_day(event.event)
        month = date_format(day, "M") if day is not None else "+" if event.event.kind == CARRIED_POINTS else ""
        is_first = not columns or columns[-1].month != month
        columns.append(YearColumn(event.event.number, month, f"{day.day}." if day else "", is_first, event.name))
    return tuple(columns)


def _find_best(scores: Iterable[tuple[SeasonLine, Mapping[int, EventScore]]]) -> dict[int, int]:
    """Return the most points of each event."""
    best: dict[int, int] = {}
    for _line, got in scores:
        for event, score in got.items():
            best[event] = max(best.get(event, score.points), score.points)
    return best


def has_losses(lines: Sequence[SeasonLine]) -> bool:
    """Return whether some points are below 0: then all have a sign."""
    return any(line.points < 0 for line in lines)


def _build_cell(
    settings: SeasonSettings, got: EventScore | None, best: Mapping[int, int], *, is_signed: bool
) -> YearCell:
    if got is None:
        return YearCell()
    text = format_event_points(settings, got.kind, got.points, plus=is_signed)
    return YearCell(text, got.points < 0, got.points == best[got.event], got.counts)


def shorten_names(stand: SeasonProgress) -> dict[int, str]:
    """Return the initial and the surname of everybody; the whole name where two would be called the same."""
    shorts = {line.who: shorten_first_name(stand.people[line.who].name) for line in stand.standing.lines}
    many = Counter(shorts.values())
    return {who: short if many[short] == 1 else stand.people[who].name for who, short in shorts.items()}


def _build_row(stand: SeasonProgress, line: SeasonLine, cells: tuple[YearCell, ...], short: str) -> YearRow:
    is_signed, who = has_losses(stand.standing.lines), stand.people[line.who]
    days = [got.points for got in line.got if got.kind == DAY]
    average = Fraction(line.points, HUNDREDTHS * line.days) if line.days else Fraction(0)
    return YearRow(
        f"{line.rank}." if line.rank else NO_RANK,
        count_move(stand, line),
        who.name,
        short,
        who.number,
        format_hundredths(line.points, plus=is_signed),
        line.points < 0,
        format_decimal(average, 1, plus=is_signed) if line.days else "",
        line.days,
        format_event_points(stand.settings, DAY, max(days), plus=is_signed) if days else "",
        cells,
    )


def count_move(stand: SeasonProgress, line: SeasonLine) -> int:
    """Return how many places somebody has gained since the last day; below 0: lost."""
    before = stand.courses.find_before(line.who)
    return before - line.rank if before and line.rank else 0


def is_sum(stand: SeasonProgress) -> bool:
    """Return whether points are a sum; else they are an average already."""
    return "days" not in list_asked_facts(stand.settings)


def find_least_days(stand: SeasonProgress) -> int:
    """Return from how many days on somebody is ranked."""
    return compute_least_days(stand.settings, sum(event.event.kind == DAY for event in stand.result_days))


class YearGuest(NamedTuple):
    """Somebody whom the staff may leave out of the ranking, or has left out."""

    person: int
    name: str
    is_guest: bool


def list_guests(stand: SeasonProgress) -> list[YearGuest]:
    """Return who is left out of the ranking, and who is called a guest: one person for all who come once."""
    people = ((line, stand.people[line.who].real or stand.people[line.who].name) for line in stand.standing.lines)
    return [
        YearGuest(line.who, name, line.few == GUEST)
        for line, name in people
        if line.few == GUEST or _GUEST_WORD.search(name)
    ]
