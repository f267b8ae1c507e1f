"""The director's desk: all tables of a round at a glance, its clock, live."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string

from tarockclub.kit.preferences import get_preferences
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.looks import PAYMENTS, note_look
from tarockclub.platform.accounts.permissions import find_rights
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.server.page_cache import PageCache, build_etag_response
from tournaments.core.actions.pages import Buttons
from tournaments.core.acts import ActionRefused
from tournaments.core.forms import ActionForm
from tournaments.core.selectors import RoundContext
from tournaments.core.view_helpers import find_own_round, format_problem, get_director, render_page
from tournaments.hall.clock.actions import ACTIONS as CLOCK_ACTIONS
from tournaments.hall.clock.start_question import load_start_question, may_start
from tournaments.hall.clock.views import compute_milliseconds
from tournaments.hall.desk.page import (
    FILTERS,
    DeskView,
    build_desk_context,
    build_round_tag,
    find_start_act,
)
from tournaments.hall.desk.pending import format_pending
from tournaments.hall.desk.services import close_finished

USUAL_MINUTES = 5
CLOCK_BUTTONS = Buttons(*CLOCK_ACTIONS)
PAGE_CACHE = PageCache(seconds=2)


def show_desk(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show all tables of a round."""
    return _render_page(request, find_own_round(request, slug, number), {})


def handle_clock(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Start, pause, go on, give time, end the time: for all tables."""
    context = find_own_round(request, slug, number)
    if request.method == "POST":
        try:
            if request.POST.get("what") == "start" and not request.POST.get("asked") and may_start(context):
                return _render_page(request, context, {"question": load_start_question(context)})
            CLOCK_BUTTONS.press(request, context.round)
        except ActionRefused as refused:
            return _render_page(request, context, CLOCK_BUTTONS.build_refused_context(request, refused), status=409)
    return redirect("desk", slug=slug, number=number)


def handle_close(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Close the tables that have played; those that stay open are named with the reason."""
    context = find_own_round(request, slug, number)
    if request.method != "POST":
        return redirect("desk", slug=slug, number=number)
    try:
        done = close_finished(context.round, ActionForm(request.POST).parse()["key"], get_director(request))
    except ActionRefused as refused:
        return _render_page(request, context, format_problem(refused), status=409)
    context.tournament.refresh_from_db(fields=["version"])
    left = [(table, format_pending([why])[0]) for table, why in done.left]
    return _render_page(request, context, {"finished": {"closed": done.closed, "left": left}})


def show_live(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Return the changes on the desk; 304 where the browser has them already."""
    request.META[BY_ITSELF] = True
    context, view = find_own_round(request, slug, number), parse_view(request)
    name = _build_cache_key(context, view)
    tag = PAGE_CACHE.choose_tag(name, context.tournament.version, compute_tag(context, view))

    def render() -> str:
        return render_to_string("tournaments/hall/desk/_pieces.html", build_desk_context(context, view))

    response = build_etag_response(request, tag, lambda: PAGE_CACHE.load_body(name, tag, render))
    response["X-Now"] = str(compute_milliseconds())
    return response


def _build_cache_key(context: RoundContext, view: DeskView) -> tuple[int, DeskView, str]:
    return (context.round.pk, view, get_current_language())


def parse_view(request: HttpRequest) -> DeskView:
    """Parse the filter of tables; their order is a choice of the browser."""
    only, order = request.GET.get("only", ""), get_preferences(request)["tables"]
    may = find_rights(request)
    return DeskView(only if only in FILTERS else "", order, may.has(Right.DIRECT), may.has(Right.TREASURE))


def compute_tag(context: RoundContext, view: DeskView) -> str:
    """Return the tag of the desk's present content."""
    minute = int(now().timestamp()) // 60 if context.round.started and not context.round.closed else 0
    rights = f"{'-d' if view.directs else ''}{'-t' if view.treasures else ''}"
    page = f"desk{view.only}-{view.order}{rights}-{minute}"  # tables become silent by themselves
    return build_round_tag(context.round, context.tournament.version, page, get_current_language())


def _render_page(
    request: HttpRequest, round_context: RoundContext, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    view = parse_view(request)
    context = {
        **build_desk_context(round_context, view),
        "version": PAGE_CACHE.choose_tag(
            _build_cache_key(round_context, view),
            round_context.tournament.version,
            compute_tag(round_context, view),
            at_once=True,
        ),
        "usual_minutes": USUAL_MINUTES,
        "start_act": find_start_act(round_context),
        **more,
    }
    if any(need.fee is not None for need in context["needs"]):
        note_look(request, round_context.tournament.club_id, PAYMENTS, of=round_context.tournament.pk)
    return render_page(request, "tournaments/hall/desk/desk.html", context, status)
