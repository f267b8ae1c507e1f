"""The pages that archive or delete an evening, and restore one."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from scoring.book.ledger.seats import load_seats
from scoring.book.ledger.selectors import find_game_table
from scoring.models import GameTable
from scoring.table.evenings.archive import archive_evening, is_empty_evening, restore_evening
from scoring.table.evenings.forms import ArchivingForm
from scoring.table.evenings.selectors import EVENINGS, add_table_names, list_tables
from tarockclub.kit.words.language import get_current_language
from tarockclub.platform.accounts.permissions import get_staff_account, must_be_own, require_right, staff_only
from tarockclub.platform.accounts.rights import Right


@require_safe
@staff_only
def show_archived_evenings(request: HttpRequest) -> HttpResponse:
    """Show the evenings of the archive."""
    rows = list_tables(get_staff_account(request).club_id, EVENINGS.read_search(request), archived=True)
    listed = EVENINGS.build_page(request, rows, seen=lambda tables: add_table_names(tables, get_current_language()))
    return render(request, "scoring/table/evenings/archived.html", {"list": listed})


@require_http_methods(["GET", "HEAD", "POST"])
@require_right(Right.ENTER)
def handle_archiving(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Confirm and perform the archiving, deletion or restoration of an evening."""
    table = (
        get_object_or_404(GameTable, slug=slug) if request.method == "POST" else find_game_table(slug)
    )  # a second tap
    must_be_own(request, table.club_id)
    if table.clock:  # archived with its tournament
        raise Http404
    if request.method == "POST":
        if ArchivingForm(request.POST).parse()["what"] == "back":
            restore_evening(table)
            return redirect("evenings")
        archive_evening(table)
        return redirect("home")
    names = [seat.name for seat in load_seats(table) if seat.until != seat.since]
    return render(
        request,
        "scoring/table/evenings/archive.html",
        {"table": table, "names": names, "is_empty": is_empty_evening(table)},
    )
