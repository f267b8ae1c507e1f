"""The pages that archive or delete an evening, and bring one back."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scoring.evenings.archive import archive_evening, bring_evening_back, is_empty
from scoring.evenings.selectors import EVENINGS, tables_of, with_names
from scoring.ledger.seats import read_seats
from scoring.ledger.selectors import table_of
from scoring.models import GameTable
from tarockclub.accounts.permissions import must_be_own, staff_of, staff_only
from tarockclub.language import language


@require_safe
@staff_only
def archived_evenings_page(request: HttpRequest) -> HttpResponse:
    """The evenings of the archive."""
    rows = tables_of(staff_of(request).club_id, EVENINGS.typed(request), archived=True)
    listed = EVENINGS.shown(request, rows, seen=lambda tables: with_names(tables, language()))
    return render(request, "scoring/evenings/archived.html", {"list": listed})


@require_http_methods(["GET", "HEAD", "POST"])
@staff_only
def archive_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Ask whether an evening is archived, deleted or brought back; do it."""
    table = get_object_or_404(GameTable, slug=slug) if request.method == "POST" else table_of(slug)  # a second tap
    must_be_own(request, table.club_id)
    if table.clock:  # goes with its tournament
        raise Http404
    if request.method == "POST":
        if request.POST.get("what") == "back":
            bring_evening_back(table)
            return redirect("evenings")
        archive_evening(table)
        return redirect("home")
    names = [seat.name for seat in read_seats(table) if seat.until != seat.since]
    return render(
        request, "scoring/evenings/archive.html", {"table": table, "names": names, "is_empty": is_empty(table)}
    )
