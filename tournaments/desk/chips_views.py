"""Counting chips: all tables of a round for the director, and a table by its own phones."""

import uuid
from collections.abc import Iterable, Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from scoring.access.permissions import who, writers_only
from scoring.hooks import around_of
from scoring.settlement.forms import cents_of
from scoring.table.views import FROM_SCRIPT, TEXT
from scoring.written_sheet.selectors import table_view
from tarockclub.accounts.permissions import director_only
from tarockclub.language import language
from tarockclub.text import number
from tournaments.acts import Refused
from tournaments.desk import services
from tournaments.desk.agreement import agree
from tournaments.desk.chips_page import context_of
from tournaments.desk.messages import open_at
from tournaments.desk.services import close_finished
from tournaments.desk.views import form_methods
from tournaments.messages import sentence
from tournaments.models import RoundTable
from tournaments.selectors import Found
from tournaments.view_helpers import acting_director, ids_in, key_in, own_round, page, problem_of


@form_methods
@director_only
def chips(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """All tables of a round with their chips; one tap says that those of many are right."""
    found = own_round(request, slug, number)
    if request.method != "POST":
        return _page(request, found)
    try:
        if request.POST.get("what") == "finished":
            done = close_finished(found.round, key_in(request), acting_director(request))
        else:
            done = agree(found.round, key_in(request), _seen_in(request), acting_director(request))
    except Refused as refused:
        return _page(request, found, status=409, **problem_of(refused))
    left = [(table, open_at([why])[0]) for table, why in done.left]
    return _page(request, found, finished={"closed": done.closed, "left": left})


@form_methods
@writers_only
def at_table(request: HttpRequest, slug: uuid.UUID) -> HttpResponse:
    """Let a phone of the table say what lies before its players, or that what another one has said fits."""
    tables = RoundTable.objects.select_related("round__tournament", "game_table__sheet_version")
    table = get_object_or_404(tables, game_table__slug=slug)
    problem = ""
    if request.method == "POST":
        try:
            _counted(request, table)
        except Refused as refused:
            problem = sentence(refused)
        if FROM_SCRIPT in request.headers:
            return HttpResponse(problem, status=409 if problem else 204, content_type=TEXT)
        if not problem:
            return redirect("table", slug=slug)
    game = table.game_table
    context = {"table": game, "around": around_of(game, table_view(game, language())), "problem": problem}
    return render(request, "tournaments/desk/chips_at_table.html", context, status=409 if problem else 200)


def chips_in(posted: Mapping[str, str], sittings: Iterable[int]) -> dict[int, int]:
    """What was typed into the fields of these sittings, in cents; Refused("not_all_counted")."""
    found = {}
    for sitting in sittings:
        typed = posted.get(f"chips-{sitting}", "").strip().replace("−", "-")
        cents = cents_of(typed.removeprefix("-"))
        if cents is None:
            raise Refused("not_all_counted")
        found[sitting] = -cents if typed.startswith("-") else cents
    return found


def _counted(request: HttpRequest, table: RoundTable) -> None:
    posted = request.POST
    sittings = table.game_table.sittings.filter(to_deal=None).values_list("pk", flat=True)
    seen = number(posted, "seen")
    chips = chips_in(posted.dict(), sittings)
    by = who(request, table.game_table)
    services.count(table, key_in(request), chips, by, seen=-1 if seen is None else seen, by_table=True)


def _seen_in(request: HttpRequest) -> dict[int, int]:
    """The tables that were ticked, or the one whose button was tapped, with the last entry that was shown of each."""
    tables = ids_in(request.POST.getlist("one") or request.POST.getlist("table"))
    return {table: next(iter(ids_in([request.POST.get(f"seen-{table}", "")])), 0) for table in tables}


def _page(request: HttpRequest, found: Found, status: int = 200, **more: object) -> HttpResponse:
    context = {**context_of(found, tick_all="all" in request.GET), **more}
    return page(request, "desk/chips", context, status)
