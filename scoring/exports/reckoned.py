"""What formulas come to, put beside them in the file: previews on phones, and programs that do not reckon, show it."""

import re
import zipfile
from collections.abc import Sequence
from io import BytesIO

from scoring.exports.cells import Page, column_name

Reckoned = dict[str, int | float]  # by the name of the cell
_FORMULA = re.compile(rb'(<c r="([A-Z]+[0-9]+)"[^>]*><f>[^<]*</f>)<v ?/>')


def with_values(content: bytes, pages: Sequence[Page]) -> bytes:
    """The workbook with what every formula comes to; openpyxl can write only one of the two."""
    file = BytesIO()
    of_sheets = {f"xl/worksheets/sheet{number}.xml": _reckoned(page) for number, page in enumerate(pages, 1)}
    with zipfile.ZipFile(BytesIO(content)) as old, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            part = old.read(name)
            new.writestr(name, _with(part, of_sheets[name]) if of_sheets.get(name) else part)
    return file.getvalue()


def _reckoned(page: Page) -> Reckoned:
    """What the formulas of a sheet come to."""
    return {
        f"{column_name(column)}{row}": cell.value
        for row, cells in enumerate(page.rows, 1)
        for column, cell in enumerate(cells)
        if cell.formula and isinstance(cell.value, int | float)
    }


def _with(part: bytes, reckoned: Reckoned) -> bytes:
    return _FORMULA.sub(lambda found: found[1] + b"<v>%r</v>" % reckoned[found[2].decode()], part)
