"""What people typed, made safe for a workbook: text that every program opens, and that says what was typed."""

import re
from collections.abc import Iterable
from typing import Final

MOST_UNITS = 32_767  # of UTF-16 in a cell
MOST_TITLE_UNITS = 31
CUT = "…"
_UNWRITABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef"
    + "".join(chr(plane | last) for plane in range(0, 0x110000, 0x10000) for last in (0xFFFE, 0xFFFF))
    + "]"
)
_LOOKS_ESCAPED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")  # programs read _x0041_ as A
_NOT_IN_A_TITLE = re.compile(r"[\[\]:*?/\\]")
_RESERVED: Final = "history"  # Excel keeps this title for itself


def cell_text(text: str) -> str:
    """Text as it is written into a cell: nothing that breaks the file, no more than a cell holds.

    >>> cell_text("a\\x00b\\ud800\\ufffe"), cell_text("_x0041_")
    ('ab', '_x005F_x0041_')
    """
    return cut(_LOOKS_ESCAPED.sub("_x005F_", writable(text)), MOST_UNITS)


def writable(text: str) -> str:
    """Text without what no file can hold, its lines ended in one way.

    >>> writable("a\\x00b\\ud800\\r\\nc")
    'ab\\nc'
    """
    return _UNWRITABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def cut(text: str, most: int) -> str:
    """Text of at most so many units of UTF-16; what was cut says so.

    >>> cut("abcd", 3), cut("😀😀", 3), cut("abc", 3)
    ('ab…', '😀…', 'abc')
    """
    if _units(text) <= most:
        return text
    kept = text.encode("utf-16-le")[: 2 * (most - 1)].decode("utf-16-le", "ignore")
    return kept + CUT


def sheet_titles(wanted: Iterable[str]) -> list[str]:
    """Titles that a workbook takes: short enough, without forbidden characters, each once whatever its capitals.

    >>> sheet_titles(["Schrift", "schrift", "a/b", "'"])
    ['Schrift', 'schrift (2)', 'a b', 'Blatt']
    """
    titles: list[str] = []
    taken = {_RESERVED}
    for text in wanted:
        plain = _NOT_IN_A_TITLE.sub(" ", _UNWRITABLE.sub("", " ".join(text.split()))).strip(" '") or "Blatt"
        title, number = cut(plain, MOST_TITLE_UNITS), 2
        while title.casefold() in taken:
            behind = f" ({number})"
            title, number = cut(plain, MOST_TITLE_UNITS - len(behind)) + behind, number + 1
        taken.add(title.casefold())
        titles.append(title)
    return titles


def running_head(text: str, most: int = 80) -> str:
    """Text in the head or foot of a printed page, where & is a command.

    >>> running_head("Trumpf & Spiel")
    'Trumpf && Spiel'
    """
    return cut(" ".join(_UNWRITABLE.sub("", text).split()), most).replace("&", "&&")


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
