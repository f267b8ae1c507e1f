"""Pages of quick entry: a table's paper sheet hand by hand, and the totals of a round's tables."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

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
    explain_readings,
    format_bare_cents,
    format_points,
    format_typed_points,
    parse_cents,
    parse_typed_points,
)
from tarockclub.kit.text import parse_whole
from tarockclub.kit.words import get_current_language
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.acts import ActionRefused
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import RoundContext, find_table, load_settings
from tournaments.core.view_helpers import create_key, find_own_round
from tournaments.hall.clock.display import Progress
from tournaments.hall.paper_sheets.actions import (
    MOST_IN_THE_BOX,
    EnterSheet,
    EnterTotals,
    Fields,
    SheetForm,
    TotalsForm,
    TypedTotals,
    find_end_totals,
)
from tournaments.hall.paper_sheets.page import list_contracts, list_entered_lines, list_premiums, list_typed_lines
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

    @property
    def is_open(self) -> bool:
        """True if totals can be typed for this table."""
        return not self.hands and self.table.done is None


class TableAnswer(NamedTuple):
    """The posted values of one table; sixths and replacements by place."""

    table: RoundTable
    key: str
    typed: tuple[TypedTotals, ...]  # by place
    hands_typed: str
    box_typed: str
    totals: EndTotals
    problems: tuple[str, ...]
    is_new: bool


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
    tables: Sequence[RoundTable], posted: Sequence[TableAnswer], refusals: Mapping[int, str]
) -> list[TableFields]:
    """Return the tables of a page with their stored or typed values."""
    opened = load_table_books([table.game_table for table in tables], INSIDE)
    answers = {answer.table.pk: answer for answer in posted}
    return [
        _build_row(table, table_book.book, table_book.seats, answers.get(table.pk), refusals.get(table.pk, ""))
        for table, table_book in zip(tables, opened, strict=True)
    ]


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


def parse_answers(posted: QueryDict, tables: Sequence[RoundTable], fields: Fields) -> list[TableAnswer]:
    """Return the posted values of the tables on a page; a table for which nothing was typed has no answer."""
    opened = load_table_books([table.game_table for table in tables], INSIDE)
    answers = (
        _parse_answer(TotalsForm(posted, table.number, fields), table, table_book.book)
        for table, table_book in zip(tables, opened, strict=True)
    )
    return [answer for answer in answers if answer is not None]


def _parse_answer(form: TotalsForm, table: RoundTable, book: Book) -> TableAnswer | None:
    form.is_valid()
    key, typed, hands, in_box = (form.cleaned_data[name] for name in ("key", "typed", "hands", "box"))
    if not hands and not in_box and not any(text for each in typed for text in each):
        return None
    totals, problems = _parse_totals(typed, hands, book.now.order)
    totals, box_problems = _add_box(totals, in_box)
    problems += box_problems
    _line, entered = find_end_totals(book)
    is_new = entered is None or _normalize_totals(entered) != _normalize_totals(totals)
    return TableAnswer(table, key, typed, hands, in_box, totals, problems, is_new)


def build_action(answer: TableAnswer) -> EnterTotals:
    """Return the action that enters what was typed for a table."""
    totals = answer.totals
    return EnterTotals(
        amounts=list(totals.amounts),
        replacements=list(totals.replacements),
        written=list(totals.written),
        hands=totals.hands,
        box_cents=totals.box,
    )


def _add_box(totals: EndTotals, typed: str) -> tuple[EndTotals, tuple[str, ...]]:
    """Return the totals with the typed amount in the donation box; an empty text means that it was not counted."""
    if not typed:
        return totals, ()
    box = parse_cents(typed)
    if box is None or not 0 <= box <= MOST_IN_THE_BOX:
        wrong = _("Enter the amount put into the donation box in euros, like 31.50.")
        return totals, (explain_readings(typed) or wrong,)
    return totals._replace(box=box), ()


def _normalize_totals(totals: EndTotals) -> EndTotals:
    """Return the same totals in one normal form, so that equal totals compare equal."""
    replaced = totals.replacements if any(totals.replacements) else ()
    return totals._replace(replacements=replaced, written=get_written_amounts(totals))


def _parse_totals(
    typed: Sequence[TypedTotals], hands: str, order: Collection[int]
) -> tuple[EndTotals, tuple[str, ...]]:
    """Return the typed texts as values, and what is wrong with them."""
    by_place = [totals if place in order else TypedTotals("0") for place, totals in enumerate(typed)]
    written = [parse_typed_points(totals.amount) for totals in by_place]
    pays = any(totals.money for totals in by_place)
    money = [
        parse_typed_points(totals.money or ("0" if place not in order else "")) for place, totals in enumerate(by_place)
    ]
    replaced, played = [_parse_count(totals.replacements) for totals in by_place], _parse_count(hands)
    unclear = dict.fromkeys(explain_readings(text) for totals in by_place for text in (totals.amount, totals.money))
    problems = tuple(filter(None, unclear))
    problems = problems or _find_problems(written, replaced) or (_find_problems(money, []) if pays else ())
    if played is None:
        problems += (_("The number of hands must be a whole number, at most 99."),)
    points = tuple(amount or 0 for amount in written)
    paid = tuple(amount or 0 for amount in money) if pays else points
    replacements = tuple(count or 0 for count in replaced)
    return EndTotals(paid, replacements, points, played if hands else None), problems


def _find_problems(read: Sequence[int | None], replaced: Sequence[int | None]) -> tuple[str, ...]:
    if None in read:
        return (_("Please enter a number for everybody at the table, like 12 or -3,5."),)
    if None in replaced:
        return (_("Replacements of capital are whole numbers, at most 99."),)
    together = sum(amount or 0 for amount in read)
    if together:
        return (_("Together this is %(amount)s, but it must be 0.") % {"amount": format_points(together)},)
    return ()


def _parse_count(typed: str) -> int | None:
    """Return a typed whole number up to 99; 0 for an empty text, None for anything else."""
    return parse_whole(typed, 2) if typed else 0


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
        "something_closed": not all(row.is_open for row in rows),
        "two_readings": TWO_READINGS,
        **more,
    }
    return render(request, "tournaments/hall/paper_sheets/round.html", context, status=more.get("status", 200))
