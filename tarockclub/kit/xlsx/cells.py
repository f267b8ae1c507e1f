"""The cells of a workbook as plain values: content, appearance, formula; and typed text that every program opens."""

import re
import textwrap
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.days import convert_to_local

Value = str | int | float | datetime | None
# The kinds of values: text, a count, a gain or loss, a total, euros, a moment.
TEXT, COUNT, AMOUNT, STANDING, FACTOR, EURO, MOMENT = "text", "count", "amount", "standing", "factor", "euro", "moment"
PLAY = "play"  # play money
POINTS = "points"  # place points, and sums with them: any fraction, as a decimal number
# Only in a workbook with a cover: a day, a rank with its point, a share, a score in halves and thirds, a mean with two
# decimals; a gain or loss and a total with as many decimals as its place in the list says.
DAY, RANK, SHARE, EXACT, MEAN = "day", "rank", "share", "exact", "mean"
GAINS, TOTALS = ("gain_0", "gain_1", "gain_2"), ("total_0", "total_1", "total_2")
# The looks of cells.
PLAIN, TITLE, LINE, HEAD, SUM, STRUCK_LOOK, NOTE = "", "title", "line", "head", "sum", "struck", "note"
# Only in a workbook with a cover: who it is of, a sentence over the columns, bold; on a page for the wall the first
# three, other rows and their main number, who is not ranked; in narrow tables small, with upright headings.
OWNER, SENTENCE, STRONG, FIRST, WALL, WALL_STRONG = "owner", "sentence", "strong", "first", "wall", "wall strong"
GREY, SMALL, SMALL_GREY, SMALL_SUM, UPRIGHT = "grey", "small", "small grey", "small sum", "upright"
# The heading of a part of a page, text that is wider than its column, numbers that matter less.
SECTION, ACROSS, FAINT = "section", "across", "faint"
OVER_COLUMNS = (TITLE, LINE, OWNER, SENTENCE, SECTION, ACROSS)  # looks of text that goes over the cells on its right
LOSS, TINT, BARS = "loss", "tint", "bars"  # of marks alone, beside STRUCK_LOOK and GREY


class Cell(NamedTuple):
    """One cell. With a formula (without its "="), `value` is its expected result."""

    value: Value = None
    shown: str = TEXT
    look: str = PLAIN
    formula: str = ""
    band: bool = False  # with a light background, as every second row has it; only in a workbook with a cover


Rows = tuple[tuple[Cell, ...], ...]


class CellMark(NamedTuple):
    """Cells that look otherwise while a formula holds; BARS shows how large their numbers are."""

    cells: str  # "B5:F9", or columns ("B:F") from the first row of the table to its spare ones
    look: str
    formula: str = ""  # of the first of these cells


LINES_CHART, BARS_CHART = "lines", "bars"


class SheetChart(NamedTuple):
    """A chart of the numbers of a sheet; its ranges are written as in formulas, with the sheet's title."""

    kind: str
    title: str
    place: str  # the cell in its upper left corner
    heads: str  # what stands along its axis
    series: tuple[tuple[str, str], ...]  # the cell of each name, and its numbers
    size: tuple[float, float]  # in centimetres
    has_days: bool = False  # along its axis


class Extras(NamedTuple):
    """All that a sheet has beside its rows: a table object, names for formulas, marks, charts, its print set-up."""

    table: str = ""  # the name of its table object: the last row of the headings and all rows below
    names: Mapping[str, str] = {}  # of columns ("B"), with room for rows typed below them, and of cells ("$B$5")
    marks: tuple[CellMark, ...] = ()
    charts: tuple[SheetChart, ...] = ()
    sparks: tuple[tuple[str, str], ...] = ()  # a cell, and the numbers whose columns are drawn in it
    is_landscape: bool = False
    is_one_page: bool = False  # else only as wide as one
    columns: int = 0  # printed, from the left; 0: all
    lines: int = 0  # rows printed, from the top; 0: all
    breaks: tuple[int, ...] = ()  # columns behind which a page ends: it is not shrunk then
    has_grid: bool = True


NO_EXTRAS = Extras()


class Cover(NamedTuple):
    """The properties of a workbook, and the colour of its headings."""

    title: str
    club: str
    subject: str
    language: str
    program: str  # "Tarockclub 1.2.0"
    colour: str = "#174a37"
    list_sheet: str = ""  # the sheet from which lists of names are read


class WorkbookPage(NamedTuple):
    """One sheet of the workbook."""

    title: str
    widths: tuple[float, ...]  # of the columns, in characters
    rows: Rows
    heading: tuple[int, int] = (0, 0)  # first and last row (from 1) of the headings, repeated at the top of every page
    still: int = 0  # frozen columns on the left
    filtered: bool = False  # with a filter in the last row of the headings
    extras: Extras | None = None


DECIMALS = 4  # of a mean
EMPTY = Cell()
BLANK: tuple[Cell, ...] = ()  # a row between two tables


def build_value_cell(value: Any, kind: str = TEXT, look: str = PLAIN, formula: str = "") -> Cell:
    """Return a cell with a value of a kind; moments and texts are so in every column, numbers are numbers.

    "" is no value, but for a formula that results in it.

    >>> build_value_cell(-21, AMOUNT).value, build_value_cell(1250, EURO).value, build_value_cell("", COUNT)[:2]
    (-3.5, 12.5, (None, 'text'))
    >>> build_value_cell(Fraction(1, 3)).value, build_value_cell(7).shown
    (0.3333, 'count')
    """
    if isinstance(value, str) and (value or not formula):  # most of them
        return Cell(value or None, TEXT, look, formula)
    if isinstance(value, bool):
        value = _("yes") if value else None
    elif isinstance(value, int):
        kind = COUNT if kind == TEXT else kind
        value = value / 100 if kind == EURO else convert_to_number(value) if kind == AMOUNT else value
    elif isinstance(value, datetime):
        value, kind = convert_to_local(value), MOMENT
    elif isinstance(value, date) and kind == DAY:
        value = datetime.combine(value, time())
    elif isinstance(value, Fraction):
        kind = STANDING if kind == TEXT else kind
        value = convert_to_number(value.numerator, value.denominator, DECIMALS if kind == STANDING else None)
    elif value is not None and not isinstance(value, float | str):
        value, kind = str(value) or None, TEXT
    return Cell(value, kind, look, formula)


def build_text_cell(value: str, look: str = PLAIN) -> Cell:
    """Return a cell with text."""
    return Cell(value or None, TEXT, look)


def list_paragraphs(text: str, look: str, width: int) -> list[tuple[Cell, ...]]:
    """Return text as rows of a page without columns, broken at words; `width`: of the page, in characters."""
    return [(build_text_cell(line, look),) for line in textwrap.wrap(text, width) or [""]]


def list_wall_head(texts: tuple[str, str, str], widths: tuple[int, int, int]) -> list[tuple[Cell, ...]]:
    """Return the head of a page for the wall: whose, what and when; `widths`: the characters of a line of each.

    >>> [row[0].value for row in list_wall_head(("Club", "Cup of the inn", "March"), (9, 9, 9))]
    ['Club', 'Cup of', 'the inn', 'March']
    """
    parts = zip(texts, (OWNER, TITLE, LINE), widths, strict=True)
    return [row for text, look, width in parts for row in list_paragraphs(text, look, width)]


def build_amount_cell(sixths: int, shown: str = AMOUNT, look: str = PLAIN, formula: str = "") -> Cell:
    """Return a cell with an amount of points."""
    return Cell(convert_to_number(sixths), shown, look, formula)


def build_euro_cell(cents: int, look: str = PLAIN, formula: str = "") -> Cell:
    """Return a cell with an amount of money."""
    return Cell(cents / 100, EURO, look, formula)


def build_heads(words: Iterable[str], shown: str = TEXT) -> tuple[Cell, ...]:
    """Return the headings of columns, aligned like the values below them."""
    return tuple(Cell(word or None, shown, HEAD) for word in words)


@lru_cache(maxsize=1024)
def format_column_name(column: int) -> str:
    """Return the letters of a column; the first column is 0.

    >>> (
    ...     format_column_name(0),
    ...     format_column_name(25),
    ...     format_column_name(26),
    ...     format_column_name(701),
    ...     format_column_name(702),
    ... )
    ('A', 'Z', 'AA', 'ZZ', 'AAA')
    """
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


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


def build_unique_heads(heads: Iterable[Cell]) -> tuple[Cell, ...]:
    """Return headings as a table object wants them: on one line, none empty, unique regardless of case.

    >>> [cell.value for cell in build_unique_heads([Cell("Anna"), Cell("anna"), Cell(None)])]
    ['Anna', 'anna (2)', '3']
    """
    unique: list[Cell] = []
    taken = set[str]()
    for column, head in enumerate(heads, 1):
        name = " ".join(clean_xml_text(str(head.value or "")).split()) or str(column)
        text, number = name, 2
        while text.casefold() in taken:
            text, number = f"{name} ({number})", number + 1
        taken.add(text.casefold())
        unique.append(head._replace(value=text))
    return tuple(unique)


_NOT_IN_A_NAME = re.compile("[^0-9A-Za-zÀ-ÖØ-öø-ɏ]+")


def build_name(prefix: str, text: str) -> str:
    """Return a name that formulas may use; the prefix keeps it apart from cells and functions.

    >>> build_name("S", "Ø je Tag"), build_name("Tab", "a/b")
    ('S_Ø_je_Tag', 'Tab_a_b')
    """
    return f"{prefix}_{_NOT_IN_A_NAME.sub('_', text).strip('_')}"


def quote_title(title: str) -> str:
    """Return a sheet's title as formulas write it before a cell.

    >>> quote_title("Rock 'n' Roll")
    "'Rock ''n'' Roll'!"
    """
    return "'" + title.replace("'", "''") + "'!"


def escape_running_head(text: str) -> str:
    """Escape text for the head or foot of a printed page, where & is a command.

    >>> escape_running_head("Trumpf & Spiel")
    'Trumpf && Spiel'
    """
    return cut_text(" ".join(_UNWRITABLE.sub("", text).split()), MOST_RUNNING_UNITS).replace("&", "&&")


def _count_units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def render_workbook(pages: Iterable[WorkbookPage], *, foot: str, language: str, cover: Cover | None = None) -> bytes:
    """Render sheets as a workbook."""
    from tarockclub.kit.xlsx.writer import write_workbook  # loads openpyxl, needed only here

    return write_workbook(pages, foot=foot, english=language.startswith("en"), cover=cover)
