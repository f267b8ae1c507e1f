"""The pages of club files: make one and fetch it, continue the club with one, take another club over."""

import re
import uuid
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from tarockclub.accounts.actors import Actor
from tarockclub.accounts.club_log import Kind, record_event
from tarockclub.accounts.confirmation import ask_for_password, require_password
from tarockclub.accounts.devices import build_author
from tarockclub.accounts.permissions import director_only, get_staff_account, host_only
from tarockclub.backups.views import LARGEST_UPLOAD, IntoDataFolder
from tarockclub.club_file.errors import FileRefused
from tarockclub.club_file.forms import CHOICE, ContinuationForm, MakeForm, TakeOverForm
from tarockclub.club_file.jobs import MadeFile, find_file, list_files, start_file
from tarockclub.club_file.merging import Conflict, MergeResult, merge_club
from tarockclub.club_file.services import read_club
from tarockclub.jobs.files import build_new_path
from tarockclub.jobs.services import BusyError
from tarockclub.models import Club, SetAsideBook
from tarockclub.server.web.background import make_once, run_beside
from tarockclub.server.web.large_bodies import take_large

form_methods = require_http_methods(["GET", "HEAD", "POST"])
_TOKEN = re.compile(r"[0-9a-f]{32}")


@form_methods
@director_only
def handle_club_file(request: HttpRequest) -> HttpResponse:
    """Show the files of the club; a POST begins one."""
    if request.method != "POST":
        return _render_page(request)
    try:
        made = start_file(_get_club(request), MakeForm(request.POST).parse()["key"])
    except BusyError:
        problem = _("Two files are already being created: please wait until one of them is ready.")
        return _render_page(request, problem=problem, status=409)
    except ValueError:
        return _render_page(request, problem=_("Something was lost on the way: please try again."), status=400)
    return redirect("club_file_made", key=made.key)


@require_safe
@director_only
def show_made_file(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Show the progress of a file; once ready, the file."""
    context = {"job": _find_file(request, key), "here": request.path}
    return render(request, "tarockclub/club_file/made.html", context)


@require_safe
@director_only
def show_file_state(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Return the progress of a file, for the script of its page."""
    made = _find_file(request, key)
    return JsonResponse({"state": made.state, "done": made.done, "of": made.of})


@require_safe
@director_only
def send_club_file(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Return a file that is ready; it contains everything that the club has."""
    made = _find_file(request, key)
    if not made.is_done:
        raise Http404
    if (asked := ask_for_password(request, back=request.path)) is not None:
        return asked
    if request.method == "GET":
        record_event(_get_club(request).pk, Kind.CLUB_WRITTEN, build_author(request))
    named = content_disposition_header(as_attachment=True, filename=made.name) or "attachment"
    return HttpResponse(made.load_file(), content_type="application/zip", headers={"Content-Disposition": named})


@require_safe
@director_only
def send_set_aside_book(request: HttpRequest, number: int) -> HttpResponse:
    """Return a book that did not count, as text."""
    book = get_object_or_404(SetAsideBook, pk=number, club=_get_club(request))
    named = content_disposition_header(as_attachment=True, filename=f"{book.slug.hex[:8]}-{book.side}.jsonl")
    answer = HttpResponse(book.text, content_type="application/jsonl; charset=utf-8")
    answer.headers["Content-Disposition"] = named or "attachment"
    return answer


@csrf_exempt  # checked below: the check reads the form, which must not happen before all others
@form_methods
@director_only
@require_password
@take_large(LARGEST_UPLOAD)
def handle_continuation(request: HttpRequest) -> HttpResponse:
    """Continue the club with a newer file of the same club."""
    if request.method != "POST":
        return redirect("club_file")
    answer: HttpResponse = _continue(_read_form(request))
    return answer


@csrf_protect
def _continue(request: HttpRequest) -> HttpResponse:
    club, sent = _get_club(request), request.FILES.get("file")
    form = ContinuationForm(request.POST)
    path = _find_kept(form.parse()["kept"]) if sent is None else _get_path(sent)
    if path is None:
        return _render_page(request, problem=_("Choose the file of a club first."), status=400)
    try:
        merged = run_beside("club", partial(_merge, path, club, build_author(request), form.list_choices()))
    except FileRefused as refused:
        return _render_page(request, problem=str(refused), status=400)
    except Conflict as conflict:
        kept = path if sent is None else run_beside("keep", partial(_keep, path))
        context = {"forks": conflict.forks, "kept": kept.stem, "club": club, "prefix": CHOICE}
        return render(request, "tarockclub/club_file/choose.html", context, status=409)
    return _render_page(request, merged=merged)


def _merge(path: Path, club: Club, who: Actor, choices: Mapping[str, str]) -> MergeResult:
    return merge_club(path, club, _tell_nobody, who, choices)


def _keep(path: Path) -> Path:
    """Keep an uploaded file until somebody has chosen; it is deleted after a day."""
    target = build_new_path()
    target.write_bytes(path.read_bytes())
    target.chmod(0o600)
    return target


def _get_path(sent: Any) -> Path:
    """Return where an uploaded file lies (IntoDataFolder)."""
    return Path(str(sent.file.name))


def _find_kept(token: str) -> Path | None:
    path = Path(settings.DATA_DIR) / "exports" / f"{token}.part"
    return path if _TOKEN.fullmatch(token) and path.is_file() else None


@csrf_exempt
@form_methods
@host_only
@require_password
@take_large(LARGEST_UPLOAD)
def handle_taking_over(request: HttpRequest) -> HttpResponse:
    """Take a club over from a file, as another club of this installation."""
    if request.method != "POST":
        return _render_taking_over(request, TakeOverForm())
    answer: HttpResponse = _take_over(_read_form(request))
    return answer


@csrf_protect
def _take_over(request: HttpRequest) -> HttpResponse:
    form, sent = TakeOverForm(request.POST), request.FILES.get("file")
    if sent is None:
        form.add_error(None, _("Choose the file of a club first."))
    if sent is None or not form.is_valid():
        return _render_taking_over(request, form, 400)
    said = form.cleaned_data
    path = _get_path(sent)
    work = partial(read_club, path, _tell_nobody, build_author(request), login=said["login"], password=said["password"])
    try:
        club = run_beside("club", work)
    except FileRefused as refused:
        form.add_error(None, str(refused))
        return _render_taking_over(request, form, 400)
    return redirect("hosted_club", number=club.pk)


def _read_form(request: HttpRequest) -> HttpRequest:
    """Read the uploaded file without keeping others waiting."""
    first = make_once("request", lambda: request)
    if first is request:
        request.upload_handlers = [IntoDataFolder(request)]
    run_beside("form", lambda: first.FILES)
    return first


def _tell_nobody(_more: int) -> None:
    """Say nothing about the progress: the page waits."""


def _get_club(request: HttpRequest) -> Club:
    return get_staff_account(request).club


def _find_file(request: HttpRequest, key: uuid.UUID) -> MadeFile:
    made = find_file(_get_club(request), str(key))
    if made is None:
        raise Http404
    return made


def _render_page(
    request: HttpRequest, *, problem: str = "", merged: MergeResult | None = None, status: int = 200
) -> HttpResponse:
    club = _get_club(request)
    context: dict[str, Any] = {
        "club": club,
        "key": uuid.uuid4(),
        "files": list_files(club),
        "books": SetAsideBook.objects.filter(club=club).defer("text").order_by("-pk"),
        "problem": problem,
        "merged": merged,
    }
    return render(request, "tarockclub/club_file/club_file.html", context, status=status)


def _render_taking_over(request: HttpRequest, form: TakeOverForm, status: int = 200) -> HttpResponse:
    return render(request, "tarockclub/club_file/take_over.html", {"form": form}, status=status)
