"""The lines of a table under another sheet: what each hand would have paid, and the hands that do not exist there.

Pure values. A Radl that the other sheet starts runs by its rules; what people have said by hand stays as they said it:
the factor of a hand, a Radl that was set or ended, the Schlussradl. A factor above 2 counts 2 where Radln do not stack.
What has a counterpart there is translated (a game by its bird, a kontra into coins).
A hand that does not exist there counts as a void deal: nobody gets anything, and it uses up a deal of a Radl. Amounts
that no hand has paid (rulings, totals from paper) stay.

Forehand and seats are facts of a deal that no sheet changes: so only the Radln are followed here, by the functions of
the evening; the deals of a Schlussradl are taken from its course.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoring.book.ledger.book import Book, LedgerLine, number_lines
from scoring.book.ledger.entries import get_money, get_written
from scoring.book.ledger.seats import Seat
from scoring.engine.evening.course import (
    Content,
    CourseLine,
    Hand,
    LastRoundSaid,
    Places,
    RadlSet,
    Seating,
    Void,
    build_course,
)
from scoring.engine.evening.state import (
    DOUBLE,
    NO_RADL,
    RUNNING,
    Evening,
    Radl,
    compute_factor,
    compute_length,
    start_radl,
    use_up_deal,
)
from scoring.engine.hand.check import check, merge_problems
from scoring.engine.hand.record import HandRecord, Translation, translate_record
from scoring.engine.hand.score import score
from scoring.engine.hand.score_lines import NOTHING, Amounts, Score
from scoring.engine.hand.trischaken import carry_record
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Names, Problem
from scoring.engine.texts import describe_problem, pick_language
from scoring.models import PLACES
from scoring.table.written_sheet.rows import format_story, list_seat_names
from scoring.table.written_sheet.selectors import ScoredHand, build_scored_hand


class PaidLines(NamedTuple):
    """The lines of a book as they count, column by column."""

    numbers: Sequence[int]
    contents: Sequence[Content]
    radl: Sequence[int]
    amounts: Sequence[Sequence[int]]  # of money by place, then of the written score, in sixths
    own: Sheet | None = None  # by which they were played; None: no hand needs it to be understood


class PaidAmounts(NamedTuple):
    """The payout of a hand, by seat, in sixths."""

    money: Amounts
    written: Amounts


NO_PAYOUT = PaidAmounts(NOTHING, NOTHING)


class HandThere(NamedTuple):
    """A hand under the other sheet."""

    radl: int
    score: Score | None  # None: it does not exist there
    problems: Sequence[Problem]  # why
    record: HandRecord  # as it is entered there
    remarks: tuple[Names, ...]  # what is different in it


class ReplayedHand(NamedTuple):
    """A hand as it counts, and as it would count under the other sheet, where these differ."""

    number: int  # of its line
    active: Places
    radl: int
    radl_there: int
    paid: PaidAmounts
    paid_there: PaidAmounts  # NO_PAYOUT if it does not exist there
    problems: tuple[Problem, ...]  # why it does not exist there
    remarks: tuple[Names, ...] = ()  # what had to be translated

    @property
    def exists(self) -> bool:
        """True if the other sheet knows such a hand."""
        return not self.problems

    @property
    def differs(self) -> bool:
        """True if it would have paid something else, or does not exist there."""
        return bool(self.problems) or self.paid != self.paid_there

    @property
    def radl_differs(self) -> bool:
        """True if it exists there and counts another Radl."""
        return self.radl != self.radl_there and not self.problems


def score_lines(start: Evening, lines: PaidLines, sheet: Sheet) -> list[HandThere | None]:
    """Return every hand of an evening as the sheet scores it; None for a line that is no hand."""
    return list(_replay_lines(start, lines, sheet))


def _replay_lines(start: Evening, lines: PaidLines, sheet: Sheet) -> Iterator[HandThere | None]:
    """Check and score one hand after the other, following the Radln."""
    doubled = _find_last_round(start, lines)
    running, players, stacks = NO_RADL, len(start.order), sheet.radl_stacks
    for number, content in zip(lines.numbers, lines.contents, strict=True):
        if isinstance(content, Hand):
            radl = _find_factor(content.radl_set, running, number in doubled, stacks=stacks)
            played, remarks = Translation(content.record)
            if lines.own is not None:
                played, remarks = translate_record(content.record, lines.own, sheet)
            record, problems = _check_there(played, lines.own, sheet)
            paid = None if problems else score(_set_radl(record, radl), sheet)
            if running:
                running = use_up_deal(running)
            if paid is not None and paid.radl_deals is not None:
                running = start_radl(running, compute_length(paid.radl_deals, players), stacks)
            yield HandThere(radl, paid, problems, played, () if problems else remarks)
            continue
        if isinstance(content, Void):
            running = use_up_deal(running)
        elif isinstance(content, RadlSet):
            running = (content.deals,) if content.deals else NO_RADL
        elif isinstance(content, Seating):
            players = len(content.order)
        yield None


def _check_there(record: HandRecord, own: Sheet | None, sheet: Sheet) -> tuple[HandRecord, list[Problem]]:
    """Return a record as the sheet can score it, and why it cannot."""
    if own is None:
        return record, check(record, sheet)
    carried, problems = carry_record(record, own, sheet)
    return carried, merge_problems(problems, check(carried, sheet))


def _find_factor(radl_set: int | None, running: Radl, doubled: bool, *, stacks: bool) -> int:
    """Return the factor of a hand: as somebody said, or by the Radln and the Schlussradl."""
    if radl_set is not None:
        return radl_set if stacks else min(radl_set, DOUBLE)
    factor = compute_factor(running) if running else 1
    return max(factor, DOUBLE) if doubled else factor


def _set_radl(record: HandRecord, radl: int) -> HandRecord:
    """Return the record of a book, which has no sheet, options or id of its own, with a Radl."""
    return record if radl == 1 else HandRecord(record.plays, record.premiums, record.renonce, record.forehand, radl)


def _find_last_round(start: Evening, lines: PaidLines) -> frozenset[int]:
    """Return the lines that are deals of a Schlussradl."""
    if not any(isinstance(content, LastRoundSaid) for content in lines.contents):
        return frozenset()
    steps = build_course(start, map(CourseLine, lines.numbers, lines.contents))
    return frozenset(step.line.number for step in steps if step.before.last_round.phase == RUNNING)


def compare_hands(lines: PaidLines, there: Sequence[HandThere | None]) -> Iterator[ReplayedHand]:
    """Yield the hands of a book that pay something else under the other sheet, count another Radl or are translated."""
    for index, (content, hand) in enumerate(zip(lines.contents, there, strict=True)):
        if hand is None or not isinstance(content, Hand):
            continue
        scored = hand.score
        replayed = ReplayedHand(
            lines.numbers[index],
            content.active,
            lines.radl[index],
            hand.radl,
            _get_paid(content, lines.amounts[index]),
            NO_PAYOUT if scored is None else PaidAmounts(scored.payouts, scored.written),
            tuple(hand.problems),
            hand.remarks,
        )
        if replayed.differs or replayed.radl_differs or replayed.remarks:
            yield replayed


def _get_paid(hand: Hand, amounts: Sequence[int]) -> PaidAmounts:
    """Return what a hand pays, by seat."""
    first, second, third, fourth = hand.active
    return PaidAmounts(
        (amounts[first], amounts[second], amounts[third], amounts[fourth]),
        (amounts[PLACES + first], amounts[PLACES + second], amounts[PLACES + third], amounts[PLACES + fourth]),
    )


class HandRow(NamedTuple):
    """A hand under both sheets."""

    number: int  # of its deal on the written sheet
    line: int
    story: str
    own: ScoredHand
    other: ScoredHand | None  # None: it does not exist there
    problems: tuple[str, ...]  # why
    radl: int
    radl_there: int
    remarks: tuple[str, ...]  # what is different in it there

    @property
    def radl_differs(self) -> bool:
        """True if it exists there and counts another Radl."""
        return self.other is not None and self.radl != self.radl_there


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
