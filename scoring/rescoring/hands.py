"""The hands of a book that would pay something else under other house rules, in words and numbers."""

from collections.abc import Collection, Iterator
from typing import NamedTuple

from scoring.engine.evening.course import Hand, Step
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.texts import describe_problem
from scoring.ledger.book import Book, LedgerLine, number_lines
from scoring.ledger.seats import Seat
from scoring.rescoring.replay import ReplayedHand, compare_hands, replay_lines
from scoring.rescoring.selectors import list_paid_lines
from scoring.written_sheet.rows import format_story, list_seat_names
from scoring.written_sheet.selectors import ScoredHand, build_scored_hand


class HandRow(NamedTuple):
    """A hand under both sheets."""

    number: int  # of its deal on the written sheet
    line: int
    story: str
    here: ScoredHand
    there: ScoredHand | None  # None: it does not exist there
    problems: tuple[str, ...]  # why
    radl: int
    radl_there: int

    @property
    def radl_differs(self) -> bool:
        """True if it exists there and counts another Radl."""
        return self.there is not None and self.radl != self.radl_there


class RescoredBook(NamedTuple):
    """A table's book beside its steps under other house rules."""

    book: Book
    seats: tuple[Seat, ...]
    steps: tuple[Step, ...]
    hands: tuple[ReplayedHand, ...]  # all of them, in the order of play
    sheet: Sheet

    @property
    def changed(self) -> tuple[ReplayedHand, ...]:
        """The hands that differ, or whose Radl does."""
        return tuple(hand for hand in self.hands if hand.differs or hand.radl_differs)

    @property
    def there(self) -> Book:
        """The book as it would be under the other house rules."""
        played = (
            line._replace(line=step.line, before=step.before, after=step.after)
            for line, step in zip(self.book.played, self.steps, strict=True)
        )
        return self.book._replace(sheet=self.sheet, played=tuple(played))


def rescore_book(book: Book, seats: tuple[Seat, ...], sheet: Sheet) -> RescoredBook:
    """Score a book under a sheet."""
    paid = list_paid_lines(book)
    steps = tuple(replay_lines(book.start, book.lines, sheet))
    return RescoredBook(book, seats, steps, tuple(compare_hands(paid, steps)), sheet)


def build_hand_rows(rescored: RescoredBook, language: str, lines: Collection[int] | None = None) -> Iterator[HandRow]:
    """Yield the changed hands of a book in the order of play; `lines`: only these."""
    changed = {hand.number: hand for hand in rescored.changed if lines is None or hand.number in lines}
    for (number, line), step in zip(number_lines(rescored.book), rescored.steps, strict=True):
        if line.number in changed:
            yield _build_row(number, line, step, changed[line.number], rescored.seats, language)


def _build_row(
    number: int, line: LedgerLine, step: Step, hand: ReplayedHand, seats: tuple[Seat, ...], language: str
) -> HandRow:
    names, score = list_seat_names(line, seats), step.line.score
    if line.score is None or not isinstance(line.content, Hand) or not isinstance(step.line.content, Hand):
        raise ValueError(line.number)  # only hands are compared
    own, other = line.content.record, step.line.content.record
    return HandRow(
        number,
        line.number,
        format_story(line, names, language),
        build_scored_hand(own, line.score, names, language),
        None if score is None else build_scored_hand(other, score, names, language),
        tuple(dict.fromkeys(describe_problem(problem, language) for problem in hand.problems)),
        hand.radl,
        hand.radl_there,
    )
