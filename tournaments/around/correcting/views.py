"""The page on which a table that is done is corrected: what stands there, what should, what follows, and why."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.book.ledger.messages import format_problems
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.kit.idempotency import compute_request_digest
from tarockclub.platform.accounts import confirmation
from tournaments.around.correcting.correction import TableCorrection
from tournaments.around.correcting.forms import CorrectionForm
from tournaments.around.correcting.kinds import (
    HAND_BY_HAND,
    CorrectedTable,
    TypedCorrection,
    build_fields,
    list_kinds,
    list_usual_reasons,
    read_correction,
)
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import find_table
from tournaments.core.view_helpers import find_own_round, get_director, redirect_saved, render_page
from tournaments.hall.desk.corrections import find_level
from tournaments.models import Act

_NOT_TYPED = ("csrfmiddlewaretoken", "key", "shown", "why", "reason", "prizes", "confirm", confirmation.FIELD)


def handle_correction(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Show what can be corrected at a table, and what a correction would change; with `confirm`, carry it out."""
    context = find_own_round(request, slug, number)
    row = find_table(context, table)
    if row.done is None:
        return redirect("desk_table", slug=slug, number=number, table=table)
    subject = CorrectedTable(context, row, load_table_view(row.game_table))
    kinds = list_kinds(subject)
    asked = (request.POST if request.method == "POST" else request.GET).get("kind", "")
    kind = asked if asked in kinds else next(iter(kinds))
    if request.method != "POST" or kind == HAND_BY_HAND:
        return _render(request, subject, kind, {})
    content, typed = CorrectionForm(request.POST).parse(), read_correction(kind, subject, request.POST)
    if content["confirm"] and _is_done(subject, content["key"]):
        return redirect_saved("desk_table", slug=slug, number=number, table=table)
    sign = _compute_sign(request, subject)
    problem = "" if typed.problems else _find_objection(subject, content)
    if content["confirm"] and content["shown"] == sign and not problem and not typed.problems:
        published = TableCorrection(row).is_published
        if published and (question := confirmation.ask_for_password(request)) is not None:
            return question
        try:
            _carry_out(request, subject, typed, content)
        except ActionRefused as refused:
            return _render(request, subject, kind, {"problem": format_refusal(refused), "status": 409})
        return redirect_saved("desk_table", slug=slug, number=number, table=table)
    looked = {"problem": problem if content["confirm"] and content["shown"] == sign else "", **content}
    return _render_effects(request, subject, kind, typed, {**looked, "shown": sign})


def _is_done(subject: CorrectedTable, key: str) -> bool:
    """Return whether this form was sent before: a second tap finds what the first one has done."""
    return Act.objects.filter(tournament=subject.context.tournament, key=f"{key}:begin").exists()


def _compute_sign(request: HttpRequest, subject: CorrectedTable) -> str:
    """Return the sign of what was typed and of the book that it changes: what a page has shown is what is written."""
    typed = sorted((name, values) for name, values in request.POST.lists() if name not in _NOT_TYPED)
    return compute_request_digest([typed, subject.view.book.table.last_sequence])[:24]


def _find_objection(subject: CorrectedTable, content: dict[str, Any]) -> str:
    """Return what is missing before it may be carried out."""
    if not content["reason"]:
        return _("Please say why.")
    if TableCorrection(subject.table).choices and not content["prizes"]:
        return _("Prizes were chosen by this result: please confirm that you look at them again.")
    return ""


def _carry_out(request: HttpRequest, subject: CorrectedTable, typed: TypedCorrection, content: dict[str, Any]) -> None:
    correction = TableCorrection(subject.table)
    correction.carry_out(content["key"], get_director(request), content["reason"], typed.write)


def _render_effects(
    request: HttpRequest, subject: CorrectedTable, kind: str, typed: TypedCorrection, more: dict[str, Any]
) -> HttpResponse:
    """Show what would follow from what was typed, or what is wrong with it."""
    if typed.problems:
        return _render(request, subject, kind, {"problem": " ".join(typed.problems), "status": 400})
    try:
        effects = TableCorrection(subject.table).preview(get_director(request), typed.write)
    except ActionRefused as refused:
        complaints = format_problems(refused.params.get("problems", ()))
        return _render(
            request, subject, kind, {"problem": " ".join(complaints) or format_refusal(refused), "status": 400}
        )
    status = 409 if more["problem"] else 200
    return _render(request, subject, kind, {**more, "effects": effects, "status": status})


def _render(request: HttpRequest, subject: CorrectedTable, kind: str, more: dict[str, Any]) -> HttpResponse:
    posted = request.POST if request.method == "POST" else None
    context = {
        "tournament": subject.context.tournament,
        "round": subject.context.round,
        "round_table": subject.table,
        "table": subject.table.game_table,
        "kinds": list_kinds(subject),
        "kind": kind,
        "level": find_level(subject.table),
        "reasons": list_usual_reasons(kind),
        "part": f"tournaments/around/correcting/_{kind}.html",
        **build_fields(kind, subject, posted),
        **more,
    }
    return render_page(request, "tournaments/around/correcting/correct.html", context, more.get("status", 200))
