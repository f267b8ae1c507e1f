"""The people in an uploaded file of any name: its first bytes determine its format."""

from tournaments.name_lists.columns import ListPerson, parse_people
from tournaments.name_lists.rows import MOST_BYTES, ListRow, Unreadable
from tournaments.name_lists.text import decode_text, parse_csv_rows, parse_rows
from tournaments.name_lists.workbook import parse_workbook_rows

_ZIP = b"PK\x03\x04"
_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"  # xls, or a workbook with a password


def parse_file_people(raw: bytes) -> list[ListPerson]:
    """Parse everybody in a workbook or CSV file; Unreadable where it is neither, or has nobody in it."""
    return _parse_some_people(parse_file_rows(raw))


def parse_file_rows(raw: bytes) -> list[ListRow]:
    """Parse the rows of a workbook or CSV file; Unreadable where it is neither."""
    if len(raw) > MOST_BYTES:
        raise Unreadable("too_large")
    if raw.startswith(_OLD_WORKBOOK):
        raise Unreadable("old_workbook")
    return parse_workbook_rows(raw) if raw.startswith(_ZIP) else parse_csv_rows(decode_text(raw))


def parse_text_people(text: str) -> list[ListPerson]:
    """Parse everybody in a pasted list."""
    return _parse_some_people(parse_rows(text))


def _parse_some_people(rows: list[ListRow]) -> list[ListPerson]:
    found = parse_people(rows)
    if not any(not person.unreadable for person in found):
        raise Unreadable("nobody")
    return found
