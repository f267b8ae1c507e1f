"""The people in an uploaded file of any name: its first bytes determine its format."""

from tournaments.people.name_lists.abakus import parse_players
from tournaments.people.name_lists.columns import ListPerson, parse_people
from tournaments.people.name_lists.rows import MOST_BYTES, ListRow, Unreadable
from tournaments.people.name_lists.text import decode_text, parse_csv_rows, parse_rows
from tournaments.people.name_lists.vcard import SHORTEST_LOOK, is_vcard, parse_cards
from tournaments.people.name_lists.workbook import parse_workbook_rows

_ZIP = b"PK\x03\x04"
_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"  # xls, or a workbook with a password


def parse_file_people(raw: bytes, *, headed: bool = False) -> list[ListPerson]:
    """Parse everybody in a workbook, a CSV file or vCards; Unreadable where it is none, or has nobody in it.

    `headed`: a number beside surname, first name and town is that of the player (abakus.py).
    """
    if len(raw) <= MOST_BYTES and is_vcard(raw[:SHORTEST_LOOK]):
        return _must_name_somebody(parse_cards(decode_text(raw)))
    return _parse_some_people(parse_file_rows(raw), headed=headed)


def parse_file_rows(raw: bytes) -> list[ListRow]:
    """Parse the rows of a workbook or CSV file; Unreadable where it is neither."""
    if len(raw) > MOST_BYTES:
        raise Unreadable("too_large")
    if raw.startswith(_OLD_WORKBOOK):
        raise Unreadable("old_workbook")
    return parse_workbook_rows(raw) if raw.startswith(_ZIP) else parse_csv_rows(decode_text(raw))


def parse_text_people(text: str, *, headed: bool = False) -> list[ListPerson]:
    """Parse everybody in a pasted list, or in pasted vCards."""
    if is_vcard(text[:SHORTEST_LOOK].encode()):
        return _must_name_somebody(parse_cards(text))
    return _parse_some_people(parse_rows(text), headed=headed)


def _parse_some_people(rows: list[ListRow], *, headed: bool) -> list[ListPerson]:
    return _must_name_somebody(parse_players(rows, headed=headed) or parse_people(rows))


def _must_name_somebody(people: list[ListPerson]) -> list[ListPerson]:
    if all(person.unreadable for person in people):
        raise Unreadable("nobody")
    return people
