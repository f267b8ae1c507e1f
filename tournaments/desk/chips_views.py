"""Counting chips: all tables of a round for the director, and a table by its own phones."""

import uuid
from collections.abc import Iterable, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from scoring.access.permissions import find_actor, writers_only
from scoring.hooks import build_table_context
from scoring.table.views import FROM_SCRIPT, TEXT
from scoring.written_sheet.selectors import load_table_view
from tarockclub.accounts.permissions import director_only
from tarockclub.amounts import parse_cents
from tarockclub.language import get_current_language
from tarockclub.text import parse_number
from tournaments.acts import ActionRefused
from tournaments.desk import services
from tournaments.desk.agreement import agree
from tournaments.desk.chips_page import build_chips_context
from tournaments.desk.messages import format_pending
from tournaments.desk.services import close_finished
from tournaments.desk.views import form_methods
from tournaments.messages import format_refusal
from tournaments.models import RoundTable
from tournaments.selectors import RoundContext
from tournaments.view_helpers import find_own_round, format_problem, get_director, parse_ids, parse_key, render_page


@form_methods
@director_only
def show_chips(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show all tables of a round with their chips; one tap confirms those of many."""
    found = find_own_round(request, slug, number)
    if request.method != "POST":
        return _render_page(request, found)
    try:
        if request.POST.get("what") == "finished":
            done = close_finished(found.round, parse_key(request), get_director(request))
        else:
            done = agree(found.round, parse_key(request), _parse_seen(request), get_director(request))
    except ActionRefused as refused:
        return _render_page(request, found, status=409, **format_problem(refused))
    left = [(table, format_pending([why])[0]) for table, why in done.left]
    return _render_page(request, found, finished={"closed": done.closed, "left": left})


@form_methods
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
        "around": build_table_context(game, load_table_view(game, get_current_language())),
        "problem": problem,
    }
    return render(request, "tournaments/desk/chips_at_table.html", context, status=409 if problem else 200)


def parse_chips(posted: Mapping[str, str], sittings: Iterable[int]) -> dict[int, int]:
    """Parse the fields of these sittings, in cents; ActionRefused("not_all_counted")."""
    found = {}
    for sitting in sittings:
        typed = posted.get(f"chips-{sitting}", "").strip().replace("−", "-")
        cents = parse_cents(typed.removeprefix("-"))
        if cents is None:
            raise ActionRefused("not_all_counted")
        found[sitting] = -cents if typed.startswith("-") else cents
    return found


def _count_chips(request: HttpRequest, table: RoundTable) -> None:
    posted = request.POST
    sittings = table.game_table.sittings.filter(to_deal=None).values_list("pk", flat=True)
    seen = parse_number(posted, "seen")
    chips = parse_chips(posted.dict(), sittings)
    by = find_actor(request, table.game_table)
    services.count(table, parse_key(request), chips, by, seen=-1 if seen is None else seen, by_table=True)


def _parse_seen(request: HttpRequest) -> dict[int, int]:
    """Parse the ticked tables, or the one whose button was tapped, with the last entry shown for each."""
    tables = parse_ids(request.POST.getlist("one") or request.POST.getlist("table"))
    return {table: next(iter(parse_ids([request.POST.get(f"seen-{table}", "")])), 0) for table in tables}


def _render_page(request: HttpRequest, found: RoundContext, status: int = 200, **more: object) -> HttpResponse:
    context = {**build_chips_context(found, tick_all="all" in request.GET), **more}
    return render_page(request, "desk/chips", context, status)
