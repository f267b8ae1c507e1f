"""Values as the text of a CSV file: UTF-8 with BOM, the language's decimal mark, nothing that becomes a formula."""

import math
import re
from collections.abc import Container, Iterable
from datetime import datetime

from tarockclub.kit.xlsx.cells import EURO, PLAY, Cell, Value, clean_xml_text

BOM = "\ufeff"
_DECIMALS, _DECIMALS_OF_SMALL, _SMALLEST = 6, 12, 0.001
_SPECIAL = re.compile(r'[;"\r\n]')
_FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")  # also the full-width characters


def render_csv(rows: Iterable[Iterable[Cell | Value]], language: str) -> str:
    r"""Render rows of cells or bare values as a file that the German Excel reads.

    >>> render_csv([["Anna; Berta", 3.5, Cell(-3.5, EURO)]], "de")
    '\ufeff"Anna; Berta";3,5;-3,50\r\n'
    """
    comma = not language.startswith("en")
    return BOM + "".join(format_csv_line(row, decimal_comma=comma) for row in rows)


def format_csv_line(row: Iterable[Cell | Value], *, decimal_comma: bool, quoted: Container[int] = ()) -> str:
    r"""Format a row as a line of a file; `quoted`: columns that stand in quotes even if they need none, from 0.

    The csv module cannot quote single columns before Python 3.12.

    >>> format_csv_line(["Anna; Berta", 'a "big" hand', "07", None], decimal_comma=True, quoted={2})
    '"Anna; Berta";"a ""big"" hand";"07";\r\n'
    """
    texts = (format_csv_cell(value, decimal_comma=decimal_comma) for value in row)
    cells = (_quote(text) if column in quoted or _SPECIAL.search(text) else text for column, text in enumerate(texts))
    return ";".join(cells) + "\r\n"


def _quote(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'


def format_csv_cell(cell: Cell | Value, *, decimal_comma: bool) -> str:
    """Format a cell or a bare value as text in a file."""
    if not isinstance(cell, Cell):
        return format_plain(cell, decimal_comma=decimal_comma)
    return format_plain(cell.value, decimal_comma=decimal_comma, cents=cell.shown in (EURO, PLAY))


def format_plain(value: Value, *, decimal_comma: bool, cents: bool = False) -> str:
    """Format a value as text in a file; money has two decimals, and more only if it is no whole cent.

    >>> (
    ...     format_plain("=1+1", decimal_comma=True),
    ...     format_plain(-3.5, decimal_comma=True),
    ...     format_plain("a;b", decimal_comma=True),
    ... )
    ("'=1+1", '-3,5', 'a;b')
    >>> format_plain(48.0, decimal_comma=True, cents=True), format_plain(49.6667, decimal_comma=True, cents=True)
    ('48,00', '49,6667')
    >>> format_plain(-50 / 3, decimal_comma=True), format_plain(1e-9, decimal_comma=True)
    ('-16,666667', '0,000000001')
    """
    if value is None:
        return ""
    if isinstance(value, str):
        text = clean_xml_text(value)
        return f"'{text}" if _FORMULA.match(text) else text
    if isinstance(value, datetime):
        return value.isoformat(" ", "minutes")
    text = f"{value:.2f}" if cents and value == round(value, 2) else _format_number(value)
    return text.replace(".", ",") if decimal_comma else text


def _format_number(value: float) -> str:
    """Return a number as people write it: a third with six decimals, never with an exponent or the noise of a float."""
    if isinstance(value, int) or not math.isfinite(value):
        return repr(value)
    decimals = _DECIMALS if abs(value) >= _SMALLEST else _DECIMALS_OF_SMALL
    text = f"{value:.{decimals}f}".rstrip("0")
    return f"{text}0" if text.endswith(".") else text
