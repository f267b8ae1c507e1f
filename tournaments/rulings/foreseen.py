"""What a ruling would bring about, before it is written: nothing is written here."""

from typing import NamedTuple

from scoring.corrections.history import Moved, moved, problems_of
from scoring.corrections.plan import planned
from scoring.engine.texts import told
from scoring.ledger.book import Book
from scoring.ledger.seats import Seat
from scoring.ledger.services import judge
from scoring.written_sheet.rows import name_of
from tournaments.rulings.effects import RENONCE, Wanted, draft_of


class Foreseen(NamedTuple):
    """Where the players would stand, and what stands against it."""

    totals: tuple[Moved, ...] = ()
    problems: tuple[str, ...] = ()


def foresee(wanted: Wanted, book: Book, seats: tuple[Seat, ...], language: str) -> Foreseen:
    """What would follow from a ruling."""
    draft = draft_of(wanted, book)
    if draft is not None:
        plan = planned(book, draft)
        problems = tuple(sentence for _, sentence in problems_of(plan, language))
        return Foreseen() if problems == () and not plan.steps else Foreseen(tuple(moved(plan, seats)), problems)
    return _of_the_next_hand(wanted, book, seats, language) if wanted.deed == RENONCE else Foreseen()


def _of_the_next_hand(wanted: Wanted, book: Book, seats: tuple[Seat, ...], language: str) -> Foreseen:
    result = judge(book.now, book.sheet, wanted.record)
    if result.score is None:
        return Foreseen((), tuple(told(problem, language) for problem in result.problems))
    paid = dict(zip(book.now.active, result.score.written, strict=True))
    totals = (
        Moved(name_of(seats, place, book.number), book.now.written[place], book.now.written[place] + paid.get(place, 0))
        for place in book.now.order
    )
    return Foreseen(tuple(totals))
