"""Pages of quick entry: a table's paper sheet hand by hand, and the totals of a round's tables."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from scoring.book.access.permissions import find_actor
from scoring.book.ledger.book import Book
from scoring.book.ledger.entries import count_counted_hands, format_problems
from scoring.book.ledger.seats import Seat
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.book.table_clock import PlayTime, decode_clock
from scoring.engine.evening.course import EndTotals, get_written_amounts
from scoring.models import PLACES
from scoring.table.written_sheet.rows import find_seat_name
from scoring.table.written_sheet.selectors import TableView, load_table_books, load_table_view
from tarockclub.kit.amounts import (
    TWO_READINGS,
    format_bare_cents,
    format_typed_points,
)
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import RoundContext, find_table, load_settings
from tournaments.core.view_helpers import create_key, find_own_round, format_problem, render_page
from tournaments.hall.clock.display import Progress
from tournaments.hall.desk.chips import list_checked
from tournaments.hall.desk.services import try_close
from tournaments.hall.paper_sheets.actions import (
    CheckTotals,
    EnterSheet,
    EnterTotals,
    Fields,
    PlayOnPaper,
    RoundForm,
    SheetForm,
    TypedTotals,
    find_end_totals,
)
from tournaments.hall.paper_sheets.page import (
    TableAnswer,
    list_contracts,
    list_entered_lines,
    list_premiums,
    list_typed_lines,
    parse_answers,
)
from tournaments.hall.paper_sheets.shorthand import split_lines
from tournaments.models import Round, RoundTable, Tournament

TABLES_A_PAGE = 40  # nine fields for each: Django reads at most 1,000 of a form


class PlayerFields(NamedTuple):
    """The fields of one player."""

    place: int
    name: str
    typed: TypedTotals


class TableFields(NamedTuple):
    """A table on the page."""

    table: RoundTable
    boxes: tuple[PlayerFields, ...]
    key: str
    hands: int  # entered one by one; if there are any, no totals can be typed
    is_there: bool
    problems: tuple[str, ...] = ()
    hands_typed: str = ""
    box_typed: str = ""
    is_checked: bool = False  # typed twice

    @property
    def is_open(self) -> bool:
        """True if totals can be typed for this table."""
        return not self.hands and self.table.done is None

    @property
    def can_be_checked(self) -> bool:
        """True if its totals can be typed a second time."""
        return self.is_there and not self.is_checked


def load_fields(tournament: Tournament) -> Fields:
    """Return the questions that apply to a tournament's tables."""
    settings, sheet = load_settings(tournament), parse_sheet(tournament.sheet_version)
    apart = sheet.written is not None and (settings.donation or not settings.start)
    return Fields(settings.start > 0, apart, bool(settings.hands), settings.donation)


def paginate_tables(round_: Round, number: str) -> Page[Any]:
    """Return a page of the tables of a round."""
    tables = RoundTable.objects.filter(round=round_).select_related("game_table__sheet_version", "round")
    return Paginator(tables.order_by("number"), TABLES_A_PAGE).get_page(number)


def load_round_rows(
    tables: Sequence[RoundTable], posted: Sequence[TableAnswer], refusals: Mapping[int, str], *, again: bool = False
) -> list[TableFields]:
    """Return the tables of a page with their stored or typed values; `again`: without those that are stored."""
    opened = load_table_books([table.game_table for table in tables], INSIDE)
    answers = {answer.table.pk: answer for answer in posted}
    checked = list_checked([table.pk for table in tables])
    rows = (
        _build_row(table, table_book.book, table_book.seats, answers.get(table.pk), refusals.get(table.pk, ""))
        for table, table_book in zip(tables, opened, strict=True)
    )
    return [
        _hide_stored(row, answers.get(row.table.pk), again=again)._replace(
            is_checked=(row.table.pk, row.table.game_table.last_sequence) in checked
        )
        for row in rows
    ]


def _hide_stored(row: TableFields, answer: TableAnswer | None, *, again: bool) -> TableFields:
    if not again or answer is not None:
        return row
    return row._replace(boxes=tuple(box._replace(typed=TypedTotals()) for box in row.boxes))


def _build_row(
    table: RoundTable, book: Book, seats: tuple[Seat, ...], answer: TableAnswer | None, refusal: str
) -> TableFields:
    _line, entered = find_end_totals(book)
    typed = answer.typed if answer is not None else _format_end_totals(entered)
    boxes = tuple(
        PlayerFields(place, find_seat_name(seats, place, book.number), typed[place]) for place in book.now.order
    )
    problems = (*(answer.problems if answer is not None else ()), *([refusal] if refusal else ()))
    key = answer.key if answer is not None and problems else str(uuid.uuid4())
    played = str(entered.hands) if entered is not None and entered.hands is not None else ""
    hands = answer.hands_typed if answer is not None else played
    counted = format_bare_cents(entered.box) if entered is not None and entered.box is not None else ""
    box = answer.box_typed if answer is not None else counted
    return TableFields(
        table, boxes, key, sum(line.is_deal for line in book.played), entered is not None, problems, hands, box
    )


def _format_end_totals(totals: EndTotals | None) -> tuple[TypedTotals, ...]:
    """Return stored totals as text for the form."""
    if totals is None:
        return (TypedTotals(),) * PLACES
    written = [format_typed_points(points) for points in get_written_amounts(totals)]
    money = [format_typed_points(amount) for amount in totals.amounts] if totals.written else [""] * PLACES
    replaced = [str(replacement or "") for replacement in totals.replacements] or [""] * PLACES
    return tuple(map(TypedTotals, written, replaced, money))


def build_action(answer: TableAnswer) -> EnterTotals:
    """Return the action that enters what was typed for a table."""
    totals = answer.totals
    return EnterTotals(
        amounts=list(totals.amounts),
        replacements=list(totals.replacements),
        written=list(totals.written),
        hands=totals.hands,
        box_cents=totals.box,
        seen=answer.seen,
    )


def handle_table_sheet(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Show a table's paper sheet for typing hand by hand; POST previews or enters it."""
    context, row = _find_table(request, slug, number, table)
    view = load_table_view(row.game_table, INSIDE)
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
        return _render_sheet(request, context, row, load_table_view(row.game_table, INSIDE), refusal)
    response = redirect("quick_table", slug=slug, number=number, table=table)
    response["Location"] += f"?saved={len(texts)}"
    return response


def show_preview(request: HttpRequest, slug: uuid.UUID, number: int, table: int) -> HttpResponse:
    """Render the preview of the lines that are being typed; a part of the page."""
    _, row = _find_table(request, slug, number, table)
    view = load_table_view(row.game_table, INSIDE)
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
    content = RoundForm(request.POST if request.method == "POST" else request.GET).parse()
    again = content["again"]
    if request.method != "POST":
        return _render_round(request, context, page, {"again": again})
    if content["what"] == "paper":
        return _say_on_paper(request, context, page, content)
    answers = parse_answers(request.POST, list(page.object_list), load_fields(context.tournament))
    refusals: dict[int, str] = {}
    for answer in answers:
        if (again or answer.is_new) and not answer.problems:
            try:
                _save_totals(context.round, answer, find_actor(request), again=again)
            except ActionRefused as refused:
                complaints = format_problems(refused.params.get("problems", ()))
                refusals[answer.table.pk] = " ".join([format_refusal(refused), *complaints])
    if refusals or any(answer.problems for answer in answers):
        refused_round = {"posted": answers, "refusals": refusals, "again": again, "status": 400}
        return _render_round(request, context, page, refused_round)
    response = redirect("quick_round", slug=slug, number=number)
    response["Location"] += f"?page={page.number}&saved={sum(answer.is_new for answer in answers)}"
    response["Location"] += "&again=1" if again else ""
    return response


def _save_totals(round_: Round, answer: TableAnswer, who: Actor, *, again: bool) -> None:
    """Enter or compare what was typed for a table; one that plays on paper is closed with it."""
    if again:
        CheckTotals(amounts=list(answer.totals.written)).perform(answer.table, answer.key, who)
        return
    build_action(answer).perform(answer.table, answer.key, who)
    if answer.table.paper and round_.started is not None and round_.closed is None:
        try_close(answer.table.pk, f"{answer.key}.done", who)


def _say_on_paper(request: HttpRequest, context: RoundContext, page: Any, content: dict[str, Any]) -> HttpResponse:
    every = RoundTable.objects.filter(round=context.round).values_list("number", flat=True)
    chosen = {"all": list(every), "none": []}.get(content["every"], content["paper"])
    try:
        PlayOnPaper(tables=chosen).perform(context.round, content["key"], find_actor(request))
    except ActionRefused as refused:
        context.tournament.refresh_from_db(fields=["version"])  # who says it again has read who was quicker
        return _render_round(request, context, page, format_problem(refused) | {"status": 409})
    return redirect("quick_round", slug=context.tournament.slug, number=context.round.number)


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
    again = more.get("again", False)
    rows = load_round_rows(list(page.object_list), more.get("posted", ()), more.get("refusals", {}), again=again)
    tables = list(RoundTable.objects.filter(round=round_context.round).order_by("number").only("number", "paper"))
    context = {
        "tournament": round_context.tournament,
        "round": round_context.round,
        "page": page,
        "rows": [row for row in rows if row.can_be_checked or row.problems] if again else rows,
        "tables": tables,
        "all_on_paper": all(table.paper for table in tables),
        "can_be_checked": sum(row.can_be_checked for row in rows),
        "fields": load_fields(round_context.tournament),
        "something_open": any(row.is_open for row in rows),
        "something_closed": not all(row.is_open for row in rows),
        "two_readings": TWO_READINGS,
        **more,
    }
    return render_page(request, "tournaments/hall/paper_sheets/round.html", context, more.get("status", 200))
