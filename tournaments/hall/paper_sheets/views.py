"""Pages of quick entry: a table's paper sheet hand by hand, and the totals of a round's tables."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.book.access.permissions import find_actor
from scoring.book.ledger.entries import count_counted_hands, format_problems
from scoring.book.table_clock import PlayTime, decode_clock
from scoring.table.written_sheet.selectors import TableView, load_table_view
from tarockclub.kit.amounts import TWO_READINGS
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import RoundContext, find_table
from tournaments.core.view_helpers import create_key, find_own_round
from tournaments.hall.clock.hand_limit import Progress
from tournaments.hall.paper_sheets.actions import EnterSheet, find_end_totals
from tournaments.hall.paper_sheets.forms import SheetForm
from tournaments.hall.paper_sheets.messages import list_contracts, list_premiums
from tournaments.hall.paper_sheets.page import list_entered_lines, list_typed_lines
from tournaments.hall.paper_sheets.round_totals import (
    build_action,
    load_fields,
    load_round_rows,
    paginate_tables,
    parse_answers,
)
from tournaments.hall.paper_sheets.sheet import split_lines
from tournaments.models import RoundTable


def handle_table_sheet(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Show a table's paper sheet for typing hand by hand; POST previews or enters it."""
    context, row = _find_table(request, slug, number, table)
    view = load_table_view(row.game_table)
    if request.method != "POST":
        return _render_sheet(request, context, row, view, {})
    content = SheetForm(request.POST).parse()
    texts = split_lines(content["lines"])
    if not content["save"]:
        return _render_sheet(request, context, row, view, {"typed": list_typed_lines(texts, view)})
    try:
        EnterSheet.build(previous=content["previous"], lines=texts).perform(row, content["key"], find_actor(request))
    except ActionRefused as refused:
        refusal = {
            "message": format_refusal(refused),
            "complaints": format_problems(refused.params.get("problems", ())),
            "typed": list_typed_lines(texts, view),
            "status": 409 if refused.code == "stale" else 400,
        }
        return _render_sheet(request, context, row, load_table_view(row.game_table), refusal)
    response = redirect("quick_table", slug=slug, number=number, table=table)
    response["Location"] += f"?saved={len(texts)}"
    return response


def show_preview(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Render the preview of the lines that are being typed; a part of the page."""
    _, row = _find_table(request, slug, number, table)
    view = load_table_view(row.game_table)
    texts = split_lines(SheetForm(request.POST).parse()["lines"])
    before = len(list_entered_lines(view))
    context = {"lines": list_typed_lines(texts, view), "view": view, "before": before}
    response = render(request, "tournaments/hall/paper_sheets/_lines.html", context)
    response["X-Piece"] = "quick"
    return response


def handle_round_totals(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """Show and save the totals of a round's tables, table by table."""
    context = find_own_round(request, slug, number)
    page = paginate_tables(context.round, request.GET.get("page", "1"))
    if request.method != "POST":
        return _render_round(request, context, page, {})
    fields = load_fields(context.tournament)
    answers = parse_answers(request.POST, list(page.object_list), fields)
    refusals: dict[int, str] = {}
    for answer in answers:
        if answer.is_new and not answer.problems:
            try:
                build_action(answer).perform(answer.table, answer.key, find_actor(request))
            except ActionRefused as refused:
                complaints = format_problems(refused.params.get("problems", ()))
                refusals[answer.table.pk] = " ".join([format_refusal(refused), *complaints])
    if refusals or any(answer.problems for answer in answers):
        return _render_round(request, context, page, {"posted": answers, "refusals": refusals, "status": 400})
    response = redirect("quick_round", slug=slug, number=number)
    response["Location"] += f"?page={page.number}&saved={sum(answer.is_new for answer in answers)}"
    return response


def _find_table(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> tuple[RoundContext, RoundTable]:
    context = find_own_round(request, slug, number)
    return context, find_table(context, table)


def _render_sheet(
    request: HttpRequest, round_context: RoundContext, table: RoundTable, view: TableView, more: dict[str, Any]
) -> HttpResponse:
    english, saved = get_current_language().startswith("en"), request.GET.get("saved", "")
    posted = SheetForm(request.POST).parse()
    clock = decode_clock(table.game_table.clock) or PlayTime()
    context = {
        "tournament": round_context.tournament,
        "round": round_context.round,
        "round_table": table,
        "table": table.game_table,
        "view": view,
        "columns": [(seat.place + 1, seat.name) for seat in view.columns],
        "entered": list_entered_lines(view),
        "saved": parse_whole(saved, 3) or 0,
        "is_over": Progress(count_counted_hands(view.book.phases), clock.get_most_hands(view.now.players)).is_over,
        "double": clock.double,
        "has_totals": find_end_totals(view.book)[0] > 0,
        "contracts": list_contracts(view.book.sheet, english=english),
        "premiums": list_premiums(view.book.sheet, english=english),
        "lines_typed": posted["lines"],
        "previous": view.book.table.last_key,
        "key": posted["key"] or create_key(),
        **more,
    }
    return render(request, "tournaments/hall/paper_sheets/table.html", context, status=more.get("status", 200))


def _render_round(request: HttpRequest, round_context: RoundContext, page: Any, more: dict[str, Any]) -> HttpResponse:
    rows = load_round_rows(list(page.object_list), more.get("posted", ()), more.get("refusals", {}))
    context = {
        "tournament": round_context.tournament,
        "round": round_context.round,
        "page": page,
        "rows": rows,
        "fields": load_fields(round_context.tournament),
        "something_open": any(row.is_open for row in rows),
        "two_readings": TWO_READINGS,
        **more,
    }
    return render(request, "tournaments/hall/paper_sheets/round.html", context, status=more.get("status", 200))
