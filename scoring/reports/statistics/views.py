"""The pages of statistics: only for the staff, because they reveal much about people."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.reports.statistics.filters import (
    EVERYTHING,
    Scope,
    StatisticsFilter,
    choose_first,
    count_sheet_tables,
    format_period,
    list_filter_choices,
    list_filter_tables,
    list_years,
    may_look_back,
    parse_filter,
    read_fields,
)
from scoring.reports.statistics.games import (
    build_game_report,
    build_games_report,
    build_sheet_report,
    build_sheets_report,
)
from scoring.reports.statistics.player import build_player_report
from scoring.reports.statistics.players import build_players_report
from scoring.reports.statistics.report import Make, Rate, Report, ReportSection, load_report
from tarockclub.kit.tables import Column
from tarockclub.kit.tables.table import FileTable, FormulaRow
from tarockclub.kit.words import get_current_language
from tarockclub.kit.xlsx.cells import (
    SHARE,
    STANDING,
    TOTALS,
    Cell,
    Cover,
    Extras,
    Value,
    WorkbookPage,
    build_name,
    build_sheet_titles,
    render_workbook,
)
from tarockclub.kit.xlsx.csv_text import render_csv
from tarockclub.models import Person
from tarockclub.platform.accounts.looks import STATISTICS_FILE, note_file
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.club_look.services import choose_header
from tarockclub.platform.server.downloads import CSV, XLSX, build_download
from tarockclub.platform.server.installation import name_program

# Statistics as a file: each list of a page as a sheet of a workbook, or one below the other as CSV.
#
# A rate has two columns there, the count and its total, and in a workbook a third one, the share. Numbers are numbers.

FORMS = ("xlsx", "csv")
MOST_UPRIGHT = 6  # columns on an upright page


def export_report(request: HttpRequest, report: Report, form: str, foot: str, language: str) -> HttpResponse:
    """Return the report as a file of this format, one of FORMS; `foot`: its club and period, on each page."""
    name = "-".join((slugify(_("Statistics")), f"{slugify(report.title) or 'x'}.{form}"))
    if form == "csv":
        lines: list[Sequence[Cell | Value]] = [[foot]]
        for section in report.sections:
            rows = section.find_rows(request)
            columns = [part for column in section.list.columns for part in _split_rates(column, rows, has_share=False)]
            lines += [[], [str(section.list.caption)], *section.list.build_sheet(request, rows, "", columns).rows]
        return build_download(render_csv(lines, language).encode(), name, CSV)
    club = get_staff_account(request).club
    titles = build_sheet_titles(str(section.list.caption) for section in report.sections)
    pages = [_build_page(request, section, title, foot) for title, section in zip(titles, report.sections, strict=True)]
    cover = Cover(report.title, club.name, foot, language, name_program(), choose_header(club.colour))
    return build_download(render_workbook(pages, foot=foot, language=language, cover=cover), name, XLSX)


def _build_page(request: HttpRequest, section: ReportSection, title: str, about: str) -> WorkbookPage:
    rows = section.find_rows(request)
    columns = [part for column in section.list.columns for part in _split_rates(column, rows, has_share=True)]
    columns = [
        replace(column, width=14 if number else 28, kind=TOTALS[2] if column.kind == STANDING else column.kind)
        for number, column in enumerate(columns)
    ]
    table = FileTable("", title, columns, note=about, still=1, extras=Extras(is_landscape=len(columns) > MOST_UPRIGHT))
    ordered = section.list.list_rows(request, rows)
    return table.build_covered_page(title, title, build_name("Tab", title), ordered)


def _split_rates(column: Column, rows: Sequence[Any], *, has_share: bool) -> Iterator[Column]:
    """Yield a column as it is; of rates, one for the counts, one for their totals, and one for their shares."""
    if not any(isinstance(column.get_value(row), Rate) for row in rows):
        yield column
        return
    total = f"{column.name}_total"

    def build_share(at: FormulaRow) -> str:
        return f"{at.find_cell(column.name)}/{at.find_cell(total)}" if column.get_value(at.row) else ""

    yield replace(column, of=lambda row: getattr(column.get_value(row), "many", ""))
    title = _("%(column)s: of") % {"column": column.title}
    yield replace(column, name=total, title=title, of=lambda row: getattr(column.get_value(row), "total", ""))
    if has_share:
        title, name = _("%(column)s: share") % {"column": column.title}, f"{column.name}_share"
        yield Column(name, title, lambda row: _find_share(column.get_value(row)), SHARE, formula=build_share)


def _find_share(rate: Rate | None) -> float | None:
    return None if rate is None else rate.many / rate.total


def show_players(request: HttpRequest) -> HttpResponse:
    """Show all players."""
    return _render_report(request, build_players_report, "players")


def show_player(request: HttpRequest, number: int) -> HttpResponse:
    """Show one player; a merged person is the one they were merged into."""
    person = get_object_or_404(Person, club=get_staff_account(request).club_id, number=number)
    if person.merged_into is not None:
        return redirect("player_statistics", number=person.merged_into.number)
    return _render_report(request, lambda scope: build_player_report(scope, person), "")


def show_games(request: HttpRequest) -> HttpResponse:
    """Show all games."""
    return _render_report(request, build_games_report, "games")


def show_game(request: HttpRequest, contract: str) -> HttpResponse:
    """Show one game."""
    return _render_report(request, lambda scope: build_game_report(scope, contract), "")


def show_sheets(request: HttpRequest) -> HttpResponse:
    """Show house rules side by side."""
    return _render_report(request, build_sheets_report, "sheets")


def show_sheet(request: HttpRequest, sheet: str) -> HttpResponse:
    """Show one set of house rules."""
    return _render_report(request, lambda scope: build_sheet_report(scope, sheet), "")


def _render_report(request: HttpRequest, make: Make, here: str) -> HttpResponse:
    """Show a report as a page, or serve it as a file; recent hands are added up first."""
    club = get_staff_account(request).club
    form = request.GET.get("form", "")
    fields = read_fields(request.GET) or (choose_first(club.pk) if here and not form else QueryDict())
    chosen = parse_filter(fields)
    if form in FORMS:
        note_file(request, club.pk, STATISTICS_FILE, form)
    query = f"?{fields.urlencode()}" if fields else ""
    report, scope, left = load_report(club, chosen, make, get_current_language(), query)
    if report is None:
        raise Http404
    if form in FORMS:
        about = " – ".join(filter(None, (club.name, report.title, format_period(chosen), _format_left(left))))
        return export_report(request, report, form, about, get_current_language())
    context = {"report": report, "left": left, "tab": here, **_build_filter(request, scope, chosen)}
    return render(
        request,
        "scoring/reports/statistics/page.html",
        {
            **context,
            "sections": _build_sections(request, report.sections),
            "aside": _build_sections(request, report.aside),
        },
    )


def _format_left(left: int) -> str:
    """Return what a file says of tables that its numbers do not have yet."""
    words = ngettext("%(left)s table not counted yet", "%(left)s tables not counted yet", left)
    return words % {"left": left} if left else ""


def _build_filter(request: HttpRequest, scope: Scope, chosen: StatisticsFilter) -> dict[str, Any]:
    """Return the filter form as filled in, and the addresses of the files."""
    every = count_sheet_tables(list_filter_tables(scope.club, StatisticsFilter()))
    years = [(year, href, f"{year}" == format_period(chosen)) for year, href in list_years(scope.club)]
    year = next((year for year, _href, is_chosen in years if is_chosen), 0)
    return {
        "wanted": chosen,
        "everything": EVERYTHING,
        "is_picked": scope.is_picked or not (chosen.all or year),
        "about": " · ".join(filter(None, (get_staff_account(request).club.name, format_period(chosen)))),
        "years": years,
        "review": f"{year}" if year and may_look_back(year) else "",
        "query": scope.query,
        "groups": list_filter_choices(scope.club),
        "sheets": [(sheet, scope.names.name_sheet(sheet)) for sheet in sorted(every)],
        "files": [(form, _build_file_address(request, scope.query, form)) for form in FORMS],
    }


def _build_file_address(request: HttpRequest, query: str, form: str) -> str:
    """Return the address of a file with what the page shows: also where the page has chosen it by itself."""
    fields = request.GET.copy()
    for name, value in QueryDict(query.removeprefix("?")).items():
        fields[name] = f"{value}"
    fields["form"] = form
    return f"?{fields.urlencode()}"


def _build_sections(request: HttpRequest, sections: Sequence[ReportSection]) -> list[dict[str, Any]]:
    return [
        {
            "title": section.list.caption,
            "list": replace(section.list, columns=section.columns or section.list.columns).build_page(
                request, section.find_rows(request)
            ),
            "bars": section.bars,
            "chart": section.chart,
            "hint": section.hint,
            "href": section.href,
            "id": f"section-{index}",
        }
        for index, section in enumerate(sections)
    ]
