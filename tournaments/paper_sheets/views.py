"""Pages of quick entry: a table's paper sheet hand by hand, and what the tables of a round came to."""

import uuid
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from scoring.access.permissions import who
from scoring.entry.phase import hands_played
from scoring.ledger.messages import sentences
from scoring.table_clock.clock import PlayTime, read
from scoring.written_sheet.selectors import TableView, table_view
from tarockclub.accounts.actors import Who
from tarockclub.accounts.permissions import must_be_own, staff_only
from tarockclub.language import language
from tournaments.acts import Refused
from tournaments.clock.hand_limit import Progress
from tournaments.models import RoundTable
from tournaments.paper_sheets import page as paper_sheets_page
from tournaments.paper_sheets.messages import contracts_known, premiums_known, told_of
from tournaments.paper_sheets.round_totals import Answer, answers_of, fields_of, page_of, rows_of
from tournaments.paper_sheets.services import end_totals_in, enter_end_totals, enter_sheet
from tournaments.paper_sheets.sheet import lines_in, reckoned
from tournaments.selectors import Found, round_at, table_at

form_methods = require_http_methods(["GET", "HEAD", "POST"])


@form_methods
@staff_only
def table_sheet(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """A table's paper sheet, typed in hand by hand: shown first, or entered."""
    found, at = _table(request, slug, number, table)
    view = table_view(at.game_table, language())
    if request.method != "POST":
        return _sheet(request, found, at, view, {})
    texts = lines_in(request.POST.get("lines", ""))
    if "save" not in request.POST:
        return _sheet(request, found, at, view, {"typed": _typed(texts, view)})
    key, previous = request.POST.get("key", ""), request.POST.get("previous", "")
    try:
        enter_sheet(at, key, previous, texts, who(request))
    except Refused as refused:
        more = {
            "message": told_of(refused),
            "complaints": sentences(refused.params.get("problems", ())),
            "typed": _typed(texts, view),
            "status": 409 if refused.code == "stale" else 400,
        }
        return _sheet(request, found, at, table_view(at.game_table, language()), more)
    response = redirect("quick_table", slug=slug, number=number, table=table)
    response["Location"] += f"?saved={len(texts)}"
    return response


@require_http_methods(["POST"])
@staff_only
def preview(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """What the lines that are being typed pay; a piece of the page."""
    _, at = _table(request, slug, number, table)
    view = table_view(at.game_table, language())
    texts = lines_in(request.POST.get("lines", ""))
    before = len(_entered(view))
    context = {"lines": _typed(texts, view), "view": view, "before": before}
    response = render(request, "tournaments/paper_sheets/_lines.html", context)
    response["X-Piece"] = "quick"
    return response


@form_methods
@staff_only
def round_totals(request: HttpRequest, slug: uuid.UUID, number: int) -> HttpResponse:
    """What the tables of a round came to on paper, table after table."""
    found = round_at(slug, number)
    must_be_own(request, found.tournament.club_id)
    page = page_of(found.round, request.GET.get("page", "1"))
    if request.method != "POST":
        return _round(request, found, page, {})
    fields = fields_of(found.tournament)
    answers = answers_of(request.POST, list(page.object_list), fields)
    refusals: dict[int, str] = {}
    for answer in answers:
        if answer.is_new and not answer.problems:
            try:
                _enter(answer, who(request))
            except Refused as refused:
                complaints = sentences(refused.params.get("problems", ()))
                refusals[answer.table.pk] = " ".join([told_of(refused), *complaints])
    if refusals or any(answer.problems for answer in answers):
        return _round(request, found, page, {"posted": answers, "refusals": refusals, "status": 400})
    response = redirect("quick_round", slug=slug, number=number)
    response["Location"] += f"?page={page.number}&saved={sum(answer.is_new for answer in answers)}"
    return response


def _enter(answer: Answer, by: Who) -> None:
    said = answer.said
    enter_end_totals(
        answer.table,
        answer.key,
        said.amounts,
        said.replacements,
        by,
        written=said.written,
        hands=said.hands,
        box=said.box,
    )


def _table(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> tuple[Found, RoundTable]:
    found = round_at(slug, number)
    must_be_own(request, found.tournament.club_id)
    return found, table_at(found, table)


def _typed(texts: list[str], view: TableView) -> list[paper_sheets_page.Line]:
    return paper_sheets_page.typed(reckoned(texts, view.now, view.book.sheet), view.columns, language())


def _entered(view: TableView) -> list[paper_sheets_page.Line]:
    return paper_sheets_page.in_the_book(view.book, view.rows)


def _sheet(
    request: HttpRequest, found: Found, table: RoundTable, view: TableView, more: dict[str, Any]
) -> HttpResponse:
    english, saved = language().startswith("en"), request.GET.get("saved", "")
    clock = read(table.game_table.clock) or PlayTime()
    context = {
        "tournament": found.tournament,
        "round": found.round,
        "round_table": table,
        "table": table.game_table,
        "view": view,
        "columns": [(seat.place + 1, seat.name) for seat in view.columns],
        "entered": _entered(view),
        "saved": int(saved) if saved.isascii() and saved.isdigit() and len(saved) < 4 else 0,
        "is_over": Progress(hands_played(view), clock.most_hands(view.now.players)).is_over,
        "double": clock.double,
        "has_totals": end_totals_in(view.book)[0] > 0,
        "contracts": contracts_known(view.book.sheet, english=english),
        "premiums": premiums_known(view.book.sheet, english=english),
        "lines_typed": request.POST.get("lines", ""),
        "previous": view.book.table.last_key,
        "key": request.POST.get("key") or str(uuid.uuid4()),
        **more,
    }
    return render(request, "tournaments/paper_sheets/table.html", context, status=more.get("status", 200))


def _round(request: HttpRequest, found: Found, page: Any, more: dict[str, Any]) -> HttpResponse:
    rows = rows_of(list(page.object_list), more.get("posted", ()), more.get("refusals", {}))
    context = {
        "tournament": found.tournament,
        "round": found.round,
        "page": page,
        "rows": rows,
        "fields": fields_of(found.tournament),
        "something_open": any(row.is_open for row in rows),
        **more,
    }
    return render(request, "tournaments/paper_sheets/round.html", context, status=more.get("status", 200))
