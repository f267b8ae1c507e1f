"""The page of all evenings and tables of tournaments that were ever played."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.evenings.selectors import EVENINGS, tables_of, with_names
from scoring.statistics.counts import catch_up
from scoring.table.page import language
from tarockclub.accounts.permissions import staff_of, staff_only


@require_safe
@staff_only
def evenings(request: HttpRequest) -> HttpResponse:
    """All tables of the club, found by who sat there."""
    club = staff_of(request).club
    catch_up(club)
    rows = tables_of(club.pk, EVENINGS.typed(request))
    listed = EVENINGS.shown(request, rows, seen=lambda tables: with_names(tables, language()))
    return render(request, "scoring/evenings.html", {"list": listed})
