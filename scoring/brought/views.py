"""The page that brings in an evening that was played elsewhere: records read, looked at, and only then written."""

import uuid
from typing import Any, NamedTuple

from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods, require_safe

from scoring.brought import words
from scoring.brought.form import BringForm
from scoring.brought.house import house_said
from scoring.brought.lines import MOST_BYTES, Line, Unreadable, decoded, lines_of, tidied
from scoring.brought.session import Evened, played
from scoring.brought.shown import report
from scoring.brought.writing import Brought, NotWritten, bring, brought_before
from scoring.digests import digest_of
from scoring.evenings import OtherEvening
from scoring.table_page import language
from scoring.writing import Who
from tarockclub.access import staff_of, staff_only
from tarockclub.devices import device_of, person_of
from tarockclub.persons import names_in

form_methods = require_http_methods(["GET", "HEAD", "POST"])
MOST_SENT = MOST_BYTES + 200_000  # bytes of a form: what else is in it beside the records


class Looked(NamedTuple):
    """What somebody has sent, and what it would bring in."""

    text: str
    form: BringForm
    evening: Evened
    seen: str  # what tells it from other content


@require_safe
@staff_only
def bring_in_page(request: HttpRequest) -> HttpResponse:
    """What can be brought into the club from elsewhere, and where."""
    return render(request, "scoring/brought/bring_in.html")


@csrf_exempt  # checked below: the check reads the form, which must not happen before its size is looked at
@form_methods
@staff_only
def bring_page(request: HttpRequest) -> HttpResponse:
    """Records are pasted or a file is chosen, then shown as an evening, then brought in."""
    if request.method != "POST":
        return _page(request, BringForm(**_of(request), initial={"key": str(uuid.uuid4())}))
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_SENT:
        form = BringForm(**_of(request), initial={"key": str(uuid.uuid4())})
        return _page(request, form, 413, problem=words.unreadable(Unreadable("too_large")))
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
        return _page(request, form, 400, text=text, problem=words.unreadable(unreadable))
    if isinstance(found, BringForm):
        return _page(request, found, 400, text=text)
    if "write" in request.POST:
        return _written(request, found)
    return _shown(request, found)


def _text(request: HttpRequest) -> str:
    """The records: of the file, else as they were pasted."""
    sent = request.FILES.get("file")
    return decoded(sent.read()) if sent is not None else tidied(request.POST.get("text", ""))


def _looked(request: HttpRequest, text: str, lines: list[Line]) -> Looked | BringForm:
    """The evening that the records tell of; the form, where it is not filled in rightly."""
    form = BringForm(request.POST, **_of(request), said=house_said(lines))
    if not form.is_valid():
        return form
    evening = played(lines, form.house(), len(form.names), language())
    seen = digest_of([text, form.names, evening.house])
    return Looked(text, form, evening, seen)


def _shown(request: HttpRequest, found: Looked, status: int = 200, **more: Any) -> HttpResponse:
    """What would be brought in."""
    evening, form = found.evening, found.form
    context = {
        "report": report(evening, form.names, language()),
        "names": form.names,
        "seen": found.seen,
        "before": brought_before(staff_of(request).club, evening, form.cleaned_data["key"]),
        "nothing_good": not evening.good,
        **more,
    }
    return _page(request, form, status, text=found.text, **context)


def _written(request: HttpRequest, found: Looked) -> HttpResponse:
    """Write it, unless it is something else than was looked at, or something is left to be said."""
    evening, form = found.evening, found.form
    if request.POST.get("seen") != found.seen:
        return _shown(request, found, problem=_("This is what you would bring in now: look at it once more."))
    if not evening.good:
        return _shown(request, found, 400, problem=_("There is nothing that can be brought in."))
    if evening.bad and "leave_out" not in request.POST:
        problem = _("Some lines cannot be read. Correct them below, or tick that they are left out.")
        return _shown(request, found, 400, problem=problem)
    club, data = staff_of(request).club, form.cleaned_data
    if "again" not in request.POST and brought_before(club, evening, data["key"]) is not None:
        return _shown(request, found, 409, problem=_("This evening is in the book already: see below."))
    brought = Brought(evening, form.names, data["day"], form.agreed_text, bool(data["ends"]))
    try:
        table = bring(data["key"], brought, club, Who(person_of(request), device_of(request)))
    except NotWritten as refused:
        problem = _("Line %(line)s could not be written, and so nothing was.") % {"line": refused.line}
        return _shown(request, found, 409, problem=problem)
    except OtherEvening as other:
        form.renew_key()
        return _shown(request, found, 422, problem=words.other_evening(), other=other.table)
    return redirect("table", slug=table.slug)


def _page(request: HttpRequest, form: BringForm, status: int = 200, **more: Any) -> HttpResponse:
    context = {"form": form, "here": request.path, **more}
    return render(request, "scoring/brought/bring.html", context, status=status)
