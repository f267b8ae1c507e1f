"""The page for the totals of a round's tables: the stored values, the posted values and their faults."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.http import QueryDict
from django.utils.translation import gettext as _

from scoring.book.ledger.book import Book
from scoring.book.ledger.seats import Seat
from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.engine.evening.course import EndTotals, get_written_amounts
from scoring.models import PLACES
from scoring.table.written_sheet.rows import find_seat_name
from scoring.table.written_sheet.selectors import load_table_books
from tarockclub.kit.amounts import (
    explain_readings,
    format_bare_cents,
    format_points,
    format_typed_points,
    parse_cents,
    parse_typed_points,
)
from tarockclub.kit.text import parse_whole
from tournaments.core.selectors import load_settings
from tournaments.hall.paper_sheets.actions import MOST_IN_THE_BOX, EnterTotals, find_end_totals
from tournaments.hall.paper_sheets.forms import Fields, TotalsForm, TypedTotals
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
    opened = load_table_books([table.game_table for table in tables])
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
    opened = load_table_books([table.game_table for table in tables])
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
