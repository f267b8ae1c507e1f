"""The page of the log, of all or of one tournament or season, and the log as a file."""

import uuid
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.charts.sparks import draw_columns
from tarockclub.kit.days import format_moment
from tarockclub.kit.tables import Column, List
from tarockclub.kit.tables.search import fold_words
from tarockclub.kit.tables.table import MOST_ROWS, FileTable, build_page_address
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.kit.xlsx.cells import COUNT, MOMENT, render_workbook
from tarockclub.kit.xlsx.csv_text import render_csv
from tarockclub.models import Club
from tarockclub.office.audit_log.names import GROUPS, format_person
from tarockclub.office.audit_log.reading import (
    LogLine,
    Position,
    count_by_day,
    fold_log_lines,
    group_by_day,
    read_all,
    read_page,
)
from tarockclub.office.audit_log.selectors import (
    WHOLES,
    LogFilter,
    Owner,
    compute_midnight,
    list_log_owners,
    list_log_people,
    list_log_sources,
    parse_log_filter,
)
from tarockclub.platform.accounts.club_log import count_pending
from tarockclub.platform.accounts.looks import LOG_FILE, note_file
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.server.downloads import CSV, XLSX, build_download
from tournaments.core import view_helpers

LOG_FORMS = {"xlsx": XLSX, "csv": CSV}
LOG = _("Log")


def _format_moment(moment: datetime) -> str:
    return format_moment(moment, "D, j. F Y, H:i:s")


_AT = Column("at", _("When"), kind=MOMENT, width=18, show=_format_moment, sorts=False)
_TEXT = Column("text", _("What"), width=60, sorts=False)
_BY = Column("by", _("By"), of=lambda line: line.by or None, width=24, sorts=False)
_REASON = Column("reason", _("Why"), of=lambda line: line.reason or None, width=40, sorts=False)
LOG_LIST = List(
    caption=LOG,
    columns=(_TEXT,),
    sort="",
    empty=_("Nothing was found."),
    search=_("Find by person, table, reason, file or any other word"),
)

_FILE = FileTable(
    "log",
    LOG,
    (
        Column("sequence", _("No."), kind=COUNT, width=8),
        _AT,
        Column("about", _("About"), width=24),
        _TEXT,
        Column("round", _("Round"), kind=COUNT, width=8),
        Column("table", _("Table"), kind=COUNT, width=8),
        *(_BY, _REASON),
        Column("whom", _("Whom it concerns"), width=24),
        Column("browser", _("Browser"), width=22),
        Column("device", _("Device"), of="row__device", width=18),
        Column("way", _("Way"), width=14),
        Column("program", _("Program"), width=22),
        Column("hash", _("Hash"), lambda line: line.hash[:16], width=18),
    ),
    still=1,
    filtered=True,
)


def build_log_file(club: Club, lines: Iterable[LogLine], form: str, language: str) -> HttpResponse:
    """Return lines as a file of one of FORMS."""
    page = _FILE.build_page(lines)
    name = f"{slugify(page.title)}.{form}"
    if form == "csv":
        return build_download(render_csv(page.rows, language).encode(), name, CSV)
    content = render_workbook([page], foot=f"{club.name} – {page.title}", language=language)
    return build_download(content, name, XLSX)


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
    read = read_page(list_log_sources(club, log_filter), before, MOST_ROWS, words, with_runs=True)
    people = [(person.number, format_person(person)) for person in list_log_people(club, log_filter.owner)]
    context = {
        "tournament": log_filter.tournament,
        "owner": log_filter.owner,
        "list": LOG_LIST.build_page(request, read.lines),
        "suspicious": fold_log_lines(line for line in read.lines if line.is_suspicious),
        "days": group_by_day(line for line in read.lines if not line.is_suspicious),
        **({} if before or words else _build_two_weeks(club, log_filter)),
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


def _build_two_weeks(club: int, log_filter: LogFilter) -> dict[str, Any]:
    """Return how many lines the last two weeks have, day by day, as columns, and the number of today."""
    today = localdate(now())
    days = [today - timedelta(days=ago) for ago in reversed(range(14))]
    counts = count_by_day(list_log_sources(club, log_filter), compute_midnight(days[0]))
    amounts = [(date_format(day, "j."), counts[day], f"{counts[day] or ''}") for day in days]
    return {"today": today, "number": counts[today], "two_weeks": draw_columns(amounts) if counts else None}


def send_club_log(request: HttpRequest, form: str) -> HttpResponse:
    """Return what the page shows, on all its pages, as a file; this is noted before."""
    if form not in LOG_FORMS:
        raise Http404
    club = get_staff_account(request).club
    note_file(request, club.pk, LOG_FILE, form)
    sources = list_log_sources(club.pk, parse_log_filter(club.pk, request.GET))
    words = fold_words(LOG_LIST.read_search(request))
    return build_log_file(club, read_all(sources, words), form, get_current_language())
