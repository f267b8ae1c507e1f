"""Taking something back: with one tap of the line that says it, or, later, on a page with a reason."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import who
from tarockclub.accounts.confirmation import question
from tarockclub.accounts.permissions import director_only, staff_only
from tarockclub.text import parse_reason
from tournaments import view_helpers
from tournaments.acts import Refused
from tournaments.models import Act, Tournament
from tournaments.results.views import known_round, results_with_problem
from tournaments.undo.messages import error_message, format_label
from tournaments.undo.selectors import count_minutes_left, find_objection
from tournaments.undo.services import REVERSALS, load_act, undo_all, withdraw_result
from tournaments.undo.values import Step

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@form_methods
@staff_only
def undo_page(request: HttpRequest, slug: uuid.UUID, sequence: int) -> HttpResponse:
    """Ask whether an act is taken back, or take it back, with those of the same tap."""
    tournament = view_helpers.own(request, slug)
    try:
        act = load_act(tournament.pk, sequence)
    except Refused as refused:
        raise Http404 from refused
    if request.method != "POST":
        return _page(request, tournament, act, find_objection(Step(tournament, act, who=who(request), reason="-")))
    acts = {sequence, *view_helpers.ids_in(request.POST.getlist("act"))}
    try:
        undo_all(tournament.pk, view_helpers.key_in(request), sorted(acts), who(request), parse_reason(request.POST))
    except Refused as refused:
        tournament.refresh_from_db()
        return _page(request, tournament, load_act(tournament.pk, sequence), refused, status=409)
    return redirect(_next(request, tournament))


@form_methods
@director_only
def withdraw_result_page(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Take the published result of a round, or (0) the final one, back: it is played on."""
    tournament = view_helpers.own(request, slug)
    if request.method != "POST":
        return redirect("results", slug=slug)
    if (asked := question(request)) is not None:
        return asked
    try:
        of = known_round(slug, number)
        withdraw_result(tournament, view_helpers.key_in(request), of, parse_reason(request.POST), who(request))
    except Refused as refused:
        if isinstance(follower := refused.params.get("act"), Act):  # that can be taken back here, and then the result
            return _page(request, tournament, follower, refused, status=409)
        return results_with_problem(request, slug, error_message(refused))
    return view_helpers.saved("results", slug=slug)


def _page(
    request: HttpRequest, tournament: Tournament, act: Act, refused: Refused | None, status: int = 200
) -> HttpResponse:
    needs_reason = not count_minutes_left(act) and act.kind in REVERSALS and REVERSALS[act.kind].later
    follower = refused.params.get("act") if refused is not None else None
    is_that = isinstance(follower, Act) and follower.pk == act.pk
    context: dict[str, Any] = {
        "tournament": tournament,
        "act": act,
        "follower": None if is_that else follower,
        "label": format_label(act),
        "minutes": count_minutes_left(act),
        "needs_reason": needs_reason,
        "next": _next(request, tournament),
        "problem": "" if refused is None else error_message(refused),
        "may_still": refused is None or refused.code == "no_reason" or is_that,
    }
    return view_helpers.page(request, "undo/undo", context, status)


def _next(request: HttpRequest, tournament: Tournament) -> str:
    """The page from which somebody has come, of this program; otherwise the tournament's log."""
    wanted = request.POST.get("next", "") or request.GET.get("next", "")
    if wanted.startswith("/") and url_has_allowed_host_and_scheme(wanted, None):
        return wanted
    return reverse("tournament_log", args=[tournament.slug])
