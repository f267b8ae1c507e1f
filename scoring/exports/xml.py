"""A row of cells as the XML of a sheet: its formulas with what they come to, its text as text."""

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from xml.sax.saxutils import escape

from scoring.xlsx.cells import Cell, Value, column_name
from scoring.xlsx.safe_text import cell_text

StyleOf = Callable[[Cell, bool], int]  # the number of a cell's style; whether it holds text
DAY = 86_400  # seconds
_FIRST_DAY = datetime(1899, 12, 30)  # workbooks count days from here  # noqa: DTZ001 -- and know no time zones
_names: list[str] = []  # of columns, by number


def row_xml(number: int, row: Sequence[Cell], style_of: StyleOf, *, height: float = 0, formulas: bool = True) -> str:
    """One row; a `height` in points where it is not the usual one; without `formulas` only what they come to."""
    tall = f' ht="{height:g}" customHeight="1"' if height else ""
    cells = [_cell(f"{name}{number}", cell, style_of, formulas) for name, cell in zip(_columns(len(row)), row)]  # noqa: B905 -- there are more names
    return f'<row r="{number}"{tall}>{"".join(cells)}</row>'


def _cell(at: str, cell: Cell, style_of: StyleOf, formulas: bool) -> str:
    value = cell.value
    if formulas and cell.formula:
        kind = ' t="str"' if isinstance(value, str) else ""
        came_to = f"<v>{_plain(value)}</v>" if value is not None else ""
        return f'<c r="{at}" s="{style_of(cell, False)}"{kind}><f>{escape(cell.formula)}</f>{came_to}</c>'
    if isinstance(value, str):
        inline = _inline(value)
        if inline:
            return f'<c r="{at}" s="{style_of(cell, True)}" t="inlineStr">{inline}</c>'
    elif value is not None:
        return f'<c r="{at}" s="{style_of(cell, False)}"><v>{_plain(value)}</v></c>'
    return f'<c r="{at}" s="{style_of(cell, False)}"/>'


def _plain(value: Value) -> str:
    """A value as a file says it.

    >>> _plain(datetime(2026, 1, 6, 18)), _plain(-3.5), _plain("<")
    ('46028.75', '-3.5', '&lt;')
    """
    if isinstance(value, datetime):
        passed = value - _FIRST_DAY
        return repr(passed.days + (passed.seconds + passed.microseconds / 1e6) / DAY)
    return escape(cell_text(value)) if isinstance(value, str) else repr(value)


@lru_cache(maxsize=4096)
def _inline(value: str) -> str:
    """Text as text, whatever it looks like: never a formula, an error or a date; much of it comes often."""
    text = cell_text(value)
    if not text:
        return ""
    space = ' xml:space="preserve"' if text != text.strip() or "\n" in text else ""
    return f"<is><t{space}>{escape(text)}</t></is>"


def _columns(many: int) -> list[str]:
    """The names of at least so many columns."""
    while len(_names) < many:
        _names.append(column_name(len(_names)))
    return _names
