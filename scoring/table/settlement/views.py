"""The settlement of an evening: its page, the end of the evening, and changes about money."""

import uuid
from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.book.access.permissions import find_actor, is_table_director, may_write, writers_only
from scoring.book.ledger.entries import Outcome, WriteResult
from scoring.book.ledger.messages import format_problems, list_outcome_sentences
from scoring.book.ledger.selectors import find_game_table
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.table_clock.messages import format_clock_refusal
from scoring.engine.agreement import format_agreement
from scoring.models import GameTable
from scoring.table.corrections.changes import ChangeRequest
from scoring.table.corrections.services import write_change
from scoring.table.settlement.forms import CashForm, OtherAgreementForm, SettlementForm, build_settlement_initial
from scoring.table.settlement.page import load_settlement_view
from scoring.table.settlement.services import (
    format_agreed,
    is_just_over,
    load_agreed,
    request_agreement,
    request_cash,
    request_end,
    request_reopening,
)
from tarockclub.kit.text import LONGEST_REASON
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.permissions import find_rights, must_direct
from tarockclub.platform.accounts.rights import Right

Forms = dict[str, forms.Form]


@partial(writers_only, reading=Right.TABLES, writing=Right.TREASURE)
def handle_settlement(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Show who owes whom, now or at the end; POST ends the evening, reopens it, or changes the agreement."""
    table = find_game_table(slug)
    if request.method != "POST":
        return _render_page(request, table, {})
    action = _ACTIONS.get(SettlementForm(request.POST).parse()["what"])
    return (
        _render_page(request, table, {}, WriteResult(Outcome.NO_PREVIOUS)) if action is None else action(request, table)
    )


def _end_evening(request: HttpRequest, table: GameTable) -> HttpResponse:
    return _write_change(request, table, request_end(), "end", {})


def _reopen_evening(request: HttpRequest, table: GameTable) -> HttpResponse:
    if not is_just_over(table):
        must_direct(request, table.club_id)
    return _write_change(request, table, request_reopening(), "reopen", {})


def _change_agreement(request: HttpRequest, table: GameTable) -> HttpResponse:
    form = OtherAgreementForm(parse_sheet(table.sheet_version), request.POST, language=get_current_language())
    if not form.is_valid():
        return _render_page(request, table, {"form": form}, WriteResult(Outcome.INVALID))
    return _write_change(request, table, request_agreement(form.agreed), format_agreement(form.agreed), {"form": form})


def _move_cash(request: HttpRequest, table: GameTable) -> HttpResponse:
    form = CashForm(request.POST)
    if not form.is_valid():
        return _render_page(request, table, {"cash": form}, WriteResult(Outcome.INVALID))
    place, cents = form.cleaned_data["place"], form.cents
    return _write_change(request, table, request_cash(place, cents), ["cash", place, cents], {"cash": form})


_ACTIONS: dict[str, Callable[[HttpRequest, GameTable], HttpResponse]] = {
    "end": _end_evening,
    "reopen": _reopen_evening,
    "agree": _change_agreement,
    "cash": _move_cash,
}


def _write_change(request: HttpRequest, table: GameTable, ask: ChangeRequest, sent: Any, filled: Forms) -> HttpResponse:
    """Write a change, and show the page after it."""
    content, who = SettlementForm(request.POST).parse(), find_actor(request, table)
    written = write_change(table, content["key"], content["seen"], ask, content["reason"], sent=sent, who=who)
    if written.outcome is Outcome.SAVED:
        return redirect("settlement", slug=table.slug)
    return _render_page(request, find_game_table(table.slug), filled, written)


def _render_page(
    request: HttpRequest, table: GameTable, filled: Forms, written: WriteResult | None = None
) -> HttpResponse:
    """Show the page; after a failed write, with the problems and the forms as filled in."""
    agreed = load_agreed(table)
    view = load_settlement_view(table, agreed)
    sheet, posted = view.book.sheet, SettlementForm(request.POST)
    context = {
        "table": table,
        "view": view,
        "agreed": format_agreed(agreed),
        "form": OtherAgreementForm(
            sheet,
            initial=build_settlement_initial(agreed, sheet, get_current_language()),
            language=get_current_language(),
        ),
        "cash": CashForm(),
        "keys": {what: str(uuid.uuid4()) for what in _ACTIONS},
        "seen": table.last_sequence,
        "is_just_over": is_just_over(table),
        "here": reverse("settlement", args=[table.slug]),
        "may_settle": may_write(request, table) or find_rights(request).has(Right.TREASURE),
        "directs": is_table_director(request, table),
        "open": posted.parse()["what"],
        "reason": str(posted["reason"].value() or "")[:LONGEST_REASON],  # as typed
        **filled,
        **(_build_complaint(written) if written is not None else {}),
    }
    return render(
        request, "scoring/table/settlement/settlement.html", context, status=written.outcome.value if written else 200
    )


def _build_complaint(written: WriteResult) -> dict[str, Any]:
    """Return the problems of a write, in words."""
    if written.code:
        return {"message": _("Nothing was changed."), "problems": [format_clock_refusal(written.code)]}
    messages = {
        **list_outcome_sentences(),
        Outcome.STALE: _("Somebody else was quicker: check what is there now. Nothing was changed."),
        Outcome.OTHER_BODY: _(
            "This form has been sent before with different content. Check the page before you continue."
        ),
    }
    if any(problem.path == "key" for problem in written.problems):
        return {"message": messages[Outcome.NO_PREVIOUS]}
    return {"message": messages[written.outcome], "problems": format_problems(written.problems)}
