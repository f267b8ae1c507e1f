"""The pages of statistics: for the staff alone, because they tell much about people."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from scoring.statistics.export import FORMS, as_file
from scoring.statistics.filters import FIELDS, Asked, Scope, asked, choices, tables_for
from scoring.statistics.games import game_report, games_report
from scoring.statistics.player import player_report
from scoring.statistics.players import players_report
from scoring.statistics.queries import tables_by_sheet
from scoring.statistics.report import Report
from scoring.statistics.services import Make, reported
from scoring.statistics.sheets import sheet_report, sheets_report
from tarockclub.accounts.permissions import staff_of, staff_only
from tarockclub.language import language
from tarockclub.models import Person


@require_safe
@staff_only
def players(request: HttpRequest) -> HttpResponse:
    """All players."""
    return _answer(request, players_report, "players")


@require_safe
@staff_only
def player(request: HttpRequest, number: int) -> HttpResponse:
    """One of them; who was merged into somebody is that one."""
    person = get_object_or_404(Person, club=staff_of(request).club_id, number=number)
    if person.merged_into is not None:
        return redirect("player_statistics", number=person.merged_into.number)
    return _answer(request, lambda scope: player_report(scope, person), "")


@require_safe
@staff_only
def games(request: HttpRequest) -> HttpResponse:
    """All games."""
    return _answer(request, games_report, "games")


@require_safe
@staff_only
def game(request: HttpRequest, contract: str) -> HttpResponse:
    """One of them."""
    return _answer(request, lambda scope: game_report(scope, contract), "")


@require_safe
@staff_only
def sheets(request: HttpRequest) -> HttpResponse:
    """House rules side by side."""
    return _answer(request, sheets_report, "sheets")


@require_safe
@staff_only
def sheet(request: HttpRequest, sheet: str) -> HttpResponse:
    """One of them."""
    return _answer(request, lambda scope: sheet_report(scope, sheet), "")


def _answer(request: HttpRequest, make: Make, here: str) -> HttpResponse:
    """A page, or the same as a file; what was played since the last look is added up first."""
    club = staff_of(request).club
    wanted = asked(request.GET)
    report, scope, left = reported(club, wanted, make, language(), _query(request))
    if report is None:
        raise Http404
    form = request.GET.get("form", "")
    if form in FORMS:
        return as_file(request, report, form, club.name, language())
    context = {"report": report, "left": left, "tab": here, **_filter(request, scope, wanted)}
    return render(request, "scoring/statistics/page.html", {**context, "sections": _shown(request, report)})


def _query(request: HttpRequest) -> str:
    """What was picked out, as it stands in addresses."""
    kept = request.GET.copy()
    for name in list(kept):
        if name not in FIELDS or not kept[name]:
            del kept[name]
    return f"?{kept.urlencode()}" if kept else ""


def _filter(request: HttpRequest, scope: Scope, wanted: Asked) -> dict[str, Any]:
    """The form that picks out, as it was filled in, and the addresses of the files."""
    every = tables_by_sheet(tables_for(scope.club, Asked()))
    more = request.GET.copy()
    more.pop("form", None)
    return {
        "wanted": wanted,
        "query": scope.query,
        "groups": choices(scope.club),
        "sheets": [(one, scope.names.sheet(one)) for one in sorted(every)],
        "files": [(form, f"?{more.urlencode()}{'&' if more else ''}form={form}") for form in FORMS],
    }


def _shown(request: HttpRequest, report: Report) -> list[dict[str, Any]]:
    return [
        {
            "title": one.list.caption,
            "list": one.list.shown(request, one.rows),
            "bars": one.bars,
            "chart": one.chart,
            "hint": one.hint,
            "id": f"section-{at}",
        }
        for at, one in enumerate(report.sections)
    ]
