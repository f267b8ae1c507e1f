"""The pages of exports: begin one, see how far it is, fetch it. A process of its own makes it (jobs.py)."""

import uuid
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.table_page import language
from tarockclub.access import staff_only
from tournaments import pages
from tournaments.exports import jobs
from tournaments.exports.jobs import Busy, Job
from tournaments.exports.making import CSV, FORMS, JSON, XLSX
from tournaments.models import Tournament


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
    tournament = pages.own(request, slug)
    if request.method != "POST":
        return _page(request, tournament)
    try:
        job = jobs.start(tournament, pages.key_in(request), request.POST.get("form", ""), language())
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
    return pages.page(request, "exports/exports", context, status)


def _offered() -> tuple[Offered, ...]:
    workbook = _(
        "For Excel and LibreOffice: standings, registrations, the score sheets of all tables, hands, rulings, "
        "prizes, cash box. If you correct a number there, sums and ranks follow."
    )
    csv = _("The same tables without formulas, packed together: for other programs.")
    json = _("The same tables for programmers.")
    return (
        Offered(XLSX, _("Workbook"), workbook, pages.fresh_key()),
        Offered(CSV, _("CSV files"), csv, pages.fresh_key()),
        Offered(JSON, _("JSON"), json, pages.fresh_key()),
    )


@require_safe
@staff_only
def export_page(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """How far an export is; where it is ready, its file."""
    tournament = pages.own(request, slug)
    context: dict[str, Any] = {"tournament": tournament, "job": _job(tournament, key)}
    return pages.page(request, "exports/export", context)


@require_safe
@staff_only
def export_state(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """How far an export is, for the script of its page."""
    job = _job(pages.own(request, slug), key)
    return JsonResponse({"state": job.state, "done": job.done, "of": job.of})


@require_safe
@staff_only
def export_file(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """The file of an export that is ready."""
    job = _job(pages.own(request, slug), key)
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
