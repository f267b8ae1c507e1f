"""The lists of evenings, the start of one, and the archive: the pages before anybody sits at a table, and after."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from scoring.book.access.links import create_link, set_link_cookie
from scoring.book.ledger.seats import find_game_table, list_recent_names, load_seats
from scoring.models import GameTable
from scoring.table.evenings.days import ClubDay, find_evening_day, list_club_days, load_played_days, load_year
from scoring.table.evenings.forms import NO_KEY, ArchivingForm, StartForm
from scoring.table.evenings.selectors import EVENINGS, list_tables
from scoring.table.evenings.services import OtherEvening, archive_evening, restore_evening, start_evening
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.models import Club
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account, must_be_own
from tarockclub.platform.privacy.public_names import filter_people
from tarockclub.platform.privacy.readers import INSIDE

MOST_OFFERED = 1000  # names


def handle_start(request: HttpRequest) -> HttpResponse:
    """Start an evening."""
    club = get_staff_account(request).club
    options: dict[str, Any] = {
        "language": get_current_language(),
        "known": list_recent_names(filter_people(club), MOST_OFFERED),
        "club": club.pk,
    }
    if request.method != "POST":
        form = StartForm(**options, initial={"key": str(uuid.uuid4())})
        form.choose_sheet(request.GET.get("sheet", ""))
        return render(request, "scoring/table/evenings/start.html", {"form": form})
    form = StartForm(request.POST, **options)
    if not form.is_valid():
        return _render_start_problem(request, form, {}, 400)
    try:
        table = start_evening(form.cleaned_data["key"], form.build_evening(), club)
    except OtherEvening as other:
        if other.table is None:
            form.add_error("key", NO_KEY)
            return _render_start_problem(request, form, {}, 400)
        message = _("An evening with other names or rules has already been started from this page.")
        return _render_start_problem(request, form, {"started": other.table, "message": message}, 422)
    response = redirect("table", slug=table.slug)
    link = create_link(table, build_author(request))
    set_link_cookie(response, table, link)  # the phone can write even after a log-out
    return response


def _render_start_problem(request: HttpRequest, form: StartForm, context: dict[str, Any], status: int) -> HttpResponse:
    """Return the form with its mistakes, and a new key if the key was refused."""
    if context or "key" in form.errors:
        form.renew_key()
    return render(
        request, "scoring/table/evenings/start.html", {"form": form, "here": request.path, **context}, status=status
    )


def show_evenings(request: HttpRequest) -> HttpResponse:
    """Show all evenings and tournaments of the club by day, searchable by the names of their players."""
    context = _build_days(request, get_staff_account(request).club)
    return render(request, "scoring/table/evenings/evenings.html", context)


def show_archived_evenings(request: HttpRequest) -> HttpResponse:
    """Show the evenings of the archive."""
    context = _build_days(request, get_staff_account(request).club, archived=True)
    return render(request, "scoring/table/evenings/archived.html", context)


def _build_days(request: HttpRequest, club: Club, *, archived: bool = False) -> dict[str, Any]:
    """Return the requested page of days; beside the newest ones their year."""
    typed, page = EVENINGS.read_search(request), list[ClubDay]()
    tables = list_tables(club.pk, typed, archived=archived)
    days = list_club_days(tables)
    listed = EVENINGS.build_page(request, days, seen=page.extend)
    shown = load_played_days(page, tables, get_current_language())
    is_newest = listed.first == 1 and not (typed or archived)
    year = load_year(club, days, shown) if is_newest else None
    return {"list": listed, "days": shown, "today": find_evening_day(now()), "year": year}


def handle_archiving(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Confirm and perform the archiving, deletion or restoration of an evening."""
    is_posted = request.method == "POST"  # perhaps by a second tap
    table = get_object_or_404(GameTable, slug=slug) if is_posted else find_game_table(slug)
    must_be_own(request, table.club_id)
    if table.clock:  # archived with its tournament
        raise Http404
    if is_posted:
        if ArchivingForm(request.POST).parse()["what"] == "back":
            restore_evening(table, build_author(request))
            return redirect("evenings")
        archive_evening(table, build_author(request))
        return redirect("home")
    names = [seat.name for seat in load_seats(table, INSIDE) if seat.until != seat.since]
    return render(
        request,
        "scoring/table/evenings/archive.html",
        {"table": table, "names": names, "is_empty": not table.last_sequence},
    )
