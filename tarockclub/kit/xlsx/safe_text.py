"""Typed text made safe for a workbook: every program opens it, and it still shows what was typed."""

import re
from collections.abc import Iterable
from typing import Final

MOST_UNITS = 32_767  # of UTF-16 in a cell
MOST_TITLE_UNITS = 31
MOST_RUNNING_UNITS = 80
CUT_MARK = "…"
_UNWRITABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef"
    + "".join(chr(plane | last) for plane in range(0, 0x110000, 0x10000) for last in (0xFFFE, 0xFFFF))
    + "]"
)
_LOOKS_ESCAPED = re.compile("_(?=x[0-9A-Fa-f]{4}_)")  # programs read _x0041_ as A
_NOT_IN_A_TITLE = re.compile(r"[\[\]:*?/\\]")
_RESERVED: Final = "history"  # Excel keeps this title for itself


def clean_cell_text(text: str) -> str:
    """Clean text for a cell: without characters that break the file, and no longer than a cell holds.

    >>> clean_cell_text("a\\x00b\\ud800\\ufffe"), clean_cell_text("_x0041_")
    ('ab', '_x005F_x0041_')
    """
    return cut_text(_LOOKS_ESCAPED.sub("_x005F_", clean_xml_text(text)), MOST_UNITS)


def clean_xml_text(text: str) -> str:
    """Remove characters that no file can hold, and unify the line breaks.

    >>> clean_xml_text("a\\x00b\\ud800\\r\\nc")
    'ab\\nc'
    """
    return _UNWRITABLE.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def cut_text(text: str, most: int) -> str:
    """Cut text to at most `most` units of UTF-16; an ellipsis marks the cut.

    >>> cut_text("abcd", 3), cut_text("😀😀", 3), cut_text("abc", 3)
    ('ab…', '😀…', 'abc')
    """
    if _count_units(text) <= most:
        return text
    beginning = text.encode("utf-16-le")[: 2 * (most - 1)].decode("utf-16-le", "ignore")
    return beginning + CUT_MARK


def build_sheet_titles(names: Iterable[str]) -> list[str]:
    """Return titles that a workbook accepts: short enough, without forbidden characters, unique regardless of case.

    >>> build_sheet_titles(["Schrift", "schrift", "a/b", "'"])
    ['Schrift', 'schrift (2)', 'a b', 'Blatt']
    """
    titles: list[str] = []
    taken = {_RESERVED}
    for text in names:
        plain = _NOT_IN_A_TITLE.sub(" ", _UNWRITABLE.sub("", " ".join(text.split()))).strip(" '") or "Blatt"
        title, number = cut_text(plain, MOST_TITLE_UNITS), 2
        while title.casefold() in taken:
            behind = f" ({number})"
            title, number = cut_text(plain, MOST_TITLE_UNITS - len(behind)) + behind, number + 1
        taken.add(title.casefold())
        titles.append(title)
    return titles


def escape_running_head(text: str) -> str:
    """Escape text for the head or foot of a printed page, where & is a command.

    >>> escape_running_head("Trumpf & Spiel")
    'Trumpf && Spiel'
    """
    return cut_text(" ".join(_UNWRITABLE.sub("", text).split()), MOST_RUNNING_UNITS).replace("&", "&&")


def _count_units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
