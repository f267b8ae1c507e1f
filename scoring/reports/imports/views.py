"""The import page of an evening that was played elsewhere: records are read, previewed, and only then written."""

import uuid
from functools import partial
from typing import Any

from django.core.files.uploadhandler import MemoryFileUploadHandler
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.reports.imports import messages
from scoring.reports.imports.chosen_rules import find_recorded_house, load_named_sheets
from scoring.reports.imports.forms import BringForm, RecordsForm
from scoring.reports.imports.record_lines import (
    MOST_BYTES,
    UnreadableLine,
    decode_file,
    normalize_text,
    parse_lines,
)
from scoring.reports.imports.report import build_report
from scoring.reports.imports.services import (
    ALREADY_THERE,
    BAD_LINES,
    NOTHING,
    OTHER,
    EveningImport,
    ImportCandidate,
    NotWritten,
    find_hindrance,
    find_imported,
    import_evening,
    preview_import,
)
from scoring.table.evenings.services import OtherEvening
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.devices import get_device, get_person_id
from tarockclub.platform.accounts.permissions import get_staff_account
from tarockclub.platform.accounts.persons import list_person_names, lock_club
from tarockclub.platform.server.apart.pool import run_apart
from tarockclub.platform.server.wsgi.uploads import take_uploads

MOST_SENT = MOST_BYTES + 200_000  # bytes of a form: the records and its other fields
MOST_ROWS = 500  # on the page, which everybody else waits for; nobody plays that many hands in an evening
STATUSES = {OTHER: 200, NOTHING: 400, BAD_LINES: 400, ALREADY_THERE: 409}


def show_imports(request: HttpRequest) -> HttpResponse:
    """Show the possible imports and their pages."""
    return render(request, "scoring/reports/imports/bring_in.html")


def _refuse_size(request: HttpRequest) -> HttpResponse:
    form = BringForm(**_build_form_options(request), initial={"key": str(uuid.uuid4())})
    return _render_page(request, form, 413, problem=messages.format_unreadable_line(UnreadableLine("too_large")))


@take_uploads(MemoryFileUploadHandler, MOST_SENT, _refuse_size)
def handle_import(request: HttpRequest) -> HttpResponse:
    """Accept pasted records or a file, show them as an evening, then import it if they are the previewed ones."""
    if request.method != "POST":
        return _render_page(request, BringForm(**_build_form_options(request), initial={"key": str(uuid.uuid4())}))
    text, said = "", RecordsForm(request.POST).parse()
    try:
        text = _read_text(request, said["text"])
        lines = run_apart(parse_lines, text)
        sheets = load_named_sheets(lines, get_staff_account(request).club_id)
        form = BringForm(request.POST, **_build_form_options(request), house=find_recorded_house(lines, sheets))
        if not form.is_valid():
            return _render_page(request, form, 400, text=text)
        found = preview_import(text, lines, form.names, form.build_house(), get_current_language(), sheets)
    except UnreadableLine as unreadable:
        form = BringForm(request.POST, **_build_form_options(request), house=None)
        form.is_valid()
        form.errors.pop("sheet", None)  # without records, the house rules are not yet known
        return _render_page(request, form, 400, text=text, problem=messages.format_unreadable_line(unreadable))
    return (_write_import if said["write"] else _render_preview)(request, form, found, text=text)


def _build_form_options(request: HttpRequest) -> dict[str, Any]:
    club = get_staff_account(request).club
    return {"language": get_current_language(), "known": list_person_names(club), "club": club.pk}


def _read_text(request: HttpRequest, pasted: str) -> str:
    """Return the records: from the file, else as pasted."""
    sent = request.FILES.get("file")
    return decode_file(sent.read()) if sent is not None else normalize_text(pasted)


def _render_preview(
    request: HttpRequest, form: BringForm, looked: ImportCandidate, status: int = 200, **more: Any
) -> HttpResponse:
    """Show the preview of the import."""
    report = build_report(looked.evening, form.names, get_current_language())
    first, bad = report.rows[:MOST_ROWS], report.bad[:MOST_ROWS]
    rows = (*first, *(row for row in bad if row.line > first[-1].line))
    context = {
        "report": report,
        "rows": rows,
        "more_rows": len(report.rows) - len(rows),
        "bad": bad,
        "more_bad": len(report.bad) - len(bad),
        "names": form.names,
        "seen": looked.seen,
        "before": find_imported(get_staff_account(request).club, looked.evening, form.cleaned_data["key"]),
        "nothing_good": not looked.evening.good,
        **more,
    }
    return _render_page(request, form, status, **context)


def _write_import(request: HttpRequest, form: BringForm, looked: ImportCandidate, *, text: str) -> HttpResponse:
    """Write the evening, unless it differs from the preview or a confirmation is missing."""
    club, data, said = get_staff_account(request).club, form.cleaned_data, RecordsForm(request.POST).parse()
    consent = {name: said[name] for name in ("seen", "leave_out", "again")}
    show = partial(_render_preview, request, form, looked, text=text)
    brought = EveningImport(looked.evening, form.names, data["day"], form.agreed_text, bool(data["ends"]))
    try:
        with transaction.atomic():
            club = lock_club(club)  # two laptops import the same evening at once: the second is refused
            code = find_hindrance(looked, club, data["key"], **consent)
            if code:
                return show(STATUSES[code], problem=str(messages.HINDRANCES[code]))
            table = import_evening(data["key"], brought, club, Actor(get_person_id(request), get_device(request)))
    except NotWritten as refused:
        return show(409, problem=messages.format_not_written(refused))
    except OtherEvening as other:
        form.renew_key()
        return show(422, problem=messages.format_other_evening(), other=other.table)
    return redirect("table", slug=table.slug)


def _render_page(request: HttpRequest, form: BringForm, status: int = 200, **more: Any) -> HttpResponse:
    context = {"form": form, "here": request.path, **more}
    return render(request, "scoring/reports/imports/bring.html", context, status=status)
