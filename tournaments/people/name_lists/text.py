"""Rows from pasted text and from CSV, with any separator.

>>> [(row.number, row.cells) for row in parse_rows("1. Anna Maier\\n\\nHuber, Berta\\n3\\tCilli")]
[(1, ('1', 'Anna Maier')), (3, ('Berta Huber',)), (4, ('3', 'Cilli'))]
"""

import csv
import re
from collections.abc import Iterator
from io import StringIO

from tarockclub.kit.text import has_digit
from tournaments.people.name_lists.rows import LONGEST_CELL, MOST_CELLS, MOST_LINES, MOST_ROWS, ListRow, Unreadable

_NUMBER_IN_FRONT = re.compile(r"\s*(\d{1,4})\s*(?:[.):–-]\s*|\s+)(?=\D)")
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_SEPARATORS = "\t;,"


def decode_text(raw: bytes) -> str:
    """Decode the text of a file: by its byte order mark, as UTF-8, or in the encoding of older spreadsheets.

    >>> decode_text("Jörg".encode("cp1252")), decode_text("Jörg".encode()), decode_text("Jörg".encode("utf-16"))
    ('Jörg', 'Jörg', 'Jörg')
    """
    for mark, name in _BOMS:
        if raw.startswith(mark):
            return raw.decode(name, "replace")
    if b"\x00" in raw:
        raise Unreadable("no_list")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("cp1252", "replace")


def parse_rows(text: str) -> list[ListRow]:
    """Parse the rows of a pasted list: a name a line, also numbered, "surname, first name", or copied cells."""
    found: list[ListRow] = []
    for number, line in enumerate(_split_lines(text), 1):
        if line.strip():
            found.append(ListRow(number, _split_cells(line[: 2 * LONGEST_CELL])))
        if len(found) > MOST_ROWS:
            raise Unreadable("too_many_rows")
    return found


def _split_lines(text: str) -> list[str]:
    """Return the lines of a text before parsing."""
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise Unreadable("too_many_rows")
    return lines


def _split_cells(line: str) -> tuple[str, ...]:
    """Return the cells of a line: copied ones, or its number, if it has one, and the name with the first name first."""
    for separator in "\t;":
        if separator in line:
            return tuple(part.strip()[:LONGEST_CELL] for part in line.split(separator)[:MOST_CELLS])
    numbered = _NUMBER_IN_FRONT.match(line)
    before = (numbered[1],) if numbered else ()
    parts = [part.strip() for part in line[numbered.end() if numbered else 0 :].split(",")]
    parts = [part for part in parts if part]
    if len(parts) == 2 and not has_digit("".join(parts)):
        parts = [f"{parts[1]} {parts[0]}"]  # "Maier, Anna"
    return (*before, *parts)


def parse_csv_rows(text: str) -> list[ListRow]:
    """Parse the rows of a CSV file; the separator is the most frequent one in its first line."""
    first = next((line for line in _split_lines(text) if line.strip()), "")
    separator = max(_SEPARATORS, key=first.count)
    found: list[ListRow] = []
    for number, cells in _number_rows(text, separator):
        if any(cells):
            found.append(ListRow(number, cells))
        if len(found) > MOST_ROWS:
            raise Unreadable("too_many_rows")
    return found


def _number_rows(text: str, separator: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield each row with the number of the line that it begins in."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator)
    line = 1
    try:
        for row in reader:
            yield line, tuple(cell.strip()[:LONGEST_CELL] for cell in row[:MOST_CELLS])
            line = reader.line_num + 1
    except csv.Error:
        raise Unreadable("no_list") from None
