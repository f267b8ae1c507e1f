"""The director's desk: all tables of a round at a glance, its clock, live."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.views.decorators.http import require_http_methods, require_safe

from tarockclub.kit.preferences import get_preferences
from tarockclub.kit.time_source import now
from tarockclub.kit.words.language import get_current_language
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.permissions import find_rights, must_have, require_right
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.accounts.sessions import BY_ITSELF
from tarockclub.platform.server.page_cache import PageCache, build_etag_response
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import RoundContext
from tournaments.core.view_helpers import find_own_round, format_problem, get_director, render_page
from tournaments.hall.clock import services
from tournaments.hall.clock.views import compute_milliseconds
from tournaments.hall.desk.forms import ClockForm
from tournaments.hall.desk.live import load_round_version
from tournaments.hall.desk.messages import format_pending
from tournaments.hall.desk.page import FILTERS, DeskView, build_desk_context
from tournaments.hall.desk.round_start import find_start_act, load_start_question, may_start
from tournaments.hall.desk.services import close_finished
from tournaments.models import Round, RoundTable

form_methods = require_http_methods(["GET", "HEAD", "POST"])
USUAL_MINUTES = 5
CONFIRMABLE_CODES = ("others_play", "unseated", "not_whole")  # the refusals that a confirmation overrides
PAGE_CACHE = PageCache(seconds=2)


@require_safe
@require_right(Right.RULE)
def show_desk(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show all tables of a round."""
    return _render_page(request, find_own_round(request, slug, number), {})


@form_methods
@require_right(Right.RULE)
def handle_clock(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Start, pause, go on, give time, end the time: for all tables."""
    found = find_own_round(request, slug, number)
    if request.method == "POST":
        said, by = ClockForm(request.POST).parse(), get_director(request)
        try:
            if said["what"] == "start" and not said["asked"] and may_start(found):
                return _render_page(request, found, {"question": load_start_question(found)})
            if said["what"] == "finished":
                must_have(request, Right.DIRECT)
                return _render_page(request, found, {"finished": _close_finished(found, said["key"], by)})
            _change_clock(found, said, by)
        except ActionRefused as refused:
            again = {"asked": said["what"]} if refused.code in CONFIRMABLE_CODES else {}
            return _render_page(request, found, {**format_problem(refused), **again}, status=409)
    return redirect("desk", slug=slug, number=number)


@require_safe
@require_right(Right.RULE)
def show_live(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Return the changes on the desk; 304 where the browser has them already."""
    request.META[BY_ITSELF] = True
    found, view = find_own_round(request, slug, number), parse_view(request)
    name = _build_cache_key(found, view)
    tag = PAGE_CACHE.choose_tag(name, found.tournament.version, compute_tag(found, view))

    def render() -> str:
        return render_to_string(
            "tournaments/hall/desk/_pieces.html", build_desk_context(found.tournament, found.round, view)
        )

    response = build_etag_response(request, tag, lambda: PAGE_CACHE.load_body(name, tag, render))
    response["X-Now"] = str(compute_milliseconds())
    return response


def _build_cache_key(round_context: RoundContext, view: DeskView) -> tuple[int, DeskView, str]:
    return (round_context.round.pk, view, get_current_language())


def parse_view(request: HttpRequest) -> DeskView:
    """Parse the filter of tables; their order is a choice of the browser."""
    only, order = request.GET.get("only", ""), get_preferences(request).tables
    directs = find_rights(request).has(Right.DIRECT)
    return DeskView(only if only in FILTERS else "", order, directs)


def compute_tag(round_context: RoundContext, view: DeskView) -> str:
    """Return the tag of the desk's present content."""
    minute = int(now().timestamp()) // 60 if round_context.round.started and not round_context.round.closed else 0
    page = f"desk{view.only}-{view.order}{'-d' if view.directs else ''}-{minute}"  # tables become silent by themselves
    return load_round_version(round_context.round, round_context.tournament.version).build_tag(
        page, get_current_language()
    )


def _close_finished(round_context: RoundContext, key: str, by: Actor) -> dict[str, Any]:
    """Close the tables that have played; those that stay open with the reason in words."""
    done = close_finished(round_context.round, key, by)
    round_context.tournament.refresh_from_db(fields=["version"])
    return {"closed": done.closed, "left": [(table, format_pending([why])[0]) for table, why in done.left]}


def _change_clock(round_context: RoundContext, data: dict[str, Any], by: Actor) -> None:
    what, key = data["what"], data["key"]
    if what == "start":
        services.start_clock(round_context.round, key, by, confirmed=data["confirm"])
    elif what == "pause":
        services.pause_clock(round_context.round, key, by)
    elif what == "resume":
        services.resume(round_context.round, key, by)
    else:
        change_length(round_context.round, data, by)


def change_length(round_: Round, data: dict[str, Any], by: Actor, table: RoundTable | None = None) -> None:
    """Give time or hands to all tables or to one, or end the time, as a ClockForm says."""
    what, key, reason = data["what"], data["key"], data["reason"]
    if what == "extend":
        services.extend(round_, key, data["minutes"], by, table=table, again=data["again"], reason=reason)
    elif what == "end":
        services.end_time(round_, key, by, table=table, reason=reason)
    elif what == "hands":
        services.play_hands(round_, key, data["hands"], by, table=table, confirmed=data["confirm"], reason=reason)


def _render_page(
    request: HttpRequest, round_context: RoundContext, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    view = parse_view(request)
    context = {
        **build_desk_context(round_context.tournament, round_context.round, view),
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
    return render_page(request, "tournaments/hall/desk/desk.html", context, status)
