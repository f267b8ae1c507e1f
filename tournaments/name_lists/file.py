"""The people in an uploaded file, whatever it is called: what it is, its first bytes say."""

from tournaments.name_lists.columns import Read, people_in
from tournaments.name_lists.rows import MOST_BYTES, Row, Unreadable
from tournaments.name_lists.text import decoded, rows_of, rows_of_csv
from tournaments.name_lists.workbook import rows_of_workbook

_ZIP = b"PK\x03\x04"
_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"  # xls, or a workbook with a password


def people_in_file(raw: bytes) -> list[Read]:
    """Everybody in a workbook or CSV file; Unreadable where it is none, or nobody is in it."""
    return _somebody(rows_in_file(raw))


def rows_in_file(raw: bytes) -> list[Row]:
    """The rows of a workbook or CSV file; Unreadable where it is none."""
    if len(raw) > MOST_BYTES:
        raise Unreadable("too_large")
    if raw.startswith(_OLD_WORKBOOK):
        raise Unreadable("old_workbook")
    return rows_of_workbook(raw) if raw.startswith(_ZIP) else rows_of_csv(decoded(raw))


def people_in_text(text: str) -> list[Read]:
    """Everybody in a pasted list."""
    return _somebody(rows_of(text))


def _somebody(rows: list[Row]) -> list[Read]:
    found = people_in(rows)
    if not any(not one.unreadable for one in found):
        raise Unreadable("nobody")
    return found
