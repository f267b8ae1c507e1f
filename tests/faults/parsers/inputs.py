"""Input that is small and takes long: bombs that unpack, nests, and repetitions that make a reader quadratic."""

import io
import json
import sqlite3
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

MB = 1 << 20
LIST_BYTES = 2 * MB
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
RELATIONS = (
    f'{_PACKAGE}<Relationship Id="r1" Type="{_RELATION}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>'
)
START = f'{_PACKAGE}<Relationship Id="r1" Type="{_RELATION}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
BOOK = f'<workbook {MAIN} xmlns:r="{_RELATION}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>'


def pack(members: Mapping[str, bytes | str]) -> bytes:
    """A ZIP file."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as container:
        for name, content in members.items():
            container.writestr(name, content)
    return packed.getvalue()


def pack_workbook(sheet: bytes | str, strings: str = "") -> bytes:
    """A workbook with this sheet."""
    members: dict[str, bytes | str] = {
        "_rels/.rels": START,
        "xl/workbook.xml": BOOK,
        "xl/_rels/workbook.xml.rels": RELATIONS,
        "xl/worksheets/sheet1.xml": sheet,
    }
    return pack(members | ({"xl/sharedStrings.xml": strings} if strings else {}))


def fill_directory(count: int) -> bytes:
    """A ZIP file that is nothing but a directory: so many members, each in 47 bytes."""
    entry = b"PK\x01\x02" + bytes(24) + struct.pack("<HHHHHII", 1, 0, 0, 0, 0, 0, 0) + b"a"
    size = len(entry) * count
    end64 = b"PK\x06\x06" + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, count, count, size, 0)
    locator = b"PK\x06\x07" + struct.pack("<IQI", 0, size, 1)
    return entry * count + end64 + locator + b"PK\x05\x06" + b"\xff" * 16 + b"\0\0"


def draw_bomb(side: int) -> bytes:
    """A PNG of few bytes that says, and is, so many pixels wide and high."""

    def build_chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    packing = zlib.compressobj(9)
    rows = b"".join(packing.compress(bytes(1 + side // 8)) for _ in range(side)) + packing.flush()
    head = struct.pack(">IIBBBBB", side, side, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + build_chunk(b"IHDR", head) + build_chunk(b"IDAT", rows) + build_chunk(b"IEND", b"")


def write_file(content: bytes) -> Path:
    """A file with this content, for whoever reads one."""
    with tempfile.NamedTemporaryFile(prefix="tarockclub-hostile-", delete=False) as file:
        file.write(content)
    return Path(file.name)


def write_database(statements: str) -> Path:
    """A SQLite file."""
    path = write_file(b"")
    with sqlite3.connect(path) as book:
        book.executescript(statements)
    book.close()
    return path


def list_texts(size: int) -> dict[str, str]:
    """Texts of so many characters on which a careless reader of words, lines and brackets takes long."""
    parts = {
        "letters": "a",
        "digits": "9",
        "blanks": " ",
        "tabs": "\t",
        "commas": "a,",
        "semicolons": ";",
        "quotation marks": '"',
        "doubled quotation marks": '""a',
        "backslashes": "\\",
        "brackets": "(",
        "numbered lines": "1. \n",
        "empty lines": "\n",
        "carriage returns": "\r",
        "equals": "=\r\n ",
        "cards": "BEGIN:VCARD\n",
        "card names": "N:;;;\n",
        "marks": "TAROCK1/",
        "operators": "1-",
        "powers": "9^9^",
        "accents": "a\u0301\u0302",
    }
    return {name: (part * (size // len(part) + 1))[:size] for name, part in parts.items()}


def list_json(size: int) -> dict[str, str]:
    """JSON of so many bytes that is deep, wide, or a very long number."""
    return {
        "open lists": "[" * size,
        "nested lists": "[" * (size // 2) + "]" * (size // 2),
        "nested objects": '{"a":' * (size // 5),
        "many keys": "{" + ",".join(f'"{at}":0' for at in range(size // 10)) + "}",
        "the same key": "{" + ",".join(['"a":0'] * (size // 6)) + "}",
        "a long number": "9" * size,
        "a long fraction": "0." + "9" * size + "e999",
        "escapes": '"' + "\\u0041" * (size // 6) + '"',
        "an open text": '"' + "\\" * size,
        "lists of hands": json.dumps([{"plays": [{"contract": "rufer", "declarer": 0}]}] * (size // 60)),
    }
