"""Files of ABAKUS, recognised by their rows alone: its players, the results of a cup, the results of one tournament.

The players are number, surname, first name and town. A cup has `cup;date;"number";round;round;round;sum`, with or
without a place; a tournament has the same without cup and date. Pure; nothing is trusted.

>>> day = ("Cup", "7.11.2025")
>>> rows = [ListRow(1, (*day, "12", "23", "-4", "55", "74")), ListRow(2, (*day, "7", "1", "2"))]
>>> [(result.number, result.total // SIXTHS, result.rank, result.unreadable) for result in parse_day_results(rows)]
[('12', 74, 1, ''), ('7', 0, 0, 'wrong_sum')]
"""

import re
from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from scoring.engine.points import SIXTHS
from tarockclub.kit.amounts import parse_parts
from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.text import clean_text, has_digit
from tarockclub.platform.accounts.person_details import clean_details
from tournaments.people.name_lists.columns import (
    FIRST,
    KINDS,
    LAST,
    NAME,
    NUMBER,
    PLAYER_NUMBER,
    TOWN,
    ListPerson,
    check_person,
)
from tournaments.people.name_lists.rows import ListRow

MOST_WRITTEN = 6_000_000  # sixths
MOST_NUMBERS = 30  # in a row of results
_NUMBER = re.compile(r"[0-9]{1,9}")
_LETTERS = re.compile(r"[^\W\d_]")
_DATES = ("%d.%m.%Y", "%d.%m.%y", "%Y-%m-%d", "%d/%m/%Y")
_AROUND = ' "\t'  # of cells; a pasted text still has its quotes
_ENOUGH = 0.8  # of the rows must look like the file
_PLAYER_HEADS = ({NUMBER, PLAYER_NUMBER}, {LAST, NAME}, {FIRST}, {TOWN})


class DayResult(NamedTuple):
    """A player's result of a day; `unreadable` is the reason why a row is left out."""

    row: int
    number: str  # the player's
    total: int = 0  # sixths of a point
    rank: int = 0
    cup: str = ""
    day: date | None = None
    unreadable: str = ""


class _Layout(NamedTuple):
    """The columns of a row of results behind cup and date."""

    number: int
    place: int | None
    first: int  # of the rounds
    behind: int  # columns behind the rounds: the sum, and perhaps the place


_LAYOUTS = (_Layout(0, None, 1, 1), _Layout(0, -1, 1, 2), _Layout(1, 0, 2, 1), _Layout(0, 1, 2, 1))


def parse_players(rows: Sequence[ListRow], *, headed: bool = False) -> list[ListPerson] | None:
    """Parse a list of players; None if it is none. `headed`: also one with headings, where a number is the player's."""
    if headed and rows and _has_player_heads(rows[0]):
        rows = rows[1:]
    elif sum(map(_is_player, rows)) < max(1, _ENOUGH * len(rows)):
        return None
    return [_parse_player(row) for row in rows]


def _has_player_heads(row: ListRow) -> bool:
    kinds = [KINDS.get(fold_name(cell).text) for cell in _strip_cells(row)]
    return len(kinds) == len(_PLAYER_HEADS) and all(
        kind in wanted for kind, wanted in zip(kinds, _PLAYER_HEADS, strict=True)
    )


def _strip_cells(row: ListRow) -> list[str]:
    """Return the cells without empty ones at the end."""
    cells = [cell.strip(_AROUND) for cell in row.cells]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _is_player(row: ListRow) -> bool:
    cells = _strip_cells(row)
    return len(cells) == 4 and bool(_NUMBER.fullmatch(cells[0])) and all(map(_is_word, cells[1:]))


def _is_word(cell: str) -> bool:
    return bool(_LETTERS.search(cell)) and not has_digit(cell)


def _parse_player(row: ListRow) -> ListPerson:
    number, last, first, town = [*_strip_cells(row), *[""] * 4][:4]
    person = check_person(row.number, f"{first} {last}", number)
    return person._replace(details=clean_details(town, number if _NUMBER.fullmatch(number) else ""))


def parse_day_results(rows: Sequence[ListRow]) -> list[DayResult] | None:
    """Parse the results of a cup or of a tournament; None if it is neither. Places follow from the sums."""
    if rows and not _split_row(rows[0]).numbers:
        rows = rows[1:]  # headings
    split = [_split_row(row) for row in rows]
    numbered = [row for row in split if row.numbers]
    if not numbered or len(numbered) < _ENOUGH * len(split):
        return None
    read = {layout: [_build_result(row, layout) for row in numbered] for layout in _LAYOUTS}
    fits = {layout: _compute_fit(results) for layout, results in read.items()}
    layout = max(_LAYOUTS, key=lambda layout: fits[layout])  # the first of those equally good
    if not fits[layout][0] or 2 * fits[layout][0] < len(numbered):
        return None
    return _rank_results([_build_result(row, layout) for row in split])


def _compute_fit(results: list[DayResult]) -> tuple[int, int]:
    """Return how many rows have the right sum, and how many of these a place that follows from the sums."""
    right = [result for result in results if not result.unreadable]
    without = _rank_results([result._replace(rank=0) for result in right])
    return len(right), sum(not said.rank or said.rank == due.rank for said, due in zip(right, without, strict=True))


class _Split(NamedTuple):
    """A row of results: the cup and the day, if it has them, and its numbers as texts; () if it has others."""

    row: int
    cup: str
    day: date | None
    numbers: tuple[str, ...]


def _split_row(row: ListRow) -> _Split:
    cells = _strip_cells(row)
    day = _parse_day(cells[1]) if len(cells) > 1 else None
    cup, numbers = (clean_text(cells[0]), cells[2:]) if day is not None else ("", cells)
    is_of_numbers = 2 < len(numbers) <= MOST_NUMBERS and all(
        not cell or _parse_score(cell) is not None for cell in numbers
    )
    return _Split(row.number, cup, day, tuple(numbers) if is_of_numbers else ())


def _parse_day(text: str) -> date | None:
    for form in _DATES:
        try:
            return datetime.strptime(text.strip()[:10], form).date()  # noqa: DTZ007 -- a day has no time zone
        except ValueError:
            continue
    return None


def _parse_score(cell: str) -> int | None:
    return parse_parts(cell, SIXTHS, MOST_WRITTEN, -MOST_WRITTEN)


def _is_sum_right(row: _Split, layout: _Layout) -> bool:
    """Return whether a row fits a layout: a number, a place if there is one, and the sum of the rounds."""
    if len(row.numbers) <= layout.first + layout.behind or not _NUMBER.fullmatch(row.numbers[layout.number]):
        return False
    if layout.place is not None and not _is_place(row.numbers[layout.place]):
        return False
    rounds = row.numbers[layout.first : len(row.numbers) - layout.behind]
    return sum(_parse_score(cell) or 0 for cell in rounds) == _parse_score(row.numbers[-layout.behind])


def _is_place(cell: str) -> bool:
    return bool(_NUMBER.fullmatch(cell)) and 0 < int(cell) <= 9999


def _build_result(row: _Split, layout: _Layout) -> DayResult:
    if not row.numbers:
        return DayResult(row.row, "", cup=row.cup, day=row.day, unreadable="no_result")
    number = clean_text(row.numbers[layout.number])[:9]
    if not _is_sum_right(row, layout):
        return DayResult(row.row, number, cup=row.cup, day=row.day, unreadable="wrong_sum")
    place = 0 if layout.place is None else int(row.numbers[layout.place])
    return DayResult(row.row, number, _parse_score(row.numbers[-layout.behind]) or 0, place, row.cup, row.day)


def _rank_results(results: list[DayResult]) -> list[DayResult]:
    """Return the results with places by the sum of each day, where the file has none; equal ones share a place."""
    totals: dict[tuple[str, date | None], list[int]] = {}
    for result in results:
        if not result.unreadable:
            totals.setdefault((result.cup, result.day), []).append(result.total)
    places = {day: _compute_places(some) for day, some in totals.items()}
    return [
        result
        if result.unreadable or result.rank
        else result._replace(rank=places[result.cup, result.day][result.total])
        for result in results
    ]


def _compute_places(totals: Sequence[int]) -> dict[int, int]:
    """Return the place of each sum.

    >>> _compute_places([5, 9, 5, 1])
    {9: 1, 5: 2, 1: 4}
    """
    places: dict[int, int] = {}
    for place, total in enumerate(sorted(totals, reverse=True), 1):
        places.setdefault(total, place)
    return places
