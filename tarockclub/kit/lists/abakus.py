"""Results of ABAKUS, which have players' numbers in place of names: recognised by their rows, never against a heading.

A cup has `cup;date;"number";round;round;round;sum`, with or without a place; a tournament has the same without cup and
date. The sum of the rounds is the written score.
"""

import re
from collections.abc import Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple

from tarockclub.kit.lists import columns as kinds_of
from tarockclub.kit.lists.columns import Column
from tarockclub.kit.lists.table import Cell, Row
from tarockclub.kit.numbers import ROLES, find_third, settle_column
from tarockclub.kit.text import clean_text

MOST_NUMBERS = 30  # in a row
_NUMBER = re.compile(r"(?=.*[0-9])\S{1,12}")
_DIGITS = re.compile(r"[0-9]{1,4}")
_DAY = re.compile(r"[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4}")
_LONG_DAY = re.compile(r"(?:[^\W\d_]{2,10}\.?,? )?([0-9]{1,2})\. ?([^\W\d_]{3,9})\.? ([0-9]{4})\b")
_MONTHS = "janfebmaraprmaijunjulaugsepoktnovdez" + "janfebmaraprmajjunjulavgsepoktnovdek"  # German; Slovene, English
_FOLD = str.maketrans("äcy", "aki")
_DATES = ("%d.%m.%Y", "%d.%m.%y", "%Y-%m-%d", "%d/%m/%Y")
_AROUND = " \"'\t"  # of cells; a pasted text still has its quotes
_ENOUGH = 0.8  # of the rows must look like the file


class DayResult(NamedTuple):
    """A player's result of a day; `out` is the reason why a row is left out."""

    row: Row
    number: str  # the player's
    total: Fraction | None = None
    place: int = 0
    cup: str = ""
    day: date | None = None
    out: str = ""


class _Layout(NamedTuple):
    """The columns of a row of results behind cup and date."""

    number: int
    place: int | None
    first: int  # of the rounds
    behind: int  # columns behind the rounds: the sum, and perhaps the place


_LAYOUTS = (
    _Layout(0, None, 1, 1),
    _Layout(0, -1, 1, 2),
    _Layout(1, 0, 2, 1),
    _Layout(0, 1, 2, 1),
    _Layout(0, None, 1, 3),  # our own: behind the sum stand the last table and the hands won
)


class _Split(NamedTuple):
    """A row of results: the cup and the day, if it has them, and its numbers as texts and as amounts."""

    row: Row
    cup: str
    day: date | None
    texts: tuple[str, ...]
    amounts: tuple[Fraction | None, ...] = ()


class Results(NamedTuple):
    """The results in a file, and its columns."""

    columns: tuple[Column, ...]
    results: tuple[DayResult, ...]


def find_results(rows: Sequence[Row]) -> Results | None:
    """Find the results of a cup or of a tournament; None if it is neither. Places follow from the sums."""
    best: tuple[tuple[int, int], _Layout, list[_Split]] | None = None
    for dot in ROLES:
        split = [_split_row(row, dot) for row in rows]
        numbered = [row for row in split if row.texts]
        if not numbered or len(numbered) < _ENOUGH * len(split):
            return None
        for layout in _LAYOUTS:
            fit = _compute_fit([_build_result(row, layout) for row in numbered])
            if best is None or fit > best[0]:
                best = fit, layout, split
    if best is None:
        return None
    fit, layout, split = best
    # Rows with a day are results also where no sum is right: a cup is nobody's name.
    if (not fit[0] or 2 * fit[0] < len(split)) and 2 * sum(row.day is not None for row in split) < len(split):
        return None
    results = rank_results([_build_result(row, layout) for row in split])
    return Results(_build_columns(split, layout), tuple(results))


def _split_row(row: Row, dot: str) -> _Split:
    cells = [Cell(cell.text.strip(_AROUND), cell.value) for cell in row.cells]
    day = parse_day(cells[1]) if len(cells) > 1 else None
    cup, numbers = (clean_text(cells[0].text), cells[2:]) if day is not None else ("", cells)
    if not 2 < len(numbers) <= MOST_NUMBERS:
        return _Split(row, cup, day, ())
    typed = [cell.value if isinstance(cell.value, Fraction) else cell.text for cell in numbers]
    settled = settle_column(typed, answer=dot).numbers
    amounts = tuple(None if amount is None else find_third(amount) for amount in settled)
    texts_beside = [place for place, cell in enumerate(numbers) if cell.text and amounts[place] is None]
    is_of_numbers = not texts_beside or (
        texts_beside in ([0], [1]) and bool(_NUMBER.fullmatch(numbers[texts_beside[0]].text))
    )
    return _Split(row, cup, day, tuple(cell.text for cell in numbers) if is_of_numbers else (), amounts)


def find_day(text: str) -> date | None:
    """Return the day in words with which a text begins, perhaps behind its weekday.

    >>> find_day("Mittwoch, 4. Feber 2026, beim Wirt"), find_day("Fr, 5. September 2025"), find_day("4. Lauf 2026")
    (datetime.date(2026, 2, 4), datetime.date(2025, 9, 5), None)
    """
    match = _LONG_DAY.match(text)
    month = _MONTHS.find(match[2][:3].casefold().translate(_FOLD)) if match else -1
    try:
        return (
            date(int(match[3]), month // 3 % 12 + 1, int(match[1])) if match and month >= 0 and month % 3 == 0 else None
        )
    except ValueError:
        return None


def parse_day(cell: Cell) -> date | None:
    """Parse the day in a cell; None for none.

    >>> parse_day(Cell("7.11.2025")), parse_day(Cell("7.11."))
    (datetime.date(2025, 11, 7), None)
    """
    if isinstance(cell.value, date):
        return cell.value
    text = cell.text.strip().replace(". ", ".")
    if not _DAY.match(text):
        return find_day(cell.text.strip())
    for form in _DATES:
        try:
            return datetime.strptime(text[:10], form).date()  # noqa: DTZ007 -- a day has no time zone
        except ValueError:
            continue
    return None


def _compute_fit(results: list[DayResult]) -> tuple[int, int]:
    """Return how many rows have the right sum, and how many of these a place that follows from the sums."""
    right = [result for result in results if not result.out]
    without = rank_results([result._replace(place=0) for result in right])
    return len(right), sum(not own.place or own.place == due.place for own, due in zip(right, without, strict=True))


def _is_sum_right(row: _Split, layout: _Layout) -> bool:
    """Return whether a row fits a layout: a number, a place if there is one, and the sum of the rounds."""
    if len(row.texts) <= layout.first + layout.behind or not _NUMBER.fullmatch(row.texts[layout.number]):
        return False
    if layout.place is not None and not _is_place(row.texts[layout.place]):
        return False
    rounds = row.amounts[layout.first : len(row.amounts) - layout.behind]
    return sum(amount or 0 for amount in rounds) == row.amounts[-layout.behind]


def _is_place(text: str) -> bool:
    return bool(_DIGITS.fullmatch(text)) and int(text) > 0


def _build_result(row: _Split, layout: _Layout) -> DayResult:
    if row.texts and not row.texts[layout.number]:
        return DayResult(row.row, "", cup=row.cup, day=row.day, out="no_name")
    if not row.texts:
        return DayResult(row.row, "", cup=row.cup, day=row.day, out="no_points")
    number = clean_text(row.texts[layout.number])[:9]
    if not _is_sum_right(row, layout):
        return DayResult(row.row, number, cup=row.cup, day=row.day, out="wrong_sum")
    place = 0 if layout.place is None else int(row.texts[layout.place])
    return DayResult(row.row, number, row.amounts[-layout.behind], place, row.cup, row.day)


def rank_results(results: list[DayResult]) -> list[DayResult]:
    """Return the results with places by the sum of each day, where the file has none; equal ones share a place."""
    totals: dict[tuple[str, date | None], list[Fraction]] = {}
    for result in results:
        if not result.out and result.total is not None:
            totals.setdefault((result.cup, result.day), []).append(result.total)
    places = {day: _compute_places(sums) for day, sums in totals.items()}
    return [
        result
        if result.out or result.place or result.total is None
        else result._replace(place=places[result.cup, result.day][result.total])
        for result in results
    ]


def _compute_places(totals: Sequence[Fraction]) -> dict[Fraction, int]:
    """Return the place of each sum."""
    places: dict[Fraction, int] = {}
    for place, total in enumerate(sorted(totals, reverse=True), 1):
        places.setdefault(total, place)
    return places


def _build_columns(split: Sequence[_Split], layout: _Layout) -> tuple[Column, ...]:
    """Return the columns of the widest row."""
    widest = max(split, key=lambda row: len(row.texts))
    before = [kinds_of.CUP, kinds_of.DAY] if widest.day is not None else []
    kinds = [kinds_of.ROUND] * len(widest.texts)
    kinds[len(kinds) - layout.behind :] = [kinds_of.UNUSED] * layout.behind
    kinds[layout.number], kinds[-layout.behind] = kinds_of.PLAYER_NUMBER, kinds_of.WRITTEN_SCORE
    if layout.place is not None:
        kinds[layout.place] = kinds_of.PLACE
    every = [*before, *kinds]
    filled = [
        sum(len(row.row.cells) > column and bool(row.row.cells[column].text) for row in split)
        for column in range(len(every))
    ]
    return tuple(
        Column(kind, "", "sure" if kind != kinds_of.UNUSED else "unused", "shape", count)
        for kind, count in zip(every, filled, strict=True)
    )
