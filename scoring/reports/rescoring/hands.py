"""The hands of a book that would pay something else under other house rules, in words and numbers."""

from collections.abc import Iterator
from typing import NamedTuple

from scoring.book.ledger.book import Book, LedgerLine, number_lines
from scoring.book.ledger.entries import get_money, get_written
from scoring.book.ledger.seats import Seat
from scoring.engine.evening.course import Hand
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Names
from scoring.engine.texts import describe_problem, pick_language
from scoring.reports.rescoring.replay import HandThere, PaidLines, ReplayedHand, compare_hands, score_lines
from scoring.table.written_sheet.rows import format_story, list_seat_names
from scoring.table.written_sheet.selectors import ScoredHand, build_scored_hand


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
    remarks: tuple[str, ...]  # what is different in it there

    @property
    def radl_differs(self) -> bool:
        """True if it exists there and counts another Radl."""
        return self.there is not None and self.radl != self.radl_there


class RescoredBook(NamedTuple):
    """A table's book beside its hands under other house rules."""

    book: Book
    seats: tuple[Seat, ...]
    hands: tuple[HandThere | None, ...]  # of each line; None: it is no hand
    changed: tuple[ReplayedHand, ...]  # the hands that differ, whose Radl does, or that are translated
    sheet: Sheet

    @property
    def there(self) -> Book:
        """The book with the other scores; the evening between its lines stays as it was, with its totals."""
        played = (
            line if hand is None else line._replace(line=line.line._replace(score=hand.score, radl=hand.radl))
            for line, hand in zip(self.book.played, self.hands, strict=True)
        )
        return self.book._replace(sheet=self.sheet, played=tuple(played))


def rescore_book(book: Book, seats: tuple[Seat, ...], sheet: Sheet) -> RescoredBook:
    """Score a book under a sheet."""
    lines = list_paid_lines(book)
    hands = score_lines(book.start, lines, sheet)
    return RescoredBook(book, seats, tuple(hands), tuple(compare_hands(lines, hands)), sheet)


def list_paid_lines(book: Book) -> PaidLines:
    """Return the lines of a book with what they paid."""
    return PaidLines(
        [line.number for line in book.played],
        [line.content for line in book.played],
        [line.line.radl for line in book.played],
        [(*get_money(line.entry), *get_written(line.entry)) for line in book.played],
        book.sheet,
    )


def build_hand_rows(rescored: RescoredBook, language: str) -> Iterator[HandRow]:
    """Yield the changed hands of a book in the order of play."""
    changed = {hand.number: hand for hand in rescored.changed}
    for (number, line), rescored_hand in zip(number_lines(rescored.book), rescored.hands, strict=True):
        if rescored_hand is not None and line.number in changed:
            yield _build_row(number, line, rescored_hand, changed[line.number], rescored.seats, language)


def _build_row(
    number: int, line: LedgerLine, there: HandThere, hand: ReplayedHand, seats: tuple[Seat, ...], language: str
) -> HandRow:
    names = list_seat_names(line, seats)
    if line.score is None or not isinstance(line.content, Hand):
        raise ValueError(line.number)  # only hands are compared
    items = _list_item_names(line.score.sheet)
    return HandRow(
        number,
        line.number,
        format_story(line, names, language),
        build_scored_hand(line.content.record, line.score, names, language),
        None if there.score is None else build_scored_hand(there.record, there.score, names, language),
        tuple(dict.fromkeys(describe_problem(problem, language, items) for problem in hand.problems)),
        hand.radl,
        hand.radl_there,
        tuple(pick_language(remark, language) for remark in hand.remarks),
    )


def _list_item_names(sheet: Sheet) -> dict[str, Names]:
    """Return what the games and premiums of a sheet are called, by their ids."""
    return {name: item.names for items in (sheet.contracts, sheet.premiums) for name, item in items.items()}
