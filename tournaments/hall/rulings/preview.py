"""The preview of a ruling: the totals as its effect on the book would leave them."""

from typing import NamedTuple

from scoring.book.ledger.book import Book
from scoring.book.ledger.seats import Seat
from scoring.book.ledger.services import score_table_hand
from scoring.engine.texts import describe_problem
from scoring.table.corrections.history import TotalChange, list_problems, list_total_changes
from scoring.table.corrections.plan import plan_change
from scoring.table.written_sheet.rows import find_seat_name
from tournaments.hall.rulings.actions import RENONCE, RecordRuling


class RulingPreview(NamedTuple):
    """The changes of the totals by a ruling, and the problems that prevent it."""

    totals: tuple[TotalChange, ...] = ()
    problems: tuple[str, ...] = ()


def preview_ruling(ruling: RecordRuling, book: Book, seats: tuple[Seat, ...], language: str) -> RulingPreview:
    """Return the preview of a ruling."""
    request = ruling.build_correction()
    if request is not None:
        plan = plan_change(book, request(book))
        problems = tuple(sentence for _, sentence in list_problems(plan, language))
        return (
            RulingPreview()
            if problems == () and not plan.steps
            else RulingPreview(tuple(list_total_changes(plan, seats)), problems)
        )
    return _preview_next_hand(ruling, book, seats, language) if ruling.deed == RENONCE else RulingPreview()


def _preview_next_hand(ruling: RecordRuling, book: Book, seats: tuple[Seat, ...], language: str) -> RulingPreview:
    result = score_table_hand(book.now, book.sheet, ruling.record)
    if result.score is None:
        return RulingPreview((), tuple(describe_problem(problem, language) for problem in result.problems))
    paid = dict(zip(book.now.active, result.score.written, strict=True))
    totals = (
        TotalChange(
            find_seat_name(seats, place, book.number),
            book.now.written[place],
            book.now.written[place] + paid.get(place, 0),
        )
        for place in book.now.order
    )
    return RulingPreview(tuple(totals))
