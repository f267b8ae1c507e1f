"""The pages of club files on their way in: sent, read as a job with its progress, decided about."""

import uuid
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tarockclub.models import Club
from tarockclub.office.backups.views import IntoDataFolder
from tarockclub.office.club_file import imports
from tarockclub.office.club_file.errors import FileRefused
from tarockclub.office.club_file.forms import CHOICE, ContinuationForm, SetupFileForm, TakeOverForm
from tarockclub.office.club_file.selectors import list_choices
from tarockclub.office.club_file.views import render_page
from tarockclub.platform.accounts.confirmation import ask_for_password, require_password_for_file
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.jobs.services import BusyError
from tarockclub.platform.server.wsgi.turns import give_turn_back
from tarockclub.platform.server.wsgi.uploads import take_uploads


class NotBegun(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Raised with a sentence for a file that is not read in."""


@require_password_for_file
@take_uploads(IntoDataFolder)
def handle_continuation(request: HttpRequest) -> HttpResponse:
    """Continue the club with a newer file of the same club."""
    if request.method != "POST":
        return redirect("club_file")
    club, key = get_staff_account(request).club, ContinuationForm(request.POST).parse()["key"]
    try:
        found = receive_file(request, key, imports.ImportRequest(club, build_author(request)))
    except NotBegun as problem:
        return render_page(request, problem=str(problem), status=400)
    return redirect("club_import", key=found.key)


def handle_import(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Show how far a file is, what came of it, and what has to be decided; a POST decides."""
    club = get_staff_account(request).club
    found = _find_import(club, key)
    if request.method != "POST":
        return _render_own(request, found, club)
    if found.state != imports.CHOOSE or not imports.has_upload(found):
        raise Http404
    if (asked := ask_for_password(request)) is not None:
        return asked
    form = ContinuationForm(request.POST)
    asked_for = imports.ImportRequest(club, build_author(request), form.list_choices(), laptop=found.laptop)
    try:
        anew = imports.start_import(str(uuid.UUID(form.parse()["key"])), found.upload, found.of, asked_for)
    except ValueError:
        return _render_own(request, found, club, _("Something was lost on the way: please try again."), 400)
    except BusyError:
        return _render_own(request, found, club, _format_busy(), 409)
    return redirect("club_import", key=anew.key)


def show_import_state(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Return the progress of a file, for the script of its page."""
    return build_state(_find_import(get_staff_account(request).club, key))


@require_password_for_file
@take_uploads(IntoDataFolder)
def handle_taking_over(request: HttpRequest) -> HttpResponse:
    """Take a club over from a file, as another club of this installation."""
    form = TakeOverForm(request.POST if request.method == "POST" else None)
    if (key := begin_new_club(request, form)) is not None:
        return redirect("taking_over", key=key)
    return render(
        request, "tarockclub/office/club_file/take_over.html", {"form": form}, status=400 if form.is_bound else 200
    )


def begin_new_club(request: HttpRequest, form: TakeOverForm | SetupFileForm) -> str | None:
    """Begin to make a club of the uploaded file; return its key, or None while the form says what is missing."""
    if not form.is_valid():
        return None
    said = form.cleaned_data
    director = imports.hash_password(said["login"], said["password"])
    asked = imports.ImportRequest(None, build_author(request), director=director)
    try:
        return receive_file(request, str(said["key"]), asked).key
    except NotBegun as problem:
        form.add_error(None, str(problem))
        return None


def show_taking_over(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Show how far a club is that is taken over."""
    found = _find_import(None, key)
    made = found.outcome.get(imports.CLUB)
    links = {"next": reverse("hosted_club", args=[made]) if made else "", "again": reverse("take_club_over")}
    return render_import(request, found, links | {"state": reverse("taking_over_state", args=[key])})


def show_taking_over_state(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Return the progress of a club that is taken over."""
    return build_state(_find_import(None, key))


def receive_file(request: HttpRequest, key: str, asked: imports.ImportRequest) -> imports.Import:
    """Store the uploaded file and begin to read it, without keeping others waiting; raise NotBegun."""
    sent = request.FILES.get("file")
    if sent is None:
        raise NotBegun(_("Choose the file of a club first."))
    path = Path(str(sent.file.name))  # type: ignore[union-attr]
    try:
        with give_turn_back():
            return imports.begin_import(path, key, asked)
    except FileRefused as refused:
        raise NotBegun(str(refused)) from refused
    except BusyError as busy:
        raise NotBegun(_format_busy()) from busy
    except ValueError as lost:
        raise NotBegun(_("Something was lost on the way: please try again.")) from lost


def build_state(job: imports.Import) -> JsonResponse:
    """Return the progress of a file."""
    return JsonResponse({"state": job.state, "done": job.done, "of": job.of})


def render_import(
    request: HttpRequest, job: imports.Import, links: dict[str, str], status: int = 200, **more: Any
) -> HttpResponse:
    """Return the page of a file on its way in; `links`: to its state, onwards, to send it again."""
    context = {"job": job, "links": links, "here": request.path, **more}
    if job.state == imports.AS_JOINED and imports.AS_JOINED in job.outcome:
        context["merged"] = job.numbers
    if job.state == imports.REFUSED:
        context["refusal"] = job.problem
    return render(request, "tarockclub/office/club_file/import.html", context, status=status)


def _render_own(
    request: HttpRequest, job: imports.Import, club: Club, problem: str = "", status: int = 200
) -> HttpResponse:
    again = reverse("club_file")
    links = {"state": reverse("club_import_state", args=[job.key]), "next": again, "again": again}
    more: dict[str, Any] = {"problem": problem}
    if job.state == imports.CHOOSE:
        choices = list_choices(club, job.outcome[imports.CHOOSE])
        more |= {"choices": choices, "prefix": CHOICE, "key": uuid.uuid4(), "is_there": imports.has_upload(job)}
    return render_import(request, job, links, status, **more)


def _find_import(club: Club | None, key: uuid.UUID) -> imports.Import:
    found = imports.find_import(club, str(key))
    if found is None:
        raise Http404
    return found


def _format_busy() -> str:
    return _("A file is being read already: please wait until it is ready.")
