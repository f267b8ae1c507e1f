"""Statistics as a file: each list of a page as a sheet of a workbook, or one below the other as CSV.

A rate has two columns there: the count and its total. Numbers are numbers.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.reports.statistics.formatting import Rate
from scoring.reports.statistics.report import Report, ReportSection
from tarockclub.kit.xlsx.cells import COUNT, HEAD, MOMENT, STANDING, TEXT, Cell, WorkbookPage
from tarockclub.kit.xlsx.csv_text import format_plain, render_csv
from tarockclub.kit.xlsx.safe_text import build_sheet_titles
from tarockclub.platform.server.downloads import CSV, XLSX, build_download

FORMS = ("xlsx", "csv")
DECIMALS = 4


def export_report(request: HttpRequest, report: Report, form: str, club: str, language: str) -> HttpResponse:
    """Return the report as a file of this format, one of FORMS."""
    content = (
        _build_workbook(request, report, club, language) if form == "xlsx" else _build_csv(request, report, language)
    )
    name = "-".join((slugify(_("Statistics")), f"{slugify(report.title) or 'x'}.{form}"))
    return build_download(content, name, XLSX if form == "xlsx" else CSV)


def _build_workbook(request: HttpRequest, report: Report, club: str, language: str) -> bytes:
    from tarockclub.kit.xlsx.writer import write_workbook  # loads openpyxl, needed only here

    titles = build_sheet_titles(str(section.list.caption) for section in report.sections)
    pages = [
        _build_page(title, list(_build_rows(request, section)))
        for title, section in zip(titles, report.sections, strict=True)
    ]
    return write_workbook(pages, foot=f"{club} – {report.title}", english=language.startswith("en"))


def _build_page(title: str, rows: list[tuple[Cell, ...]]) -> WorkbookPage:
    widths = (28, *[14] * (len(rows[0]) - 1))
    return WorkbookPage(title, widths, tuple(rows), (1, 1), 1, filtered=len(rows) > 1)


def _build_csv(request: HttpRequest, report: Report, language: str) -> bytes:
    lines: list[list[str]] = []
    for at, section in enumerate(report.sections):
        lines += [[]] if at else []
        lines.append([format_plain(str(section.list.caption), decimal_comma=False)])
        for row in _build_rows(request, section):
            lines.append([format_plain(cell.value, decimal_comma=not language.startswith("en")) for cell in row])
    return render_csv(lines).encode()


def _build_rows(request: HttpRequest, section: ReportSection) -> Iterator[tuple[Cell, ...]]:
    """Yield head and rows of a list; a column of rates becomes two."""
    heads, *rows = section.list.generate_values(request, section.find_rows(request))
    rated = [any(isinstance(row[at], Rate) for row in rows) for at in range(len(heads))]
    yield tuple(cell for at, head in enumerate(heads) for cell in _build_head(head, rated=rated[at], number=at > 0))
    for row in rows:
        yield tuple(cell for at, value in enumerate(row) for cell in _build_cells(value, rated=rated[at]))


def _build_head(title: str, *, rated: bool, number: bool) -> Sequence[Cell]:
    shown = COUNT if number else TEXT
    one = Cell(title, shown, HEAD)
    return (one, Cell(_("%(column)s: of") % {"column": title}, shown, HEAD)) if rated else (one,)


def _build_cells(value: Any, *, rated: bool) -> Sequence[Cell]:
    if rated:
        return (Cell(value.many, COUNT), Cell(value.of, COUNT)) if isinstance(value, Rate) else (Cell(), Cell())
    return (build_value_cell(value),)


def build_value_cell(value: Any) -> Cell:
    """Return a cell with a value of a list."""
    if isinstance(value, Fraction):
        whole = value.denominator == 1
        return Cell(int(value) if whole else round(float(value), DECIMALS), STANDING)
    if isinstance(value, int):
        return Cell(value, COUNT)
    if isinstance(value, datetime):
        return Cell(timezone.localtime(value).replace(tzinfo=None), MOMENT)
    return Cell(None if value is None else str(value), TEXT)
