"""The page for what the tables of a round came to: what is there, what was posted, what is wrong with it."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.utils.translation import gettext as _

from scoring.book import Book
from scoring.models import PLACES
from scoring.reading import read_several
from scoring.rows import name_of
from scoring.seats import Seat
from scoring.templatetags.amounts import amount
from tournaments.models import Round, RoundTable
from tournaments.quick.entering import end_totals_in
from tournaments.typed_points import print_typed, read_points

TABLES_A_PAGE = 40  # nine fields for each: Django reads at most 1,000 of a form


class Box(NamedTuple):
    """What is typed for one player."""

    place: int
    name: str
    amount: str
    replacements: str


class Row(NamedTuple):
    """A table on the page."""

    table: RoundTable
    boxes: tuple[Box, ...]
    key: str
    hands: int  # that are entered one by one; then there is nothing to type
    is_there: bool
    problems: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether anything can be typed."""
        return not self.hands and self.table.done is None


class Answer(NamedTuple):
    """What was posted for one table; sixths and replacements by place."""

    table: RoundTable
    key: str
    typed: tuple[tuple[str, str], ...]  # amount and replacements, by place
    amounts: tuple[int, ...]
    replacements: tuple[int, ...]
    problems: tuple[str, ...]
    is_new: bool


def page_of(round_: Round, number: str) -> Page[Any]:
    """A page of the tables of a round."""
    tables = RoundTable.objects.filter(round=round_).select_related("game_table__sheet_version", "round")
    return Paginator(tables.order_by("number"), TABLES_A_PAGE).get_page(number)


def rows_of(tables: Sequence[RoundTable], posted: Sequence[Answer], refusals: Mapping[int, str]) -> list[Row]:
    """The tables of a page as they are, or as they were typed."""
    opened = read_several([table.game_table for table in tables])
    answers = {answer.table.pk: answer for answer in posted}
    return [
        _row(table, one.book, one.seats, answers.get(table.pk), refusals.get(table.pk, ""))
        for table, one in zip(tables, opened, strict=True)
    ]


def _row(table: RoundTable, book: Book, seats: tuple[Seat, ...], answer: Answer | None, refusal: str) -> Row:
    _line, there = end_totals_in(book)
    amounts = [print_typed(one) for one in there.amounts] if there is not None else [""] * PLACES
    replaced = [str(one or "") for one in there.replacements] if there is not None and there.replacements else []
    typed = answer.typed if answer is not None else tuple(zip(amounts, [*replaced, *[""] * PLACES], strict=False))
    boxes = tuple(Box(place, name_of(seats, place, book.number), *typed[place]) for place in book.now.order)
    problems = (*(answer.problems if answer is not None else ()), *([refusal] if refusal else ()))
    key = answer.key if answer is not None and problems else str(uuid.uuid4())
    return Row(table, boxes, key, sum(one.is_deal for one in book.played), there is not None, problems)


def answers_of(posted: Mapping[str, Any], tables: Sequence[RoundTable]) -> list[Answer]:
    """What was posted for the tables of a page; a table for which nothing was typed has no answer."""
    opened = read_several([table.game_table for table in tables])
    found = (_answer(posted, table, one.book) for table, one in zip(tables, opened, strict=True))
    return [answer for answer in found if answer is not None]


def _answer(posted: Mapping[str, Any], table: RoundTable, book: Book) -> Answer | None:
    name = f"t{table.number}"
    typed = tuple(
        (str(posted.get(f"{name}-a{place}", "")).strip(), str(posted.get(f"{name}-r{place}", "")).strip())
        for place in range(PLACES)
    )
    if not any(one for pair in typed for one in pair):
        return None
    read = [read_points(typed[place][0]) if place in book.now.order else 0 for place in range(PLACES)]
    replaced = [_replacements(typed[place][1]) for place in range(PLACES)]
    amounts, replacements = tuple(one or 0 for one in read), tuple(one or 0 for one in replaced)
    problems = _problems(read, replaced)
    _line, there = end_totals_in(book)
    is_new = there is None or (there.amounts, there.replacements or (0,) * PLACES) != (amounts, replacements)
    return Answer(table, str(posted.get(f"{name}-key", "")), typed, amounts, replacements, problems, is_new)


def _problems(read: Sequence[int | None], replaced: Sequence[int | None]) -> tuple[str, ...]:
    if None in read:
        return (_("Please type a number for everybody at the table, like 12 or -3,5."),)
    if None in replaced:
        return (_("Replacements of capital are whole numbers, at most 99."),)
    together = sum(one or 0 for one in read)
    if together:
        return (_("Together this is %(amount)s, and must be 0.") % {"amount": amount(together)},)
    return ()


def _replacements(typed: str) -> int | None:
    """How many replacements were typed; None for what is no number of them."""
    if not typed:
        return 0
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) <= 2 else None
