"""The looks of cells on screen and on paper: fonts, lines, number formats. No information by colour alone."""

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side

from tarockclub.kit.xlsx.cells import (
    ACROSS,
    AMOUNT,
    COUNT,
    DAY,
    EURO,
    EXACT,
    FACTOR,
    FAINT,
    FIRST,
    GAINS,
    GREY,
    HEAD,
    LINE,
    MEAN,
    MOMENT,
    NOTE,
    OVER_COLUMNS,
    OWNER,
    PLAY,
    POINTS,
    RANK,
    SECTION,
    SENTENCE,
    SHARE,
    SMALL,
    SMALL_GREY,
    SMALL_SUM,
    STANDING,
    STRONG,
    STRUCK_LOOK,
    SUM,
    TEXT,
    TITLE,
    TOTALS,
    UPRIGHT,
    WALL,
    WALL_STRONG,
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
    if cell.look == HEAD:
        return Border(bottom=_THIN)
    if cell.look == SUM:
        return Border(top=_THIN, bottom=_STRONG)
    return Border(bottom=_FAINT)


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


SMALL_SIZE = 8  # of letters, in points: cells so narrow that text has neither breaks nor space around it
OpenSheet = Any  # openpyxl's write-only sheet and its cells: their types lack the attributes
OpenCell = Any
Style = tuple[str, str, bool, bool]  # kind of value, look, band, is text


# A workbook with a cover.

CLUB, INK, SOFT, WHITE, WASH = "club", "222222", "6B6B6B", "FFFFFF", "F4F3EE"  # CLUB stands for the club's own colour
LOSSES = "8C3B2E"
_THOUSANDS = "#,##0", "#,##0.0", "#,##0.00"
COVER_NUMBERS = {
    RANK: '0"."',
    SHARE: "0 %",
    EXACT: IN_PARTS[AMOUNT],
    EURO: f'#,##0.00 "€";{MINUS}#,##0.00 "€";0.00 "€"',
    MEAN: f"+0.00;{MINUS}0.00;0.00",
    **{kind: f"+{digits};{MINUS}{digits};{digits[4:]}" for kind, digits in zip(GAINS, _THOUSANDS, strict=True)},
    **{kind: f"{digits};{MINUS}{digits};{digits[4:]}" for kind, digits in zip(TOTALS, _THOUSANDS, strict=True)},
}
# By whether the reader reads English: a day in a cell, the months along an axis; Austrian German says Jänner.
DAYS = {True: "[$-809]d mmm", False: "[$-C07]ddd, d. mmm"}
MONTHS = {True: "[$-809]mmm", False: "[$-C07]mmm"}


class CellLook(NamedTuple):
    """The letters, the background and the line below of a cell."""

    size: float = 10
    bold: bool = False
    colour: str = INK
    fill: str = ""
    line: Literal["", "hair", "thin"] = "hair"
    height: float = 0  # of a row that begins with it, in points; 0: by its text


COVER_LOOKS = {
    TITLE: CellLook(22, True, CLUB, line="", height=32),
    OWNER: CellLook(12, colour=SOFT, line="", height=20),
    LINE: CellLook(12, line="", height=18),
    SENTENCE: CellLook(10, colour=SOFT, line="", height=16),
    HEAD: CellLook(bold=True, colour=WHITE, fill=CLUB, line="", height=20),
    SECTION: CellLook(14, True, CLUB, line="", height=26),
    UPRIGHT: CellLook(bold=True, colour=WHITE, fill=CLUB, line="", height=72),
    SUM: CellLook(bold=True, fill=WASH, line="thin"),
    NOTE: CellLook(colour=SOFT),
    STRONG: CellLook(bold=True),
    FIRST: CellLook(11, True, CLUB, height=15.5),
    WALL: CellLook(11, height=15.5),
    WALL_STRONG: CellLook(11, True),
    ACROSS: CellLook(11),
    FAINT: CellLook(colour=SOFT),
    GREY: CellLook(11, colour=SOFT, height=15.5),
    SMALL: CellLook(8, height=11),
    SMALL_GREY: CellLook(8, colour=SOFT, height=11),
    SMALL_SUM: CellLook(8, True, fill=WASH, line="thin", height=13),
}


def find_row_height(cells: Sequence[Cell]) -> float:
    """Return the height that the looks at the ends of a row ask for in a workbook with a cover; 0: none."""
    return max(
        (COVER_LOOKS[cell.look].height for cell in (*cells[:1], *cells[-1:]) if cell.look in COVER_LOOKS), default=0
    )


def format_open_cell(open_cell: OpenCell, cell: Cell, colour: str, *, english: bool) -> None:
    """Give a cell of a workbook with a cover its look; `colour`: the club's, without "#"."""
    look = COVER_LOOKS.get(cell.look, CellLook())
    fill = look.fill or (WASH if cell.band else "")
    letters, background = (colour if part == CLUB else part for part in (look.colour, fill))
    struck = cell.look == STRUCK_LOOK or None
    open_cell.font = Font(name="Calibri", size=look.size, bold=look.bold, color=letters, strike=struck)
    is_left, is_over = cell.shown in (TEXT, MOMENT, DAY) or cell.look == NOTE, cell.look in OVER_COLUMNS
    open_cell.alignment = Alignment(
        horizontal="center" if cell.look == UPRIGHT else "left" if is_left else "right",
        vertical="center",
        wrap_text=(is_left or cell.look == HEAD) and not is_over and look.size > SMALL_SIZE,
        text_rotation=90 if cell.look == UPRIGHT else 0,
        # Of numbers none: LibreOffice shows it in some cells of a row and not in others.
        indent=int(
            is_left and (not is_over or cell.look == ACROSS) and cell.look != UPRIGHT and look.size > SMALL_SIZE
        ),
    )
    if background:
        open_cell.fill = PatternFill("solid", background)
    if look.line:
        open_cell.border = Border(bottom=Side(look.line, "A0A0A0"))
    formats = {DAY: DAYS[english], MOMENT: MOMENTS[english], **COVER_NUMBERS}
    open_cell.number_format = formats.get(cell.shown) or get_number_format(cell.shown, in_parts=True, english=english)


class XlsxStyles:
    """The styles of a workbook: each is created only once, since that takes time. `colour`: one with a cover has it."""

    def __init__(self, book: Workbook, *, english: bool, in_parts: bool, colour: str = "") -> None:
        self._within: OpenSheet = _CellContext(book)
        self._english, self._in_parts, self._colour = english, in_parts, colour
        self._known: dict[Style, int] = {}

    def find_style(self, cell: Cell, is_text: bool) -> int:
        """Return the number of a cell's style."""
        key = (cell[1], cell[2], cell[4], is_text)
        number = self._known.get(key)
        return number if number is not None else self._add_style(key, cell)

    def _add_style(self, key: Style, cell: Cell) -> int:
        open_cell: OpenCell = WriteOnlyCell(self._within)
        if self._colour:
            format_open_cell(open_cell, cell, self._colour, english=self._english)
        else:
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
