"""The look of cells on screen and on paper: fonts, lines, number formats. No information by colour alone."""

import math
from collections.abc import Sequence

from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

from tarockclub.kit.xlsx.cells import (
    AMOUNT,
    COUNT,
    EURO,
    FACTOR,
    HEAD,
    LINE,
    MOMENT,
    NOTE,
    PLAY,
    POINTS,
    STANDING,
    STRUCK_LOOK,
    SUM,
    TEXT,
    TITLE,
    Cell,
    WorkbookPage,
)

HEIGHT, HIGHEST = 15.0, 409.0  # points
BOLD = 1.15  # relative width of bold letters
ARROW, WIDEST_HEAD = 2, 22  # characters
MINUS = '"−"'  # a real one
WHOLE_NUMBER = {AMOUNT: f"+0;{MINUS}0;0", STANDING: f"0;{MINUS}0;0"}
# For halves and thirds: 3 1/2, not 3.5; whole amounts are then aligned with whole parts.
IN_PARTS = {AMOUNT: f"+# ?/?;{MINUS}# ?/?;0", STANDING: f"# ?/?;{MINUS}# ?/?;0"}
NUMBERS = {
    TEXT: "@",
    COUNT: "0",
    FACTOR: '"×"0',
    EURO: '"€" #,##0.00;"−€" #,##0.00;"€" 0.00',
    PLAY: f"#,##0.00;{MINUS}#,##0.00;0.00",
    POINTS: f"General;{MINUS}General;0",
}
MOMENTS = {True: "yyyy-mm-dd hh:mm", False: "dd.mm.yyyy hh:mm"}  # by whether the reader reads English

_THIN, _STRONG, _FAINT = Side("thin", "808080"), Side("medium", "404040"), Side("hair", "A0A0A0")
_FILLS = {HEAD: "E7E6E0", SUM: "F3F2EE"}


def get_number_format(shown: str, *, in_parts: bool, english: bool) -> str:
    """Return the number format of a kind of value."""
    if shown == MOMENT:
        return MOMENTS[english]
    return ({**NUMBERS, **(IN_PARTS if in_parts else WHOLE_NUMBER)})[shown]


def get_font(look: str) -> Font:
    """Return the font of a look."""
    return Font(
        name="Calibri",
        size=14 if look == TITLE else 11,
        bold=look in (TITLE, HEAD, SUM),
        italic=look == NOTE,
        strike=look == STRUCK_LOOK or None,
    )


def get_fill(look: str) -> PatternFill | None:
    """Return the background of a look, light enough for every printer."""
    return PatternFill("solid", _FILLS[look]) if look in _FILLS else None


def get_border(cell: Cell) -> Border | None:
    """Return the lines around a cell."""
    if cell.look in (TITLE, LINE):
        return None
    left = _THIN if cell.edge else None
    if cell.look == HEAD:
        return Border(left=left, bottom=_THIN)
    if cell.look == SUM:
        return Border(left=left, top=_THIN, bottom=_STRONG)
    return Border(left=left, bottom=_FAINT)


def get_alignment(cell: Cell) -> Alignment:
    """Return the alignment of a value: words on the left with line breaks, numbers on the right."""
    if cell.look in (TITLE, LINE):
        return Alignment(vertical="center")
    words = cell.shown in (TEXT, MOMENT)
    return Alignment(
        horizontal="left" if words else "right",
        vertical="bottom" if cell.look == HEAD else "top",
        wrap_text=words or cell.look == HEAD,
        indent=1,
    )


def count_row_lines(row: Sequence[Cell], widths: Sequence[int]) -> int:
    """Return an estimate of the lines of text that the fullest cell of a row needs."""
    most = 1
    for cell, width in zip(row, widths, strict=False):
        value = cell.value  # fast path: nearly all cells are short, and there are millions
        if isinstance(value, str) and (len(value) >= width - 2 or "\n" in value) and cell.look not in (TITLE, LINE):
            most = max(most, _count_text_lines(value, width, bold=cell.look in (HEAD, SUM)))
    return most


def _count_text_lines(text: str, width: int, *, bold: bool) -> int:
    """Return the number of lines of a text that is wrapped at words; a word that is too long is broken anywhere."""
    at_most = max(1, int((width - 1) / (BOLD if bold else 1)))
    lines = 0
    for part in text.split("\n"):
        lines, free = lines + 1, at_most
        for word in part.split(" "):
            if len(word) > free and free < at_most:
                lines, free = lines + 1, at_most
            if len(word) > at_most:
                breaks = math.ceil(len(word) / at_most) - 1
                lines, free = lines + breaks, at_most * (breaks + 1)
            free -= len(word) + 1
    return lines


def compute_widths(page: WorkbookPage) -> tuple[int, ...]:
    """Return the widths of a page's columns: wide enough for the words of the headings and the arrow of a filter."""
    widths = list(page.widths)
    for row in page.rows:
        for column, cell in enumerate(row[: len(widths)]):
            if cell.look == HEAD and isinstance(cell.value, str):
                longest = max(map(len, cell.value.split()), default=0)
                needed = math.ceil(longest * BOLD) + 1 + (ARROW if page.filtered else 0)
                widths[column] = max(widths[column], min(needed, WIDEST_HEAD))
    return tuple(widths)


def compute_height(lines: int) -> float:
    """Return the height of a row with this many lines, in points; no higher than programs allow."""
    return min(lines * HEIGHT, HIGHEST)
