"""Taking an act back: with one tap in its line, or, later, on a page with a reason."""

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from scoring.book.access.permissions import find_actor
from tarockclub.kit.form_fields import IdsField, TextField
from tarockclub.kit.preferences import check_own_address
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.authentication import ask_for_password
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import Right
from tournaments.core import view_helpers
from tournaments.core.actions.base import UndoStep
from tournaments.core.actions.sentences import load_undoable_actions
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.messages import format_refusal
from tournaments.core.view_helpers import ReasonForm
from tournaments.models import Act, Tournament
from tournaments.results.final_results.result_actions import find_own_scope
from tournaments.results.final_results.views import show_results_problem
from tournaments.results.undo.services import (
    count_minutes_left,
    find_objection,
    format_label,
    load_act,
    undo_all,
    withdraw_result,
)


class UndoForm(ReasonForm):
    """The other acts of the same tap (`act`), and the page to return to."""

    act = IdsField()
    next = TextField()


def handle_undo(request: HttpRequest, slug: uuid.UUID, sequence: int) -> HttpResponse:
    """Ask before an act is taken back; POST takes it back, with those of the same tap."""
    tournament = view_helpers.find_own_tournament(request, slug)
    try:
        act = load_act(tournament.pk, sequence)
    except ActionRefused as refused:
        raise Http404 from refused
    if request.method != "POST":
        return _render_page(
            request, tournament, act, find_objection(UndoStep(tournament, act, who=_find_actor(request), reason="-"))
        )
    content = UndoForm(request.POST).parse()
    try:
        acts = sorted({sequence, *content["act"]})
        undo_all(tournament.pk, content["key"], acts, _find_actor(request), content["reason"])
    except ActionRefused as refused:
        tournament.refresh_from_db()
        return _render_page(request, tournament, load_act(tournament.pk, sequence), refused, status=409)
    if act.kind == Kind.START and act.round is not None and find_rights(request).has(Right.DIRECT):
        return redirect("draw", slug=slug, number=act.round.number)  # where it is started again
    return redirect(_find_next_page(request, tournament))


def handle_withdrawal(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Withdraw the published result of a round, or (0) the final one: the round or tournament continues."""
    tournament = view_helpers.find_own_tournament(request, slug)
    if request.method != "POST":
        return redirect("results", slug=slug)
    if (asked := ask_for_password(request)) is not None:
        return asked
    content = ReasonForm(request.POST).parse()
    try:
        find_own_scope(request, slug, number)  # 404 for a round that is not there
        withdraw_result(tournament, content["key"], number, content["reason"], _find_actor(request))
    except ActionRefused as refused:
        if isinstance(follower := refused.params.get("act"), Act):  # that can be taken back here, and then the result
            return _render_page(request, tournament, follower, refused, status=409)
        return show_results_problem(request, slug, format_refusal(refused))
    return view_helpers.redirect_saved("results", slug=slug)


def _find_actor(request: HttpRequest) -> Actor:
    """Return who takes something back, with the rights on which that depends."""
    return find_actor(request)._replace(rights=find_rights(request).names)


def _render_page(
    request: HttpRequest, tournament: Tournament, act: Act, refused: ActionRefused | None, status: int = 200
) -> HttpResponse:
    action = load_undoable_actions().get(act.kind)
    needs_reason = not count_minutes_left(act) and action is not None and action.spec.undo_later
    follower = refused.params.get("act") if refused is not None else None
    is_that = isinstance(follower, Act) and follower.pk == act.pk
    context: dict[str, Any] = {
        "tournament": tournament,
        "act": act,
        "follower": None if is_that else follower,
        "label": format_label(act),
        "minutes": count_minutes_left(act),
        "needs_reason": needs_reason,
        "next": _find_next_page(request, tournament),
        "problem": "" if refused is None else format_refusal(refused),
        "may_still": refused is None or refused.code == "no_reason" or is_that,
    }
    return view_helpers.render_page(request, "tournaments/results/undo/undo.html", context, status)


def _find_next_page(request: HttpRequest, tournament: Tournament) -> str:
    """Return the previous page of this program, otherwise the tournament's log."""
    address = UndoForm(request.POST).parse()["next"] or request.GET.get("next", "")
    return check_own_address(request, address, reverse("tournament_log", args=[tournament.slug]))
