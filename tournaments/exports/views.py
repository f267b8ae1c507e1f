"""The pages of exports: begin one, see how far it is, fetch it. A process of its own makes it (jobs.py)."""

import uuid
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tarockclub.accounts.permissions import staff_only
from tarockclub.language import language
from tarockclub.server.page_cache import Kept, Shelf, answered
from tournaments import view_helpers
from tournaments.exports import jobs
from tournaments.exports.jobs import Busy, Job
from tournaments.exports.public_standings import as_csv, as_json
from tournaments.exports.services import CSV, FORMS, JSON, XLSX
from tournaments.models import Tournament
from tournaments.standings.cached_page import PACE, Page, page_of
from tournaments.standings.progress import Stand


class Offered(NamedTuple):
    """A form that a tournament can be exported in."""

    form: str
    name: str
    about: str
    key: str


class Listed(NamedTuple):
    """An export that is still there."""

    job: Job
    begun: datetime


@require_http_methods(["GET", "HEAD", "POST"])
@staff_only
def exports_page(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """What can be exported, and what was; a POST begins one."""
    tournament = view_helpers.own(request, slug)
    if request.method != "POST":
        return _page(request, tournament)
    try:
        job = jobs.start(tournament, view_helpers.key_in(request), request.POST.get("form", ""), language())
    except Busy:
        problem = _("Two exports are already being created: please wait until one of them is ready.")
        return _page(request, tournament, status=409, problem=problem)
    except ValueError:
        problem = _("Something was lost on the way: please try again.")
        return _page(request, tournament, status=400, problem=problem)
    return redirect("export_made", slug=slug, key=job.key)


def _page(request: HttpRequest, tournament: Tournament, status: int = 200, problem: str = "") -> HttpResponse:
    listed = [Listed(job, datetime.fromtimestamp(job.begun, UTC)) for job in jobs.of_tournament(tournament)]
    context = {"tournament": tournament, "offered": _offered(), "listed": listed, "problem": problem}
    return view_helpers.page(request, "exports/exports", context, status)


def _offered() -> tuple[Offered, ...]:
    workbook = _(
        "For Excel and LibreOffice: standings, registrations, the score sheets of all tables, hands, rulings, "
        "prizes, cash box. If you correct a number there, sums and ranks follow."
    )
    csv = _("The same tables without formulas, packed together: for other programs.")
    json = _("The same tables for programmers.")
    return (
        Offered(XLSX, _("Workbook"), workbook, view_helpers.fresh_key()),
        Offered(CSV, _("CSV files"), csv, view_helpers.fresh_key()),
        Offered(JSON, _("JSON"), json, view_helpers.fresh_key()),
    )


@require_safe
@staff_only
def export_page(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """How far an export is; where it is ready, its file."""
    tournament = view_helpers.own(request, slug)
    context: dict[str, Any] = {"tournament": tournament, "job": _job(tournament, key)}
    return view_helpers.page(request, "exports/export", context)


@require_safe
@staff_only
def export_state(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """How far an export is, for the script of its page."""
    job = _job(view_helpers.own(request, slug), key)
    return JsonResponse({"state": job.state, "done": job.done, "of": job.of})


@require_safe
@staff_only
def export_file(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """The file of an export that is ready."""
    job = _job(view_helpers.own(request, slug), key)
    if not job.is_done or not job.file.exists():
        raise Http404
    named = content_disposition_header(as_attachment=True, filename=job.name) or "attachment"
    # Whole: the site answers in one piece anyway, and hundred thousand hands are some fifty megabytes.
    return HttpResponse(job.file.read_bytes(), content_type=FORMS[job.form][1], headers={"Content-Disposition": named})


def _job(tournament: Tournament, key: uuid.UUID) -> Job:
    """An export of this tournament, or 404."""
    job = jobs.found(str(key))
    if job is None or job.tournament != tournament.pk:
        raise Http404
    return job


SHELF = Shelf(32, pace=PACE)


@require_safe
def standings_json(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """All standings that are public as JSON."""
    response = _answered(request, slug, "json")
    response["Content-Type"] = "application/json"
    return response


@require_safe
def standings_csv(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """All standings that are public as one CSV file, as the German Excel reads it."""
    response = _answered(request, slug, "csv")
    response["Content-Type"] = "text/csv; charset=utf-8"
    name = content_disposition_header(as_attachment=True, filename="standings.csv")
    response["Content-Disposition"] = name or "attachment"
    return response


def _answered(request: HttpRequest, slug: uuid.UUID, form: str) -> HttpResponse:
    page, stand = page_of(request, slug, 0)
    kept = _kept(page, stand, form)
    return answered(request, kept.tag, lambda: kept.body)


def _kept(page: Page, stand: Stand, form: str) -> Kept:
    """What is public, whoever asks; who works with it gets it as it is now."""
    tag = f'"{stand.sign}.{page.language}.{form}"'
    make = as_json if form == "json" else as_csv
    name = (page.slug, page.language, form)
    return SHELF.newest(name, tag, lambda: make(stand, page.language), at_once=page.staff)
