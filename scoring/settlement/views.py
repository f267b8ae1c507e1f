"""The settlement of an evening: its page, the end of the evening, and what else is said about money."""

import uuid
from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import is_director, who, writers_only
from scoring.corrections.changes import Ask
from scoring.corrections.services import change
from scoring.engine.agreement import to_text
from scoring.ledger.entries import Outcome, Written
from scoring.ledger.messages import sentences
from scoring.ledger.selectors import table_of
from scoring.ledger.sheet_versions import sheet_of
from scoring.models import GameTable
from scoring.settlement.forms import CashForm, OtherAgreementForm, initial_of
from scoring.settlement.page import SettlementView, settlement_view
from scoring.settlement.services import agree, agreed_of, by_hand, end, is_just_over, reopen
from scoring.table_clock.messages import sentence_of
from tarockclub.accounts.permissions import must_direct
from tarockclub.language import language
from tarockclub.text import LONGEST_REASON, number, parse_reason

Forms = dict[str, forms.Form]


@require_http_methods(["GET", "HEAD", "POST"])
@writers_only
def settlement(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Who owes whom, now or at the end; POST ends the evening, opens it again, or says what is agreed."""
    table = table_of(slug)
    if request.method != "POST":
        return _page(request, table, {})
    action = _ACTIONS.get(request.POST.get("what", ""))
    return _page(request, table, {}, Written(Outcome.NO_PREVIOUS)) if action is None else action(request, table)


def _end(request: HttpRequest, table: GameTable) -> HttpResponse:
    return _changed(request, table, end(), "end", {})


def _reopen(request: HttpRequest, table: GameTable) -> HttpResponse:
    if not is_just_over(table):
        must_direct(request, table.club_id)
    return _changed(request, table, reopen(), "reopen", {})


def _agree(request: HttpRequest, table: GameTable) -> HttpResponse:
    form = OtherAgreementForm(sheet_of(table.sheet_version), request.POST, language=language())
    if not form.is_valid():
        return _page(request, table, {"form": form}, Written(Outcome.INVALID))
    return _changed(request, table, agree(form.agreed), to_text(form.agreed), {"form": form})


def _cash(request: HttpRequest, table: GameTable) -> HttpResponse:
    form = CashForm(request.POST)
    if not form.is_valid():
        return _page(request, table, {"cash": form}, Written(Outcome.INVALID))
    place, cents = form.cleaned_data["place"], form.cents
    return _changed(request, table, by_hand(place, cents), ["cash", place, cents], {"cash": form})


_ACTIONS: dict[str, Callable[[HttpRequest, GameTable], HttpResponse]] = {
    "end": _end,
    "reopen": _reopen,
    "agree": _agree,
    "cash": _cash,
}


def _changed(request: HttpRequest, table: GameTable, ask: Ask, sent: Any, filled: Forms) -> HttpResponse:
    """Write it, and show the page as it is then."""
    posted = request.POST
    reason = parse_reason(posted)
    key, seen = posted.get("key", ""), number(posted, "seen")
    written = change(table, key, seen, ask, reason, sent=sent, who=who(request, table))
    if written.outcome is Outcome.SAVED:
        return redirect("settlement", slug=table.slug)
    return _page(request, table_of(table.slug), filled, written)


def _page(request: HttpRequest, table: GameTable, filled: Forms, written: Written | None = None) -> HttpResponse:
    """The page; after a write that could not be with what is wrong, and the forms as they were filled in."""
    agreed = agreed_of(table)
    view = settlement_view(table, agreed, language())
    sheet, posted = view.book.sheet, request.POST
    context = {
        "table": table,
        "view": view,
        "form": OtherAgreementForm(sheet, initial=initial_of(agreed, sheet, language()), language=language()),
        "cash": CashForm(),
        "keys": {what: str(uuid.uuid4()) for what in _ACTIONS},
        "seen": table.last_sequence,
        "is_just_over": is_just_over(table),
        "here": reverse("settlement", args=[table.slug]),
        "directs": is_director(request, table),
        "open": posted.get("what", ""),
        "reason": posted.get("reason", "")[:LONGEST_REASON],
        **filled,
        **(_complaint(written, view) if written is not None else {}),
    }
    return render(
        request, "scoring/settlement/settlement.html", context, status=written.outcome.value if written else 200
    )


def _complaint(written: Written, view: SettlementView) -> dict[str, Any]:
    """What is wrong with a write, in words."""
    lost = _("Something was lost on the way, and nothing was saved. Please check what is below and try again.")
    if written.code:
        return {"message": _("Nothing was changed."), "problems": [sentence_of(written.code)]}
    message = {
        Outcome.STALE: _("Somebody else was quicker: check what is there now. Nothing was changed."),
        Outcome.OTHER_BODY: _(
            "This form has been sent before with different content. Check the page before you continue."
        ),
        Outcome.NO_PREVIOUS: lost,
        Outcome.ENDED: _("This evening has ended; nothing was saved. It can be reopened on the settlement page."),
        Outcome.DECIDED: _("Another phone has already decided about this hand; nothing was saved."),
        Outcome.INVALID: _("This cannot be saved yet:"),
    }[written.outcome]
    if any(problem.path == "key" for problem in written.problems):
        return {"message": lost}
    return {"message": message, "problems": sentences(written.problems)}
