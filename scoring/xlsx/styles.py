"""How cells look on the screen and on paper: fonts, lines, number formats. Nothing is told by colour alone."""

import math
from collections.abc import Sequence

from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

from scoring.xlsx.cells import (
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
    Page,
)

HEIGHT, HIGHEST = 15.0, 409.0  # points
BOLD = 1.15  # how much wider bold letters are
ARROW, WIDEST_HEAD = 2, 22  # characters
MINUS = '"−"'  # a real one
WHOLE = {AMOUNT: f"+0;{MINUS}0;0", STANDING: f"0;{MINUS}0;0"}
# Where halves and thirds are played: 3 1/2, not 3.5; whole amounts then stand under whole ones.
IN_PARTS = {AMOUNT: f"+# ?/?;{MINUS}# ?/?;0", STANDING: f"# ?/?;{MINUS}# ?/?;0"}
NUMBERS = {
    TEXT: "@",
    COUNT: "0",
    FACTOR: '"×"0',
    EURO: f'"€" #,##0.00;"€" {MINUS}#,##0.00;"€" 0.00',
    PLAY: f"#,##0.00;{MINUS}#,##0.00;0.00",
    POINTS: f"General;{MINUS}General;0",
}
MOMENTS = {True: "yyyy-mm-dd hh:mm", False: "dd.mm.yyyy hh:mm"}  # by whether the reader reads English

_THIN, _STRONG, _FAINT = Side("thin", "808080"), Side("medium", "404040"), Side("hair", "A0A0A0")
_FILLS = {HEAD: "E7E6E0", SUM: "F3F2EE"}


def get_number_format(shown: str, *, in_parts: bool, english: bool) -> str:
    """How a workbook shows a kind of value."""
    if shown == MOMENT:
        return MOMENTS[english]
    return ({**NUMBERS, **(IN_PARTS if in_parts else WHOLE)})[shown]


def get_font(look: str) -> Font:
    """The font of a look."""
    return Font(
        name="Calibri",
        size=14 if look == TITLE else 11,
        bold=look in (TITLE, HEAD, SUM),
        italic=look == NOTE,
        strike=look == STRUCK_LOOK or None,
    )


def get_fill(look: str) -> PatternFill | None:
    """The background of a look, light enough for every printer."""
    return PatternFill("solid", _FILLS[look]) if look in _FILLS else None


def get_border(cell: Cell) -> Border | None:
    """The lines around a cell."""
    if cell.look in (TITLE, LINE):
        return None
    left = _THIN if cell.edge else None
    if cell.look == HEAD:
        return Border(left=left, bottom=_THIN)
    if cell.look == SUM:
        return Border(left=left, top=_THIN, bottom=_STRONG)
    return Border(left=left, bottom=_FAINT)


def get_alignment(cell: Cell) -> Alignment:
    """Where a value stands in its cell: words begin on the left and go on below, numbers end on the right."""
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
    """How many lines of text the fullest cell of a row needs, at a guess."""
    most = 1
    for cell, width in zip(row, widths, strict=False):
        value = cell.value  # nearly all cells are short: that is seen here, for millions of them
        if isinstance(value, str) and (len(value) >= width - 2 or "\n" in value) and cell.look not in (TITLE, LINE):
            most = max(most, _count_text_lines(value, width, bold=cell.look in (HEAD, SUM)))
    return most


def _count_text_lines(text: str, width: int, *, bold: bool) -> int:
    """How many lines a text is broken into at its words; a word that is too long is broken anywhere."""
    at_most = max(1, int((width - 1) / (BOLD if bold else 1)))
    lines = 0
    for part in text.split("\n"):
        lines, free = lines + 1, at_most
        for word in part.split(" "):
            if len(word) > free and free < at_most:
                lines, free = lines + 1, at_most
            if len(word) > at_most:
                more = math.ceil(len(word) / at_most) - 1
                lines, free = lines + more, at_most * (more + 1)
            free -= len(word) + 1
    return lines


def compute_widths(page: Page) -> tuple[int, ...]:
    """The widths of a page's columns: as wide as its heads have words, with the arrow of a filter beside them."""
    widths = list(page.widths)
    for row in page.rows:
        for at, cell in enumerate(row[: len(widths)]):
            if cell.look == HEAD and isinstance(cell.value, str):
                longest = max(map(len, cell.value.split()), default=0)
                needed = math.ceil(longest * BOLD) + 1 + (ARROW if page.filtered else 0)
                widths[at] = max(widths[at], min(needed, WIDEST_HEAD))
    return tuple(widths)


def compute_height(lines: int) -> float:
    """The height of a row with so many lines, in points; no row is higher than programs allow."""
    return min(lines * HEIGHT, HIGHEST)
