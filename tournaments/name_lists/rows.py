"""What reading a list gives, and how much of it is read at all."""

from typing import NamedTuple

MOST_BYTES = 2 << 20  # of a file
MOST_SENT = MOST_BYTES + 10_000  # of the form that it comes with
MOST_LINES = 50_000  # empty ones too
MOST_ROWS = 2500
MOST_CELLS = 60  # of a row
LONGEST_CELL = 400  # characters; what is longer is cut
MOST_SECONDS = 5.0
LAST_ROW = 1 << 20  # that a sheet can have
Cells = tuple[str, ...]


class Row(NamedTuple):
    """A row as it stands in the list; `number` as people count it there, from 1."""

    number: int
    cells: Cells


class Unreadable(Exception):  # noqa: N818 -- no error of the program, but an answer
    """A list that is not read; `code` says why (telling.py)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
