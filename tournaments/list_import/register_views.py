"""The pages that bring a list of people into the register: pasted or a file, looked at, and only then written."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from tarockclub.accounts.permissions import staff_of, staff_only
from tarockclub.server.web.background import beside
from tarockclub.server.web.large_bodies import takes_large
from tournaments import view_helpers
from tournaments.acts import Refused
from tournaments.name_lists import messages
from tournaments.name_lists.candidates import candidates_among, known_in
from tournaments.name_lists.choices import MOST_QUESTIONS, chosen, questions, rows_from, rows_text
from tournaments.name_lists.columns import Read
from tournaments.name_lists.file import people_in_file, people_in_text
from tournaments.name_lists.rows import MOST_SENT, Unreadable
from tournaments.register.services import last_number, put_in

form_methods = require_http_methods(["GET", "HEAD", "POST"])
LONGEST_LIST = 200_000  # characters that are pasted


@form_methods
@staff_only
def register_list_page(request: HttpRequest) -> HttpResponse:
    """Paste a list, or choose a file."""
    if request.method != "POST":
        return _page(request)
    text = request.POST.get("text", "")
    try:
        if len(text) > LONGEST_LIST:
            raise Unreadable("too_large")
        return _preview(request, people_in_text(text))
    except Unreadable as unreadable:
        return _page(request, unreadable, text=text[:LONGEST_LIST])


@csrf_exempt  # checked below: the check reads the form, which must not happen before its size is looked at
@form_methods
@staff_only
@takes_large(MOST_SENT)
def register_file_page(request: HttpRequest) -> HttpResponse:
    """Read a file, as far as it shall be looked at."""
    if request.method != "POST":
        return redirect("register_list")
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_SENT:
        return _page(request, Unreadable("too_large"), 413)
    request.upload_handlers = [MemoryFileUploadHandler(request)]
    answer: HttpResponse = _uploaded(request)
    return answer


@csrf_protect
def _uploaded(request: HttpRequest) -> HttpResponse:
    sent = request.FILES.get("file")
    try:
        if sent is None:
            raise Unreadable("no_file")
        return _preview(request, beside("list", partial(people_in_file, sent.read())))
    except Unreadable as unreadable:
        return _page(request, unreadable)


@form_methods
@staff_only
def register_confirm_page(request: HttpRequest) -> HttpResponse:
    """Put those into the register who were looked at."""
    rows = rows_from(request.POST.get("rows", ""))
    seen = view_helpers.ids_in([request.POST.get("seen", "")])
    if request.method != "POST" or rows is None or not seen:
        return redirect("register_list")
    club = staff_of(request).club
    newcomers = chosen(candidates_among(known_in(club.pk, {}), rows), request.POST, numbers=False)
    try:
        new = put_in(club, newcomers, seen[0])
    except Refused as refused:
        return _preview(request, rows, 409, **view_helpers.problem_of(refused))
    return redirect(f"{reverse('register_list')}?new={new}")


def _preview(request: HttpRequest, rows: Sequence[Read], status: int = 200, **more: Any) -> HttpResponse:
    """What a list would mean, before anything is written."""
    club = staff_of(request).club_id
    found = beside("candidates", lambda: candidates_among(known_in(club, {}), rows))
    if len(questions(found)) > MOST_QUESTIONS:
        raise Unreadable("too_many_questions")
    context = {
        "told": [messages.told(one) for one in found],
        "counts": messages.counts(found),
        "rows": rows_text(rows),
        "seen": last_number(club),
        "here": reverse("register_list"),
        **more,
    }
    return view_helpers.page(request, "list_import/register_list_preview", context, status)


def _page(request: HttpRequest, unreadable: Unreadable | None = None, status: int = 400, **more: Any) -> HttpResponse:
    said = {"problem": messages.unreadable(unreadable)} if unreadable else {}
    new = view_helpers.ids_in([request.GET.get("new", "")])
    context = {"here": reverse("register_list"), "new": new[0] if new else None, **said, **more}
    return view_helpers.page(request, "list_import/register_list", context, status if unreadable else 200)
