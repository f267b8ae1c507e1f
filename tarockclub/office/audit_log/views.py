"""The page of a club's log, and the log as a file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tarockclub.kit.words import get_current_language
from tarockclub.office.audit_log.export import FORMS, build_log_file
from tarockclub.office.audit_log.kinds import GROUPS
from tarockclub.office.audit_log.messages import fill_in_sentences
from tarockclub.office.audit_log.names import format_person
from tarockclub.office.audit_log.selectors import LOG, list_log_entries, list_log_people, parse_log_filter
from tarockclub.platform.accounts.failures import count_pending
from tarockclub.platform.accounts.looks import LOG_FILE, note_file
from tarockclub.platform.accounts.permissions import get_staff_account


def show_club_log(request: HttpRequest) -> HttpResponse:
    """Show the log of the club, the latest entry first."""
    club, wanted = get_staff_account(request).club_id, parse_log_filter(request.GET)
    listed = LOG.build_page(request, list_log_entries(club, wanted, LOG.read_search(request)), seen=fill_in_sentences)
    context = {
        "list": listed,
        "wanted": wanted,
        "groups": [(name, group.words) for name, group in GROUPS.items()],
        "people": [(person.number, format_person(person)) for person in list_log_people(club)],
        "pending": count_pending(club),
        "query": request.GET.urlencode(),
    }
    return render(request, "tarockclub/office/audit_log/log.html", context)


def send_club_log(request: HttpRequest, form: str) -> HttpResponse:
    """Return what the page shows, on all its pages, as a file; this is noted before."""
    if form not in FORMS:
        raise Http404
    club = get_staff_account(request).club
    note_file(request, club.pk, LOG_FILE, form)
    entries = list(
        list_log_entries(club.pk, parse_log_filter(request.GET), LOG.read_search(request)).order_by("-sequence")
    )
    return build_log_file(club, entries, form, get_current_language())
