"""The pages of club files: make one and fetch it; what came in stands in import_views.py."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from tarockclub.models import Club, SetAsideBook
from tarockclub.office.club_file.forms import MakeForm
from tarockclub.office.club_file.selectors import list_set_aside
from tarockclub.office.club_file.writer import find_made_file, list_made_files, start_file
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.confirmation import ask_for_password
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.jobs.made_files import MadeFile
from tarockclub.platform.jobs.services import BusyError
from tarockclub.platform.server.downloads import ZIP, build_download


def handle_club_file(request: HttpRequest) -> HttpResponse:
    """Show the files of the club; a POST begins one."""
    if request.method != "POST":
        return _render_page(request)
    try:
        file = start_file(_get_club(request), MakeForm(request.POST).parse()["key"])
    except BusyError:
        problem = _("Two files are already being created: please wait until one of them is ready.")
        return _render_page(request, problem=problem, status=409)
    except ValueError:
        return _render_page(request, problem=_("Something was lost on the way: please try again."), status=400)
    return redirect("club_file_made", key=file.key)


def show_made_file(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Show the progress of a file; once ready, the file."""
    context = {"job": _find_file(request, key), "here": request.path}
    return render(request, "tarockclub/office/club_file/made.html", context)


def show_file_state(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Return the progress of a file, for the script of its page."""
    file = _find_file(request, key)
    return JsonResponse({"state": file.state, "done": file.done, "of": file.of})


def send_club_file(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Return a file that is ready; it contains everything that the club has."""
    file = _find_file(request, key)
    if not file.is_done:
        raise Http404
    if (asked := ask_for_password(request, back=request.path)) is not None:
        return asked
    if request.method == "GET":
        record_event(_get_club(request).pk, Kind.CLUB_WRITTEN, build_author(request))
    return build_download(file.load_file(), file.name, ZIP)


def send_set_aside_book(request: HttpRequest, number: int) -> HttpResponse:
    """Return a book that did not count, as text."""
    book = get_object_or_404(SetAsideBook, pk=number, club=_get_club(request))
    return build_download(book.text, f"{book.slug.hex[:8]}-{book.side}.jsonl", "application/jsonl; charset=utf-8")


def _get_club(request: HttpRequest) -> Club:
    return get_staff_account(request).club


def _find_file(request: HttpRequest, key: uuid.UUID) -> MadeFile:
    file = find_made_file(_get_club(request), str(key))
    if file is None:
        raise Http404
    return file


def _render_page(request: HttpRequest, *, problem: str = "", status: int = 200) -> HttpResponse:
    """Return the page of club files."""
    club = _get_club(request)
    context: dict[str, Any] = {
        "club": club,
        "key": uuid.uuid4(),
        "files": list_made_files(club),
        "books": list_set_aside(club),
        "problem": problem,
    }
    return render(request, "tarockclub/office/club_file/club_file.html", context, status=status)
