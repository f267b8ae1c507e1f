"""The page of the log, of all or of one tournament or season, and the log as a file."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse

from tarockclub.kit.days import format_moment
from tarockclub.kit.tables.paging import build_page_address
from tarockclub.kit.tables.search import fold_words
from tarockclub.kit.tables.table import MOST_ROWS
from tarockclub.kit.words import get_current_language
from tarockclub.office.audit_log.columns import FORMS, LOG_LIST, OF_ALL, OF_ONE, build_log_file
from tarockclub.office.audit_log.kinds import GROUPS
from tarockclub.office.audit_log.names import format_person
from tarockclub.office.audit_log.reading import Position, read_all, read_page
from tarockclub.office.audit_log.selectors import (
    WHOLES,
    Owner,
    list_log_owners,
    list_log_people,
    list_log_sources,
    parse_log_filter,
)
from tarockclub.platform.accounts.failures import count_pending
from tarockclub.platform.accounts.looks import LOG_FILE, note_file
from tarockclub.platform.accounts.permissions import get_staff_account
from tournaments.core import view_helpers

PAGE = "page"  # the parameter of the address, as other lists have it: here the position after which a page begins


def show_club_log(request: HttpRequest) -> HttpResponse:
    """Show the log of the club, its tournaments and its seasons, the latest line first."""
    return _render_log(request, get_staff_account(request).club_id)


def show_tournament_log(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show what was done in a tournament."""
    tournament = view_helpers.find_own_tournament(request, slug)
    return _render_log(request, tournament.club_id, tournament)


def show_season_log(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show what was done in a season."""
    season = view_helpers.find_own_season(request, slug)
    return _render_log(request, season.club_id, season)


def _render_log(request: HttpRequest, club: int, owner: Owner | None = None) -> HttpResponse:
    """Show a page of the log; `owner`: all of it is about this tournament or season, and nothing else can be picked."""
    log_filter = parse_log_filter(club, request.GET, owner)
    words, before = fold_words(LOG_LIST.read_search(request)), Position.parse(request.GET.get(PAGE, ""))
    read = read_page(list_log_sources(club, log_filter), before, MOST_ROWS, words)
    people = [(person.number, format_person(person)) for person in list_log_people(club, log_filter.owner)]
    context = {
        "tournament": log_filter.tournament,
        "owner": log_filter.owner,
        "list": LOG_LIST.build_page(request, read.lines, columns=OF_ALL if owner is None else OF_ONE),
        "wanted": log_filter,
        "is_filtered": log_filter != parse_log_filter(club, request.GET.__class__(), owner),
        "groups": [] if owner is not None else [(name, group.words) for name, group in GROUPS.items()],
        "wholes": WHOLES,
        "owners": [] if owner is not None else list_log_owners(club, log_filter.owner),
        "people": people,
        "pending": count_pending(club) if owner is None and log_filter.about in ("", "log_ins") else 0,
        "searched": format_moment(read.searched, "j. F Y, H:i") if read.searched else "",
        "older": build_page_address(request, {PAGE: str(read.next)}) if read.next else "",
        "latest": build_page_address(request, {PAGE: ""}) if before else "",
        "query": build_page_address(request, {PAGE: "", "about": log_filter.subject}),
    }
    return view_helpers.render_page(request, "tarockclub/office/audit_log/log.html", context)


def send_club_log(request: HttpRequest, form: str) -> HttpResponse:
    """Return what the page shows, on all its pages, as a file; this is noted before."""
    if form not in FORMS:
        raise Http404
    club = get_staff_account(request).club
    note_file(request, club.pk, LOG_FILE, form)
    sources = list_log_sources(club.pk, parse_log_filter(club.pk, request.GET))
    words = fold_words(LOG_LIST.read_search(request))
    return build_log_file(club, read_all(sources, words), form, get_current_language())
