"""The pages of exports: begin one, see its progress, fetch it. Its file is made in a process of its own (jobs.py)."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tarockclub.kit.form_fields import TextField
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.looks import TOURNAMENT_FILE, note_file
from tarockclub.platform.jobs.made_files import MadeFile
from tarockclub.platform.jobs.services import BusyError
from tarockclub.platform.server import downloads
from tarockclub.platform.server.page_cache import CachedPage, PageCache, build_etag_response
from tournaments.core import view_helpers
from tournaments.core.forms import ActionForm
from tournaments.hall.standing.progress import TournamentProgress, load_progress
from tournaments.models import Tournament
from tournaments.results.exports import jobs
from tournaments.results.exports.formats import FORMS
from tournaments.results.exports.public_standings import render_json, render_standings_csv
from tournaments.results.final_results.cup_file import render_cup_file
from tournaments.results.standings.cached_page import PACE, PageKey, load_page_key


class ExportForm(ActionForm):
    """The format of an export to begin."""

    form = TextField()


def show_exports(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show the possible and the finished exports; a POST begins one."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return _render_page(request, tournament)
    content = ExportForm(request.POST).parse()
    try:
        job = jobs.start_export(tournament, content["key"], content["form"], get_current_language())
    except BusyError:
        problem = _("Two exports are already being created: please wait until one of them is ready.")
        return _render_page(request, tournament, status=409, problem=problem)
    except ValueError:
        problem = _("Something was lost on the way: please try again.")
        return _render_page(request, tournament, status=400, problem=problem)
    return redirect("export_made", slug=slug, key=job.key)


def _render_page(request: HttpRequest, tournament: Tournament, status: int = 200, problem: str = "") -> HttpResponse:
    listed = jobs.list_exports(tournament)
    workbook = _(
        "For Excel and LibreOffice: standings, registrations, the score sheets of all tables, hands, rulings, "
        "prizes, cash box. If you correct a number there, sums and ranks follow."
    )
    offered = [(form, format_, view_helpers.create_key()) for form, format_ in FORMS.items()]
    context = {"tournament": tournament, "offered": offered, "workbook": workbook, "listed": listed, "problem": problem}
    return view_helpers.render_page(request, "tournaments/results/exports/exports.html", context, status)


def show_export(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """Show the progress of an export; once ready, its file."""
    tournament = view_helpers.find_own_tournament(request, slug)
    context: dict[str, Any] = {"tournament": tournament, "job": _find_export(tournament, key)}
    return view_helpers.render_page(request, "tournaments/results/exports/export.html", context)


def show_export_state(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """Return the progress of an export, for the script of its page."""
    job = _find_export(view_helpers.find_own_tournament(request, slug), key)
    return JsonResponse({"state": job.state, "done": job.done, "of": job.of})


def send_export_file(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """Return the file of an export that is ready."""
    tournament = view_helpers.find_own_tournament(request, slug)
    job = _find_export(tournament, key)
    if not job.is_done:
        raise Http404
    note_file(request, tournament.club_id, TOURNAMENT_FILE, job.form, of=tournament.pk)
    # Whole: the site answers in one piece anyway, and hundred thousand hands are some fifty megabytes.
    return downloads.build_download(job.load_file(), job.name, FORMS[job.form].media_type)


def _find_export(tournament: Tournament, key: uuid.UUID) -> MadeFile:
    """Return an export of this tournament, or 404."""
    export = jobs.find_export(tournament, str(key))
    if export is None:
        raise Http404
    return export


def send_cup_file(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Send the results as the cups want them: player numbers, rounds and sums."""
    tournament = view_helpers.find_own_tournament(request, slug)
    note_file(request, tournament.club_id, TOURNAMENT_FILE, "cup", of=tournament.pk)
    content = render_cup_file(load_progress(tournament))
    return downloads.build_download(content, f"cup-{tournament.day:%Y-%m-%d}.csv", downloads.CSV)


PAGE_CACHE = PageCache(32, pace=PACE)


def show_standings_json(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show all standings that are public as JSON."""
    response = _answer_standings(request, slug, "json")
    response["Content-Type"] = "application/json"
    return response


def show_standings_csv(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show all standings that are public as one CSV file, as the German Excel reads it."""
    response = _answer_standings(request, slug, "csv")
    response["Content-Type"] = downloads.CSV
    downloads.name_download(response, "standings.csv")
    return response


def _answer_standings(request: HttpRequest, slug: uuid.UUID, form: str) -> HttpResponse:
    page, stand = load_page_key(request, slug, 0)
    cached = _find_page(page, stand, form)
    return build_etag_response(request, cached.tag, lambda: cached.body)


def _find_page(page: PageKey, stand: TournamentProgress, form: str) -> CachedPage:
    """Return the public standings from the cache; the staff gets the current ones."""
    tag = f'"{stand.sign}.{page.language}.{form}"'
    make = render_json if form == "json" else render_standings_csv
    name = (page.slug, page.language, form)
    return PAGE_CACHE.load_newest(name, tag, lambda: make(stand, page.language), at_once=page.staff)
