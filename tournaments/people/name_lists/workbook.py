"""Rows from the first sheet of a workbook (xlsx, ods): the zip's directory is checked before anything is opened.

Read with a few lines on expat and not with a library for workbooks: only the text of the cells of an untrusted file
is needed, and every member is read with a limit on bytes and rows, and without entities.
"""

import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any
from xml.parsers import expat

from tournaments.people.name_lists.ods import CONTENT, OdsTable
from tournaments.people.name_lists.rows import MOST_ROWS, ListRow, Unreadable
from tournaments.people.name_lists.xlsx import (
    NAMES_OF_SHEETS,
    SHARED_STRINGS,
    WAYS_TO_SHEETS,
    SheetRows,
    Strings,
    find_first_sheet,
)

MOST_MEMBERS = 500
MOST_UNPACKED = 40 << 20  # bytes of all members
LARGEST_RATIO = 200  # unpacked to packed, of a member of more than a MB
LARGEST_READ = 10 << 20  # of a member that is read: pictures are not
LONGEST_TAG = 1 << 18
_CHUNK = 1 << 16
Handler = Callable[..., Any]


def parse_workbook_rows(raw: bytes) -> list[ListRow]:
    """Return the rows of the first sheet; Unreadable for a file that is no workbook, or exceeds the limits."""
    try:
        with zipfile.ZipFile(BytesIO(raw)) as archive:
            _check_directory(archive)
            return _parse_rows(archive)
    except (zipfile.BadZipFile, expat.ExpatError, KeyError, ValueError, NotImplementedError, RuntimeError, EOFError):
        raise Unreadable("no_workbook") from None
    except OSError:
        raise Unreadable("no_workbook") from None


def _check_directory(archive: zipfile.ZipFile) -> None:
    """Refuse an archive that would unpack into too much, before a byte of it is unpacked."""
    members = archive.infolist()
    if len(members) > MOST_MEMBERS or sum(member.file_size for member in members) > MOST_UNPACKED:
        raise Unreadable("too_large")
    for member in members:
        if member.flag_bits & 1:
            raise Unreadable("locked")
        if member.file_size > 1 << 20 and member.file_size > LARGEST_RATIO * max(1, member.compress_size):
            raise Unreadable("too_large")


def _parse_rows(archive: zipfile.ZipFile) -> list[ListRow]:
    names = set(archive.namelist())
    if CONTENT in names:
        table = OdsTable(MOST_ROWS)
        _read_part(archive, CONTENT, table.list_handlers())
        return table.rows
    if NAMES_OF_SHEETS not in names:
        raise Unreadable("no_workbook")
    sheets: list[Mapping[str, str]] = []
    ways: list[Mapping[str, str]] = []
    _read_part(archive, NAMES_OF_SHEETS, {"start": _collect("sheet", sheets)})
    _read_part(archive, WAYS_TO_SHEETS, {"start": _collect("Relationship", ways)})
    strings = Strings()
    if SHARED_STRINGS in names:
        _read_part(archive, SHARED_STRINGS, strings.list_handlers())
    sheet = SheetRows(strings.found, MOST_ROWS)
    _read_part(archive, find_first_sheet(sheets, ways), sheet.list_handlers())
    return sheet.rows


def _collect(tag: str, into: list[Mapping[str, str]]) -> Handler:
    """Return a handler that keeps the attributes of every element of a name."""

    def start(name: str, attributes: Mapping[str, str]) -> None:
        if name.rpartition(":")[2] == tag:
            into.append(attributes)

    return start


def _read_part(archive: zipfile.ZipFile, member: str, handlers: Mapping[str, Handler]) -> None:
    """Give a member's elements to handlers, piece by piece; no entities."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse
    parser.StartElementHandler = handlers.get("start")
    parser.EndElementHandler = handlers.get("end")
    parser.CharacterDataHandler = handlers.get("text")
    if archive.getinfo(member).file_size > LARGEST_READ:
        raise Unreadable("too_large")
    read = 0
    with archive.open(member) as stream:
        while piece := stream.read(_CHUNK):
            parser.Parse(piece, False)
            read += len(piece)
            if read - parser.CurrentByteIndex > LONGEST_TAG:
                raise Unreadable("too_large")
        parser.Parse(b"", True)


def _refuse(*_said: object) -> None:
    """Refuse a document type: a workbook needs none, and one would allow entities."""
    raise Unreadable("no_workbook")
