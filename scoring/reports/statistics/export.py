"""Statistics as a file: each list of a page as a sheet of a workbook, or one below the other as CSV.

A rate has two columns there: the count and its total. Numbers are numbers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.reports.statistics.formatting import Rate
from scoring.reports.statistics.report import Report, ReportSection
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import render_workbook
from tarockclub.kit.xlsx.cells import Cell, Value, WorkbookPage
from tarockclub.kit.xlsx.csv_text import render_csv
from tarockclub.kit.xlsx.safe_text import build_sheet_titles
from tarockclub.platform.server.downloads import CSV, XLSX, build_download

FORMS = ("xlsx", "csv")


def export_report(request: HttpRequest, report: Report, form: str, foot: str, language: str) -> HttpResponse:
    """Return the report as a file of this format, one of FORMS; `foot`: its club and period, on each page."""
    titles = build_sheet_titles(str(section.list.caption) for section in report.sections)
    pages = [_build_page(request, section, title) for title, section in zip(titles, report.sections, strict=True)]
    name = "-".join((slugify(_("Statistics")), f"{slugify(report.title) or 'x'}.{form}"))
    if form == "csv":
        lines: list[Sequence[Cell | Value]] = [[foot]]
        for section, page in zip(report.sections, pages, strict=True):
            lines += [[], [str(section.list.caption)], *page.rows]
        return build_download(render_csv(lines, language).encode(), name, CSV)
    content = render_workbook(pages, foot=foot, language=language)
    return build_download(content, name, XLSX)


def _build_page(request: HttpRequest, section: ReportSection, title: str) -> WorkbookPage:
    rows = section.find_rows(request)
    columns = [part for column in section.list.columns for part in _split_rates(column, rows)]
    return section.list.build_sheet(request, rows, title, columns)


def _split_rates(column: Column, rows: Sequence[Any]) -> Iterator[Column]:
    """Yield a column as it is; of rates, one for the counts and one for their totals."""
    if not any(isinstance(column.get_value(row), Rate) for row in rows):
        yield column
        return
    title = _("%(column)s: of") % {"column": column.title}
    yield replace(column, of=lambda row: getattr(column.get_value(row), "many", ""))
    yield replace(column, title=title, of=lambda row: getattr(column.get_value(row), "of", ""))
