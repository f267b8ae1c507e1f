"""Late hands of a whole round on one page: the director takes each, or turns it down, table by table."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.table.page import language
from tarockclub.accounts.permissions import director_only
from tournaments.acts import Refused
from tournaments.desk.dealing_order import MEND, mend_turn, turns_in
from tournaments.desk.late_hands import TURN_DOWN, decide_late, late_in
from tournaments.desk.views import director, form_methods, own_round, reason_in
from tournaments.models import RoundTable
from tournaments.selectors import Found, table_at
from tournaments.view_helpers import ids_in, key_in, page, problem_of


@form_methods
@director_only
def late(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """All hands of a round that wait for the director."""
    found = own_round(request, slug, number)
    if request.method != "POST":
        return _page(request, found, {})
    at = table_at(found, _number(request, "table"))
    try:
        decide_posted(request, at)
    except Refused as refused:
        return _page(request, found, {**problem_of(refused), "problem_table": at.number}, status=409)
    return redirect("desk_late", slug=slug, number=number)


def decide_posted(request: HttpRequest, at: RoundTable) -> None:
    """Decide about the late hand of a form, or mend a deal out of turn, as it says; Refused as these."""
    posted = request.POST
    what, by = posted.get("what", ""), director(request)
    if what == MEND:
        mend_turn(at, key_in(request), _number(request, "line"), _number(request, "seen"), by)
        return
    reason = reason_in(request) if what == TURN_DOWN else ""  # the form has one ready, for this button only
    decide_late(at, key_in(request), posted.get("hand", ""), what, _number(request, "seen"), by, reason=reason)


def _number(request: HttpRequest, field: str) -> int:
    return next(iter(ids_in([request.POST.get(field, "")])), 0)


def _page(request: HttpRequest, found: Found, more: dict[str, Any], status: int = 200) -> HttpResponse:
    tables = late_in(found.round, language())
    shown = {"tables": tables, "out_of_turn": turns_in(found.round)}
    context = {"tournament": found.tournament, "round": found.round, **shown, **more}
    return page(request, "desk/late", context, status)
