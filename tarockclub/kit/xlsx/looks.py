"""The looks of cells on screen and on paper: fonts, lines, number formats. No information by colour alone."""

from typing import Any

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
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
)

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


OpenSheet = Any  # openpyxl's write-only sheet and its cells: their types lack the attributes
OpenCell = Any
Style = tuple[str, str, bool, bool]  # kind of value, look, edge, is text


class XlsxStyles:
    """The styles of a workbook: each is created only once, since that takes time."""

    def __init__(self, book: Workbook, *, english: bool, in_parts: bool) -> None:
        self._within: OpenSheet = _CellContext(book)
        self._english, self._in_parts = english, in_parts
        self._known: dict[Style, int] = {}

    def find_style(self, cell: Cell, is_text: bool) -> int:
        """Return the number of a cell's style."""
        key = (cell[1], cell[2], cell[4], is_text)
        number = self._known.get(key)
        return number if number is not None else self._add_style(key, cell)

    def _add_style(self, key: Style, cell: Cell) -> int:
        open_cell: OpenCell = WriteOnlyCell(self._within)
        open_cell.font, open_cell.alignment = get_font(cell.look), get_alignment(cell)
        open_cell.number_format = get_number_format(cell.shown, in_parts=self._in_parts, english=self._english)
        if (fill := get_fill(cell.look)) is not None:
            open_cell.fill = fill
        if (border := get_border(cell)) is not None:
            open_cell.border = border
        open_cell.quotePrefix = key[3]
        self._known[key] = number = int(open_cell.style_id)
        return number


class _CellContext:
    """The part of a sheet that an openpyxl cell needs: its workbook."""

    def __init__(self, book: Workbook) -> None:
        self.parent = book
