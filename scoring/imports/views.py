"""The page that brings in an evening that was played elsewhere: records read, looked at, and only then written."""

import uuid
from typing import Any, NamedTuple

from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from scoring.evenings.services import OtherEvening
from scoring.imports import messages
from scoring.imports.chosen_rules import house_said
from scoring.imports.forms import BringForm
from scoring.imports.preview import BAD_LINES, NOTHING, OTHER, THERE, Looked, Said, before, hindrance, look
from scoring.imports.record_lines import MOST_BYTES, Line, Unreadable, decoded, lines_of, tidied
from scoring.imports.report import report
from scoring.imports.services import Brought, NotWritten, bring
from tarockclub.accounts.actors import Who
from tarockclub.accounts.devices import device_of, person_of
from tarockclub.accounts.permissions import staff_of, staff_only
from tarockclub.accounts.persons import lock_club, names_in
from tarockclub.language import language
from tarockclub.server.web.large_bodies import takes_large

form_methods = require_http_methods(["GET", "HEAD", "POST"])
MOST_SENT = MOST_BYTES + 200_000  # bytes of a form: what else is in it beside the records


STATUSES = {OTHER: 200, NOTHING: 400, BAD_LINES: 400, THERE: 409}


class Filled(NamedTuple):
    """The form as it was filled in, and what it would bring in."""

    form: BringForm
    looked: Looked


@require_safe
@staff_only
def bring_in_page(request: HttpRequest) -> HttpResponse:
    """What can be brought into the club from elsewhere, and where."""
    return render(request, "scoring/imports/bring_in.html")


@csrf_exempt  # checked below: the check reads the form, which must not happen before its size is looked at
@form_methods
@staff_only
@takes_large(MOST_SENT)
def bring_page(request: HttpRequest) -> HttpResponse:
    """Records are pasted or a file is chosen, then shown as an evening, then brought in."""
    if request.method != "POST":
        return _page(request, BringForm(**_of(request), initial={"key": str(uuid.uuid4())}))
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_SENT:
        form = BringForm(**_of(request), initial={"key": str(uuid.uuid4())})
        return _page(request, form, 413, problem=messages.unreadable(Unreadable("too_large")))
    request.upload_handlers = [MemoryFileUploadHandler(request)]
    answer: HttpResponse = _posted(request)
    return answer


def _of(request: HttpRequest) -> dict[str, Any]:
    return {"language": language(), "known": names_in(staff_of(request).club)}


@csrf_protect
def _posted(request: HttpRequest) -> HttpResponse:
    """Look at what was sent, and write it where that is asked for and it is what was looked at before."""
    text = ""
    try:
        text = _text(request)
        lines = lines_of(text)
        found = _looked(request, text, lines)
    except Unreadable as unreadable:
        form = BringForm(request.POST, **_of(request), said=None)
        form.is_valid()
        form.errors.pop("sheet", None)  # nothing was read that could say it
        return _page(request, form, 400, text=text, problem=messages.unreadable(unreadable))
    if isinstance(found, BringForm):
        return _page(request, found, 400, text=text)
    if "write" in request.POST:
        return _written(request, found)
    return _shown(request, found)


def _text(request: HttpRequest) -> str:
    """The records: of the file, else as they were pasted."""
    sent = request.FILES.get("file")
    return decoded(sent.read()) if sent is not None else tidied(request.POST.get("text", ""))


def _looked(request: HttpRequest, text: str, lines: list[Line]) -> Filled | BringForm:
    """The evening that the records tell of; the form, where it is not filled in rightly."""
    form = BringForm(request.POST, **_of(request), said=house_said(lines))
    if not form.is_valid():
        return form
    return Filled(form, look(text, lines, form.names, form.house(), language()))


def _shown(request: HttpRequest, found: Filled, status: int = 200, **more: Any) -> HttpResponse:
    """What would be brought in."""
    form, looked = found
    context = {
        "report": report(looked.evening, form.names, language()),
        "names": form.names,
        "seen": looked.seen,
        "before": before(looked, staff_of(request).club, form.cleaned_data["key"]),
        "nothing_good": not looked.evening.good,
        **more,
    }
    return _page(request, form, status, text=looked.text, **context)


def _written(request: HttpRequest, found: Filled) -> HttpResponse:
    """Write it, unless it is something else than was looked at, or something is left to be said."""
    form, looked = found
    club, data = staff_of(request).club, form.cleaned_data
    said = Said(request.POST.get("seen", ""), "leave_out" in request.POST, "again" in request.POST)
    brought = Brought(looked.evening, form.names, data["day"], form.agreed_text, bool(data["ends"]))
    try:
        with transaction.atomic():
            club = lock_club(club)  # two laptops bring the same evening in one after the other: the second one is told
            code = hindrance(looked, said, club, data["key"])
            if code:
                return _shown(request, found, STATUSES[code], problem=str(messages.HINDRANCES[code]))
            table = bring(data["key"], brought, club, Who(person_of(request), device_of(request)))
    except NotWritten as refused:
        return _shown(request, found, 409, problem=messages.not_written(refused))
    except OtherEvening as other:
        form.renew_key()
        return _shown(request, found, 422, problem=messages.other_evening(), other=other.table)
    return redirect("table", slug=table.slug)


def _page(request: HttpRequest, form: BringForm, status: int = 200, **more: Any) -> HttpResponse:
    context = {"form": form, "here": request.path, **more}
    return render(request, "scoring/imports/bring.html", context, status=status)
