"""The pages that import a list of people into the register: pasted or a file, previewed before it is written."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from tarockclub.accounts.permissions import get_staff_account, staff_only
from tarockclub.server.web.background import run_beside
from tarockclub.server.web.large_bodies import take_large
from tournaments import view_helpers
from tournaments.acts import ActionRefused
from tournaments.name_lists import messages
from tournaments.name_lists.candidates import load_club_index, match_candidates
from tournaments.name_lists.choices import MOST_QUESTIONS, encode_rows, list_questions, parse_choices, parse_rows
from tournaments.name_lists.columns import ListPerson
from tournaments.name_lists.file import parse_file_people, parse_text_people
from tournaments.name_lists.rows import MOST_SENT, Unreadable
from tournaments.register.services import add_people, find_last_number

form_methods = require_http_methods(["GET", "HEAD", "POST"])
LONGEST_LIST = 200_000  # characters that are pasted


@form_methods
@staff_only
def show_register_list(request: HttpRequest) -> HttpResponse:
    """Show the form for pasting a list or choosing a file."""
    if request.method != "POST":
        return _render_page(request)
    text = request.POST.get("text", "")
    try:
        if len(text) > LONGEST_LIST:
            raise Unreadable("too_large")
        return _render_preview(request, parse_text_people(text))
    except Unreadable as unreadable:
        return _render_page(request, unreadable, text=text[:LONGEST_LIST])


@csrf_exempt  # checked below: the check reads the form, which must not happen before its size is looked at
@form_methods
@staff_only
@take_large(MOST_SENT)
def upload_register_file(request: HttpRequest) -> HttpResponse:
    """Read an uploaded file for a preview."""
    if request.method != "POST":
        return redirect("register_list")
    if int(request.META.get("CONTENT_LENGTH") or 0) > MOST_SENT:
        return _render_page(request, Unreadable("too_large"), 413)
    request.upload_handlers = [MemoryFileUploadHandler(request)]
    answer: HttpResponse = _read_upload(request)
    return answer


@csrf_protect
def _read_upload(request: HttpRequest) -> HttpResponse:
    sent = request.FILES.get("file")
    try:
        if sent is None:
            raise Unreadable("no_file")
        return _render_preview(request, run_beside("list", partial(parse_file_people, sent.read())))
    except Unreadable as unreadable:
        return _render_page(request, unreadable)


@form_methods
@staff_only
def confirm_register_list(request: HttpRequest) -> HttpResponse:
    """Add the people of the preview to the register."""
    rows = parse_rows(request.POST.get("rows", ""))
    seen = view_helpers.parse_ids([request.POST.get("seen", "")])
    if request.method != "POST" or rows is None or not seen:
        return redirect("register_list")
    club = get_staff_account(request).club
    newcomers = parse_choices(match_candidates(load_club_index(club.pk, {}), rows), request.POST, numbers=False)
    try:
        new = add_people(club, newcomers, seen[0])
    except ActionRefused as refused:
        return _render_preview(request, rows, 409, **view_helpers.format_problem(refused))
    return redirect(f"{reverse('register_list')}?new={new}")


def _render_preview(request: HttpRequest, rows: Sequence[ListPerson], status: int = 200, **more: Any) -> HttpResponse:
    """Render the preview of a list, before anything is written."""
    club = get_staff_account(request).club_id
    found = run_beside("candidates", lambda: match_candidates(load_club_index(club, {}), rows))
    if len(list_questions(found)) > MOST_QUESTIONS:
        raise Unreadable("too_many_questions")
    context = {
        "told": [messages.build_preview_row(candidate) for candidate in found],
        "counts": messages.count_rows(found),
        "rows": encode_rows(rows),
        "seen": find_last_number(club),
        "here": reverse("register_list"),
        **more,
    }
    return view_helpers.render_page(request, "list_import/register_list_preview", context, status)


def _render_page(
    request: HttpRequest, unreadable: Unreadable | None = None, status: int = 400, **more: Any
) -> HttpResponse:
    said = {"problem": messages.format_unreadable(unreadable)} if unreadable else {}
    new = view_helpers.parse_ids([request.GET.get("new", "")])
    context = {"here": reverse("register_list"), "new": new[0] if new else None, **said, **more}
    return view_helpers.render_page(request, "list_import/register_list", context, status if unreadable else 200)
