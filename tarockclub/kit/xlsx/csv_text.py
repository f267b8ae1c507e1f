"""Values as the text of a CSV file: UTF-8 with BOM, the language's decimal mark, nothing that becomes a formula."""

import csv
import io
import re
from collections.abc import Iterable
from datetime import datetime

from tarockclub.kit.xlsx.cells import EURO, PLAY, Cell, Value
from tarockclub.kit.xlsx.safe_text import clean_xml_text

BOM = "\ufeff"
_FORMULA = re.compile(r"\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]")  # also the full-width characters


def render_csv(rows: Iterable[Iterable[Cell | Value]], language: str) -> str:
    r"""Render rows of cells or bare values as a file that the German Excel reads.

    >>> render_csv([["Anna; Berta", 3.5, Cell(-3.5, EURO)]], "de")
    '\ufeff"Anna; Berta";3,5;-3,50\r\n'
    """
    file = io.StringIO(newline="")
    comma = not language.startswith("en")
    lines = ([format_csv_cell(value, decimal_comma=comma) for value in row] for row in rows)
    csv.writer(file, delimiter=";", lineterminator="\r\n").writerows(lines)
    return f"{BOM}{file.getvalue()}"


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
    """
    if value is None:
        return ""
    if isinstance(value, str):
        text = clean_xml_text(value)
        return f"'{text}" if _FORMULA.match(text) else text
    if isinstance(value, datetime):
        return value.isoformat(" ", "minutes")
    text = f"{value:.2f}" if cents and value == round(value, 2) else repr(value)
    return text.replace(".", ",") if decimal_comma else text
