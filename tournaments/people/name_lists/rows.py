"""The result of reading a list, and the limits on reading."""

from typing import NamedTuple

MOST_BYTES = 2 << 20  # of a file
MOST_SENT = MOST_BYTES + 10_000  # of the form that it comes with
MOST_LINES = 50_000  # empty ones too
MOST_ROWS = 2500
MOST_CELLS = 60  # of a row
LONGEST_CELL = 400  # characters; longer ones are cut
LAST_ROW = 1 << 20  # that a sheet can have
Cells = tuple[str, ...]


class ListRow(NamedTuple):
    """A row of the list; `number` as people count it there, from 1."""

    number: int
    cells: Cells


class Unreadable(Exception):  # noqa: N818 -- no error of the program, but an answer
    """A list that cannot be read; `code`: the reason (messages.py)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
