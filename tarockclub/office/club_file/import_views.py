"""The pages of club files on their way in: sent, read as a job with its progress."""

import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from tarockclub.office.club_file import imports
from tarockclub.office.club_file.errors import FileRefused
from tarockclub.office.club_file.forms import SetupFileForm, TakeOverForm
from tarockclub.platform.accounts.confirmation import require_password_for_file
from tarockclub.platform.accounts.devices import build_author
from tarockclub.platform.jobs.services import BusyError
from tarockclub.platform.server.wsgi.turns import give_turn_back
from tarockclub.platform.server.wsgi.uploads import IntoDataFolder, take_uploads


class NotBegun(Exception):  # noqa: N818 -- no error of the program, but an answer
    """Raised with a sentence for a file that is not read in."""


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


def _find_import(key: uuid.UUID) -> imports.Import:
    club_import = imports.find_import(str(key))
    if club_import is None:
        raise Http404
    return club_import


def begin_new_club(request: HttpRequest, form: TakeOverForm | SetupFileForm) -> str | None:
    """Begin to make a club of the uploaded file; return its key, or None while the form says what is missing."""
    if not form.is_valid():
        return None
    try:
        return _receive_file(request, form.cleaned_data).key
    except NotBegun as problem:
        form.add_error(None, str(problem))
        return None


def show_taking_over(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Show how far a club is that is taken over."""
    club_import = _find_import(key)
    club = club_import.outcome.get(imports.CLUB)
    links = {"next": reverse("hosted_club", args=[club]) if club else "", "again": reverse("take_club_over")}
    return render_import(request, club_import, links | {"state": reverse("taking_over_state", args=[key])})


def show_taking_over_state(request: HttpRequest, key: uuid.UUID) -> HttpResponse:
    """Return the progress of a club that is taken over."""
    return build_state(_find_import(key))


def _receive_file(request: HttpRequest, values: Mapping[str, Any]) -> imports.Import:
    """Store the uploaded file and begin to read it, without keeping others waiting; raise NotBegun."""
    sent = request.FILES.get("file")
    if sent is None:
        raise NotBegun(_("Choose the file of a club first."))
    path = Path(str(sent.file.name))  # type: ignore[union-attr]
    director = imports.hash_password(values["login"], values["password"])
    try:
        with give_turn_back():
            return imports.begin_import(path, str(values["key"]), build_author(request), director)
    except FileRefused as refused:
        raise NotBegun(str(refused)) from refused
    except BusyError as busy:
        raise NotBegun(_("A file is being read already: please wait until it is ready.")) from busy
    except ValueError as lost:
        raise NotBegun(_("Something was lost on the way: please try again.")) from lost


def build_state(job: imports.Import) -> JsonResponse:
    """Return the progress of a file."""
    return JsonResponse({"state": job.state, "done": job.done, "of": job.of})


def render_import(
    request: HttpRequest, job: imports.Import, links: dict[str, str], *, is_setup: bool = False
) -> HttpResponse:
    """Return the page of a file on its way in; `links`: to its state, onwards, to send it again."""
    context = {"job": job, "links": links, "here": request.path, "is_setup": is_setup}
    if job.state == imports.REFUSED:
        context["refusal"] = job.problem
    return render(request, "tarockclub/office/club_file/import.html", context)
