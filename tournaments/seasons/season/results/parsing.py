"""Results from the rows of a list: place, name, points and the written score; pure, nothing is trusted.

>>> found = parse_results([ListRow(1, ("Platz", "Name", "Punkte")), ListRow(2, ("1.", "Anna Maier", "22,5"))])
>>> found[0].name, found[0].rank, found[0].points
('Anna Maier', 1, 2250)
>>> parse_results(parse_pasted_rows("2. Huber, Berta 120"))[0][1:4]
('Berta Huber', 2, 12000)
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.engine.points import SIXTHS
from tarockclub.kit.amounts import HUNDREDTHS, MOST_HUNDREDTHS, parse_parts
from tarockclub.kit.json_text import encode_compact
from tarockclub.kit.text import clean_text
from tarockclub.models import normalize_federation_number
from tournaments.people.name_lists.abakus import DayResult, parse_day_results
from tournaments.people.name_lists.choices import decode_rows
from tournaments.people.name_lists.columns import (
    FIRST,
    KINDS,
    LAST,
    LONGEST_NAME,
    NAME,
    find_heading,
    get_cell,
    guess_person,
    parse_by_heading,
)
from tournaments.people.name_lists.file import parse_file_rows
from tournaments.people.name_lists.rows import LONGEST_CELL, MOST_ROWS, ListRow, Unreadable
from tournaments.people.name_lists.text import parse_rows

PLACE, POINTS, WRITTEN_SCORE = "place", "points", "written"
LAST_PLACE = 9999
_SHORTEST = 6  # values of a result that a page carries
MOST_WRITTEN = 6_000_000  # sixths
_HEADINGS = {
    PLACE: ("platz", "pl", "rang", "place", "rank", "pos", "position", "platzierung", "rg"),
    POINTS: ("punkte", "pkt", "pkte", "points", "cuppunkte", "cup punkte", "pts", "cup points", "gesamt", "summe"),
    WRITTEN_SCORE: ("schrift", "spielpunkte", "written", "written score", "schriftpunkte"),
}
_OTHERS = {word: kind for kind, words in _HEADINGS.items() for word in words}
_PERSONS = {word: kind for word, kind in KINDS.items() if kind in (NAME, FIRST, LAST)}
_LINE = re.compile(r"(?:([0-9]{1,4}) ?[.):–-]? )?(.*?[^\W\d_].*?)(?: ([+−-]?[0-9]{1,6}(?:[.,][0-9]{1,2})?))?")
_LETTERS = re.compile(r"[^\W\d_]")
_RANK = re.compile(r"([0-9]{1,4})(?:\s*[.)]|\s*\.?\s*(?:Platz|Rang))?", re.IGNORECASE)


class TypedResult(NamedTuple):
    """A player's result in a list; `unreadable` is the reason why a row is left out."""

    row: int
    name: str
    rank: int = 0  # 0: none is said
    points: int | None = None  # hundredths
    written: int | None = None  # sixths
    unreadable: str = ""
    number: str = ""  # the player's, in a file that has no names (name_lists/abakus.py)
    day: str = ""  # in a file of several days, with its cup; "" once the day that counts is known


def parse_pasted_rows(text: str) -> list[ListRow]:
    """Parse a pasted list into rows: copied cells, or a place, a name and points in one line.

    >>> parse_pasted_rows("1. Huber, Berta 99,5")
    [ListRow(number=1, cells=('1', 'Huber, Berta', '99,5'))]
    """
    found = [
        _parse_row(number, line[: 2 * LONGEST_CELL]) for number, line in enumerate(text.splitlines(), 1) if line.strip()
    ]
    if len(found) > MOST_ROWS:
        raise Unreadable("too_many_rows")
    return found


def parse_text_results(text: str) -> list[TypedResult]:
    """Parse everybody's result in a pasted list."""
    return parse_results(parse_pasted_rows(text))


def parse_file_results(raw: bytes) -> list[TypedResult]:
    """Parse everybody's result in a workbook or CSV file; Unreadable where it is neither."""
    return parse_results(parse_file_rows(raw))


def _parse_row(number: int, line: str) -> ListRow:
    said = _LINE.fullmatch(" ".join(line.split()))
    if said is None or "\t" in line or ";" in line or line.count(",") > 2:
        rows = parse_rows(line)
        return ListRow(number, rows[0].cells if rows else ())
    return ListRow(number, (said[1] or "", said[2], said[3] or ""))


def parse_results(rows: Sequence[ListRow]) -> list[TypedResult]:
    """Parse everybody's result in a list, in its order."""
    of_abakus = parse_day_results(rows)
    if of_abakus is not None:
        return [_convert_result(result) for result in of_abakus]
    found = find_heading(rows, {**_PERSONS, **_OTHERS})
    if found is None or any(parse_rank(cell) for cell in rows[found[0]].cells):  # somebody is called "Spieler"
        return [_guess_result(row) for row in rows]
    at, columns = found
    return [_parse_by_heading(row, columns) for row in rows[at + 1 :]]


def _convert_result(result: DayResult) -> TypedResult:
    """Return a result of a file that has numbers in place of names."""
    day = f"{result.day.isoformat()} {result.cup}" if result.day is not None else ""
    number = normalize_federation_number(result.number)
    return TypedResult(result.row, "", result.rank, None, result.total, result.unreadable, number, day)


def complete_results(results: Sequence[TypedResult], names: Mapping[str, str], day: str) -> list[TypedResult]:
    """Return results with the names of their numbers; `day`: the one that counts (ISO), where a file has several.

    Raise Unreadable("several_days") if it has several, and not that one.

    >>> found = parse_results(parse_pasted_rows("12;10;10\\n7;20;20"))
    >>> [(result.name, result.rank, result.unreadable) for result in complete_results(found, {"7": "Anna"}, "")]
    [('', 0, 'unknown_number'), ('Anna', 1, '')]
    """
    days = {result.day for result in results if result.day}
    if len(days) > 1:
        days = {each for each in days if day and each.startswith(f"{day} ")}
        if len(days) != 1:
            raise Unreadable("several_days")
    return [_complete_result(result, names, days) for result in results]


def _complete_result(result: TypedResult, names: Mapping[str, str], days: set[str]) -> TypedResult:
    code = result.unreadable or ("other_day" if days and result.day not in days else "")
    if not code and result.number and result.number not in names:
        code = "unknown_number"
    if code:
        return TypedResult(result.row, result.name, unreadable=code, number=result.number)
    return result._replace(name=names[result.number] if result.number else result.name, day="")


def parse_result(row: int, name: str, rank: str, points: str, written: str = "") -> TypedResult:
    """Parse a result from its cells; it has a reason if it is unreadable."""
    name = clean_text(name)
    place, amount, score = (
        parse_rank(rank),
        parse_parts(points, HUNDREDTHS, MOST_HUNDREDTHS, -MOST_HUNDREDTHS),
        parse_parts(written, SIXTHS, MOST_WRITTEN, -MOST_WRITTEN),
    )
    problems = (
        ("no_name", not _LETTERS.search(name)),
        ("too_long", len(name) > LONGEST_NAME),
        ("no_place", bool(rank.strip()) and place is None),
        ("no_points", bool(points.strip()) and amount is None),
        ("no_written", bool(written.strip()) and score is None),
    )
    wrong = next((code for code, is_so in problems if is_so), "")
    kept = clean_text(name[:LONGEST_NAME])
    return TypedResult(row, kept, unreadable=wrong) if wrong else TypedResult(row, kept, place or 0, amount, score)


def _parse_by_heading(row: ListRow, columns: Mapping[str, int]) -> TypedResult:
    person = parse_by_heading(row, columns)
    cells = [get_cell(row, columns, kind) for kind in (PLACE, POINTS, WRITTEN_SCORE)]
    if person.unreadable:
        return TypedResult(row.number, person.name, unreadable=person.unreadable)
    return parse_result(row.number, person.name, *cells)


def _guess_result(row: ListRow) -> TypedResult:
    """Guess a result in a list without headings: the place before the name, the points after it."""
    person = guess_person(row)
    if person.unreadable:
        return TypedResult(row.number, person.name, unreadable=person.unreadable)
    at = next(at for at, cell in enumerate(row.cells) if _LETTERS.search(cell))
    behind = [cell for cell in row.cells[at + 1 :] if cell and not _LETTERS.search(cell)]
    points = behind[0] if behind else ""
    return parse_result(row.number, person.name, row.cells[at - 1] if at else "", points)


def parse_rank(text: str) -> int | None:
    """Parse a place in a list; None if it is none.

    >>> parse_rank("1."), parse_rank("3. Platz"), parse_rank("0"), parse_rank("eins")
    (1, 3, None, None)
    """
    found = _RANK.fullmatch(text.strip())
    return int(found[1]) if found is not None and 0 < int(found[1]) <= LAST_PLACE else None


def encode_results(results: Sequence[TypedResult]) -> str:
    """Encode results as JSON text for a page; `decode_results` is the inverse.

    >>> rows = [TypedResult(2, "Anna", 1, 2250), TypedResult(3, "Bert", 2, None, 60, "", "12")]
    >>> decode_results(encode_results(rows)) == rows
    True
    """
    return encode_compact([list(result) for result in results])


def decode_results(text: str) -> list[TypedResult] | None:
    """Decode the results that a page has carried; None for anything else.

    >>> decode_results('[[1,"Anna",true,null,null,""]]'), decode_results("{}"), decode_results("[" * 9999)
    (None, None, None)
    """
    return decode_rows(text, _decode_result)


def _decode_result(value: Any) -> TypedResult | None:
    if not isinstance(value, list) or not _SHORTEST <= len(value) <= len(TypedResult._fields):
        return None
    # Older pages say no number.
    row, name, rank, points, written, unreadable, number, day = value + ["", ""][len(value) - _SHORTEST :]
    kinds = type(row) is type(rank) is int and type(name) is type(unreadable) is type(number) is str
    if not kinds or day or number != normalize_federation_number(number) or len(number) > LONGEST_NAME:
        return None
    if name != clean_text(name) or len(name) > LONGEST_NAME or not 0 < row < 1 << 31:
        return None
    if (
        not 0 <= rank <= LAST_PLACE
        or not _is_in_range(points, MOST_HUNDREDTHS)
        or not _is_in_range(written, MOST_WRITTEN)
    ):
        return None
    return TypedResult(row, name, rank, points, written, unreadable, number) if name or unreadable else None


def _is_in_range(amount: Any, most: int) -> bool:
    return amount is None or (type(amount) is int and abs(amount) <= most)
