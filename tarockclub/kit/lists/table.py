"""A table of cells, whatever it was read from, and how a page carries it from the preview to the confirmation.

>>> table = Table((ListSheet("A", (Row(1, (Cell("7", Fraction(7)), Cell("Anna"))),)),), (Note("encoding", "cp1250"),))
>>> decode_table(encode_table(table)) == table, decode_table("[[]]")
(True, None)
"""

import itertools
import json
import re
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from tarockclub.kit.hash_chain import encode_compact

MOST_BYTES = 2 << 20  # of a file
MOST_SENT = MOST_BYTES + 10_000  # of the form that it comes with
MOST_LINES = 50_000  # of a file that are looked at, empty ones too
MOST_ROWS = 2500  # of a sheet, that are not empty
MOST_CELLS = 60  # of a row
MOST_SHEETS = 30
MOST_NOTES = 10
LONGEST_CELL = 400  # characters; longer ones are cut
LONGEST_CARRIED = 900_000  # characters of a table on a page; what is longer is uploaded again
LAST_ROW = 1 << 20  # that a sheet can have
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
_NUMBER = re.compile(r"-?[0-9]{1,25}(?:/[1-9][0-9]{0,19})?")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


class Unreadable(Exception):  # noqa: N818 -- no error of the program, but an answer
    """A list that cannot be read; `code`: the reason (messages.py of the list's page), `what` is meant by it."""

    def __init__(self, code: str, what: str = "") -> None:
        super().__init__(code, what)
        self.code, self.what = code, what


class Cell(NamedTuple):
    """A cell: its text as people see it, and the typed value, if the file knows one."""

    text: str
    value: Fraction | date | bool | None = None


class Row(NamedTuple):
    """A row that is not empty; `number` as people count it there, from 1."""

    number: int
    cells: tuple[Cell, ...]
    visible: bool = True


class ListSheet(NamedTuple):
    """A sheet of a file; a text is one sheet without a name."""

    name: str
    rows: tuple[Row, ...]
    visible: bool = True


class Note(NamedTuple):
    """Something that the preview has to say about a file: "encoding" (of which letters were guessed), "far_cells" …"""

    code: str
    what: str = ""


class Table(NamedTuple):
    """All sheets of a list."""

    sheets: tuple[ListSheet, ...]
    notes: tuple[Note, ...] = ()


EMPTY = Cell("")


def clean_cell(text: str) -> str:
    """Return the text of a cell without what no page can show, and not too long."""
    return _UNWRITABLE.sub("", text[: 2 * LONGEST_CELL]).strip()[:LONGEST_CELL].strip()


def build_row(number: int, cells: list[Cell], *, visible: bool = True) -> Row | None:
    """Build a row without empty cells at its end; None where all are empty."""
    count = min(len(cells), MOST_CELLS)
    while count and not cells[count - 1].text:
        count -= 1
    return Row(number, tuple(cells[:count]), visible) if count else None


def get_cell(row: Row, column: int) -> Cell:
    """Return the cell of a row in a column, counted from 0; an empty one where the row is shorter."""
    return row.cells[column] if 0 <= column < len(row.cells) else EMPTY


def encode_table(table: Table) -> str:
    """Encode a table as JSON text for a page; "" if it is too long for one. `decode_table` is the inverse."""
    sheets = [[sheet.name, int(sheet.visible), list(map(_encode_row, sheet.rows))] for sheet in table.sheets]
    text = encode_compact([sheets, [list(note) for note in table.notes]])
    return text if len(text) <= LONGEST_CARRIED else ""


def _encode_row(row: Row) -> list[Any]:
    return [row.number, int(row.visible), *map(_encode_cell, row.cells)]


def _encode_cell(cell: Cell) -> Any:
    text, value = cell
    if value is None:
        return text
    if isinstance(value, bool | date):
        return [text, value if isinstance(value, bool) else value.isoformat()]
    is_plain = text == str(value) and value.denominator == 1 and abs(value) < 10**15
    return int(value) if is_plain else [text, str(value)]


def decode_table(text: str) -> Table | None:
    """Decode a table that a page has carried; None for anything else.

    >>> decode_table("[" * 99999), decode_table('[[["A",1,[[0,1,"x"]]]],[]]'), decode_table('[[["A",2,[]]],[]]')
    (None, None, None)
    """
    try:
        if len(text) > LONGEST_CARRIED:
            return None
        sheets, notes = json.loads(text)
        if not 0 < len(_check(sheets, list)) <= MOST_SHEETS or len(_check(notes, list)) > MOST_NOTES:
            return None
        return Table(tuple(map(_decode_sheet, sheets)), tuple(map(_decode_note, notes)))
    except (ValueError, TypeError, RecursionError):
        return None


def _check(value: Any, kind: type) -> Any:
    """Return a value of exactly this type; ValueError for another."""
    if type(value) is not kind:
        raise ValueError
    return value


def _check_text(value: Any) -> str:
    text: str = _check(value, str)
    if text != clean_cell(text):
        raise ValueError
    return text


def _decode_note(value: Any) -> Note:
    code, what = _check(value, list)
    return Note(_check_text(code), _check_text(what))


def _decode_sheet(value: Any) -> ListSheet:
    name, visible, rows = _check(value, list)
    if len(_check(rows, list)) > MOST_ROWS:
        raise ValueError
    decoded = tuple(map(_decode_row, rows))
    numbers = [row.number for row in decoded]
    if any(number >= later for number, later in itertools.pairwise(numbers)):
        raise ValueError
    return ListSheet(_check_text(name), decoded, _decode_flag(visible))


def _decode_row(value: Any) -> Row:
    number, visible, *cells = _check(value, list)
    row = Row(_check(number, int), tuple(map(_decode_cell, cells)), _decode_flag(visible))
    if not 0 < row.number <= LAST_ROW or not 0 < len(cells) <= MOST_CELLS or not row.cells[-1].text:
        raise ValueError
    return row


def _decode_flag(value: Any) -> bool:
    if _check(value, int) not in (0, 1):
        raise ValueError
    return bool(value)


def _decode_cell(value: Any) -> Cell:
    if type(value) is str:
        return Cell(_check_text(value))
    if type(value) is int and abs(value) < 10**15:
        return Cell(str(value), Fraction(value))
    text, typed = _check(value, list)
    if type(typed) is bool:
        return Cell(_check_text(text), typed)
    typed = _check(typed, str)
    if _DAY.fullmatch(typed):
        return Cell(_check_text(text), date.fromisoformat(typed))
    if not _NUMBER.fullmatch(typed):
        raise ValueError
    return Cell(_check_text(text), Fraction(typed))
