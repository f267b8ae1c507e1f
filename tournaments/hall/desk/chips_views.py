"""Counting chips: all tables of a round for the director, and a table by its own phones."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from scoring.book.access.permissions import find_actor, writers_only
from scoring.book.hooks import build_table_context
from scoring.table.table_page.views import FROM_SCRIPT, TEXT
from scoring.table.written_sheet.selectors import load_table_view
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import RoundContext
from tournaments.core.view_helpers import find_own_round, format_problem, get_director, render_page
from tournaments.hall.desk.actions import CountChips
from tournaments.hall.desk.chips_page import build_chips_context
from tournaments.hall.desk.forms import AgreedChipsForm, ChipsForm
from tournaments.hall.desk.pending import format_pending
from tournaments.hall.desk.services import agree, close_finished
from tournaments.hall.desk.silence import say_still_playing
from tournaments.models import RoundTable


def show_chips(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show all tables of a round with their chips; one tap confirms those of many."""
    context = find_own_round(request, slug, number)
    if request.method != "POST":
        return _render_page(request, context)
    content, by = AgreedChipsForm(request.POST).parse(), get_director(request)
    try:
        if content["what"] == "finished":
            done = close_finished(context.round, content["key"], by)
        else:
            done = agree(context.round, content["key"], content["seen"], by)
    except ActionRefused as refused:
        return _render_page(request, context, status=409, **format_problem(refused))
    left = [(table, format_pending([why])[0]) for table, why in done.left]
    return _render_page(request, context, finished={"closed": done.closed, "left": left})


@writers_only
def handle_table_count(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Let a phone of the table enter the chips of its players, or confirm another phone's count."""
    tables = RoundTable.objects.select_related("round__tournament", "game_table__sheet_version")
    table = get_object_or_404(tables, game_table__slug=slug)
    problem = ""
    if request.method == "POST":
        try:
            _count_chips(request, table)
        except ActionRefused as refused:
            problem = format_refusal(refused)
        if FROM_SCRIPT in request.headers:
            return HttpResponse(problem, status=409 if problem else 204, content_type=TEXT)
        if not problem:
            return redirect("table", slug=slug)
    game = table.game_table
    context = {
        "table": game,
        "around": build_table_context(game, load_table_view(game)),
        "problem": problem,
    }
    return render(request, "tournaments/hall/desk/chips_at_table.html", context, status=409 if problem else 200)


@writers_only
def handle_still_playing(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Let a phone say that its table still plays."""
    tables = RoundTable.objects.select_related("round__tournament", "game_table")
    table = get_object_or_404(tables, game_table__slug=slug)
    say_still_playing(table, find_actor(request, table.game_table))
    return HttpResponse(status=204) if FROM_SCRIPT in request.headers else redirect("table", slug=slug)


def _count_chips(request: HttpRequest, table: RoundTable) -> None:
    sittings = table.game_table.sittings.filter(to_deal=None).values_list("pk", flat=True)
    content = ChipsForm(request.POST, sittings).parse()
    by = find_actor(request, table.game_table)
    CountChips(chips=content["chips"], seen=content["seen"], by_table=True).perform(table, content["key"], by)


def _render_page(request: HttpRequest, round_context: RoundContext, status: int = 200, **more: object) -> HttpResponse:
    context = {**build_chips_context(round_context, tick_all="all" in request.GET), **more}
    return render_page(request, "tournaments/hall/desk/chips.html", context, status)
