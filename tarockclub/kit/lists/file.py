"""The table in an uploaded file of any name, whose first bytes determine its format, or in pasted text."""

from tarockclub.kit.lists.table import MOST_BYTES, ListSheet, Note, Table, Unreadable
from tarockclub.kit.lists.text import decode_bytes, read_lines
from tarockclub.kit.lists.vcard import SHORTEST_LOOK, is_vcard, read_vcards
from tarockclub.kit.lists.workbook import read_old_workbook, read_workbook

_ZIP = b"PK\x03\x04"
_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"  # xls, or a newer one with a password


def read_file(raw: bytes) -> Table:
    """Read the table of a workbook, of CSV or of vCards; Unreadable where it is none, or has nothing in it."""
    if len(raw) > MOST_BYTES:
        raise Unreadable("too_large")
    if raw.startswith(_ZIP):
        return _check(read_workbook(raw))
    if raw.startswith(_OLD_WORKBOOK):
        return _check(read_old_workbook(raw))
    text, encoding = decode_bytes(raw)
    return _check(Table((_read_text(text),), (Note("encoding", encoding),) if encoding else ()))


def read_pasted(text: str) -> Table:
    """Read the table of a pasted list, or of pasted vCards; Unreadable where it has nothing in it."""
    return _check(Table((_read_text(text),)))


def _read_text(text: str) -> ListSheet:
    return read_vcards(text) if is_vcard(text[:SHORTEST_LOOK].encode("utf-8", "replace")) else read_lines(text)


def _check(table: Table) -> Table:
    if not any(sheet.rows for sheet in table.sheets):
        raise Unreadable("nobody")
    return table
