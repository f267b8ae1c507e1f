"""The page on which a table that is done is corrected: what stands there, what should, what follows, and why."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from scoring.book.ledger.entries import format_problems
from scoring.table.corrections.forms import ChangeForm
from scoring.table.written_sheet.selectors import load_table_view
from tarockclub.kit.hash_chain import compute_request_digest
from tarockclub.platform.accounts import authentication
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.around.correcting.correction import TableCorrection
from tournaments.around.correcting.kinds import (
    CorrectedTable,
    Kind,
    TypedCorrection,
    build_fields,
    list_kinds,
    list_usual_reasons,
    read_correction,
)
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import find_table
from tournaments.core.view_helpers import find_own_round, get_director, render_page
from tournaments.hall.desk.actions import find_level
from tournaments.models import Act

_NOT_TYPED = ("csrfmiddlewaretoken", "key", "shown", "why", "reason", "prizes", "confirm", authentication.FIELD)


def handle_correction(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Show what can be corrected at a table, and what a correction would change; with `confirm`, carry it out."""
    context = find_own_round(request, slug, number)
    row = find_table(context, table)
    if row.done is None:
        return redirect("desk_table", slug=slug, number=number, table=table)
    posted = request.POST if request.method == "POST" else None
    subject = CorrectedTable(context, row, load_table_view(row.game_table, INSIDE), posted)
    kinds = list_kinds(subject)
    asked = request.GET.get("kind", "") if posted is None else posted.get("kind", "")
    kind = asked if asked in kinds else next(iter(kinds))
    if posted is None or kind == Kind.HAND:
        return _render(request, subject, kind, {})
    content, correction = ChangeForm(posted).parse(), TableCorrection(row)
    begun = Act.objects.filter(tournament=context.tournament, key=f"{content['key']}:begin")
    if content["confirm"] and begun.exists():  # a second tap finds what the first one has done
        return redirect(correction.outcome_page)
    try:
        typed = read_correction(kind, subject, posted)
        sign = _compute_sign(subject)
        values = {name: content[name] for name in ("key", "why", "prizes")} | {"reason": posted.get("reason", "")}
        problem = _find_objection(correction, content)
        is_new = not content["confirm"] or posted.get("shown") != sign
        if typed.problems or is_new or problem:
            values |= {"shown": sign, "problem": "" if is_new else problem}
            return _render_effects(request, subject, kind, typed, values)
        if correction.is_published and (question := authentication.ask_for_password(request)) is not None:
            return question
        correction.carry_out(content["key"], get_director(request), content["reason"], typed.write)
    except ActionRefused as refused:
        complaints = format_problems(refused.params.get("problems", ()))
        problem = " ".join(complaints) or format_refusal(refused)
        return _render(request, subject, kind, {"problem": problem, "status": 400})
    return redirect(correction.outcome_page)


def _compute_sign(subject: CorrectedTable) -> str:
    """Return the sign of what was typed and of the book that it changes: what a page has shown is what is written."""
    sent = subject.posted.lists() if subject.posted is not None else ()
    typed = sorted((name, values) for name, values in sent if name not in _NOT_TYPED)
    return compute_request_digest([typed, subject.view.book.table.last_sequence])[:24]


def _find_objection(correction: TableCorrection, content: dict[str, Any]) -> str:
    """Return what is missing before it may be carried out."""
    if not content["reason"]:
        return _("Please say why.")
    if correction.choices and not content["prizes"]:
        return _("Prizes were chosen by this result: please confirm that you look at them again.")
    return ""


def _render_effects(
    request: HttpRequest, subject: CorrectedTable, kind: str, typed: TypedCorrection, more: dict[str, Any]
) -> HttpResponse:
    """Show what would follow from what was typed, or what is wrong with it; ActionRefused as the correction."""
    if typed.problems:
        return _render(request, subject, kind, {"problem": " ".join(typed.problems), "status": 400})
    effects = TableCorrection(subject.table).preview(get_director(request), typed.write)
    status = 409 if more.get("problem") else 200
    return _render(request, subject, kind, {**more, "effects": effects, "status": status})


def _render(request: HttpRequest, subject: CorrectedTable, kind: str, more: dict[str, Any]) -> HttpResponse:
    context = {
        "tournament": subject.context.tournament,
        "round": subject.context.round,
        "round_table": subject.table,
        "table": subject.table.game_table,
        "kinds": list_kinds(subject),
        "level": find_level(subject.table),
        "reasons": list_usual_reasons(kind),
        "part": f"tournaments/around/correcting/_{kind}.html",
        **build_fields(kind, subject),
        **more,
        "kind": kind,
    }
    return render_page(request, "tournaments/around/correcting/correct.html", context, more.get("status", 200))
