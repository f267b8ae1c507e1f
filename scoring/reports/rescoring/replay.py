"""The lines of a table under another sheet: what each hand would have paid, and the hands that do not exist there.

Pure values. A Radl that the other sheet starts runs by its rules; what people have said by hand stays as they said it:
the factor of a hand, a Radl that was set or ended, the Schlussradl. A factor above 2 counts 2 where Radln do not stack.
A hand that does not exist there counts as a void deal: nobody gets anything, and it uses up a deal of a Radl. Amounts
that no hand has paid (rulings, totals from paper) stay.

Forehand and seats are facts of a deal that no sheet changes: so only the Radln are followed here, by the functions of
the evening; the deals of a Schlussradl are taken from its course.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

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
from scoring.engine.hand.record import HandRecord
from scoring.engine.hand.score import compute_payout, score
from scoring.engine.hand.score_lines import NOTHING, Amounts, Payout, Score
from scoring.engine.hand.trischaken_ending import carry_record
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Problem
from scoring.models import PLACES


class PaidLines(NamedTuple):
    """The lines of a book as they count, column by column: so many of them that a value for each would cost time."""

    numbers: Sequence[int]
    contents: Sequence[Content]
    radl: Sequence[int]
    amounts: Sequence[Sequence[int]]  # of money by place, then of the written score, in sixths
    own: Sheet | None = None  # by which they were played; None: no hand needs it to be understood

    @property
    def hands(self) -> list[Hand]:
        """The lines that are hands."""
        return [content for content in self.contents if isinstance(content, Hand)]


class PaidAmounts(NamedTuple):
    """The payout of a hand, by seat, in sixths."""

    money: Amounts
    written: Amounts


NO_PAYOUT = PaidAmounts(NOTHING, NOTHING)
Result = TypeVar("Result", Score, Payout)  # of a hand: with its lines where somebody wants to read them


class HandThere(NamedTuple, Generic[Result]):
    """A hand under the other sheet."""

    radl: int
    score: Result | None  # None: it does not exist there
    problems: Sequence[Problem]  # why


class ReplayedHand(NamedTuple):
    """A hand as it counts, and as it would count under the other sheet, where these differ."""

    number: int  # of its line
    active: Places
    radl: int
    radl_there: int
    paid: PaidAmounts
    paid_there: PaidAmounts  # NO_PAYOUT if it does not exist there
    problems: tuple[Problem, ...]  # why it does not exist there

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

    @property
    def changes(self) -> Iterator[tuple[int, int, int]]:
        """The difference of each player: place, money, written score."""
        (money, written), (money_there, written_there) = self.paid, self.paid_there
        for seat, place in enumerate(self.active):
            yield place, money_there[seat] - money[seat], written_there[seat] - written[seat]


def score_lines(start: Evening, lines: PaidLines, sheet: Sheet) -> list[HandThere[Score] | None]:
    """Return every hand of an evening as the sheet scores it; None for a line that is no hand."""
    return list(_replay_lines(start, lines, sheet, score))


def pay_lines(start: Evening, lines: PaidLines, sheet: Sheet) -> list[HandThere[Payout] | None]:
    """Return what every hand of an evening pays under the sheet, without the lines of its score; None for others."""
    return list(_replay_lines(start, lines, sheet, compute_payout))


def _replay_lines(
    start: Evening, lines: PaidLines, sheet: Sheet, compute: Callable[[HandRecord, Sheet], Result]
) -> Iterator[HandThere[Result] | None]:
    """Check all hands, and then score one after the other, following the Radln.

    All hands are checked together: the code then stays in the processor's cache. No check looks at a Radl that the
    sheet can have.
    """
    checked = iter([_check_there(hand.record, lines.own, sheet) for hand in lines.hands])
    doubled = _find_last_round(start, lines)
    running, players, stacks = NO_RADL, len(start.order), sheet.radl_stacks
    for number, content in zip(lines.numbers, lines.contents, strict=True):
        if isinstance(content, Hand):
            radl = _find_factor(content.radl_set, running, number in doubled, stacks=stacks)
            record, problems = next(checked)
            paid = None if problems else compute(_set_radl(record, radl), sheet)
            if running:
                running = use_up_deal(running)
            if paid is not None and paid.radl_deals is not None:
                running = start_radl(running, compute_length(paid.radl_deals, players), stacks)
            yield HandThere(radl, paid, problems)
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


def _find_factor(said: int | None, running: Radl, doubled: bool, *, stacks: bool) -> int:
    """Return the factor of a hand: as somebody said, or by the Radln and the Schlussradl."""
    if said is not None:
        return said if stacks else min(said, DOUBLE)
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


def find_changed(lines: PaidLines, there: Sequence[HandThere[Result] | None]) -> Iterator[tuple[int, bool]]:
    """Yield the positions of the hands that differ under the other sheet, or count another Radl; True: they differ."""
    for at, hand in enumerate(there):
        if hand is None:
            continue
        radl, scored, _problems = hand
        if scored is None or (scored.payouts, scored.written) != _get_paid(lines, at):
            yield at, True
        elif radl != lines.radl[at]:
            yield at, False


def _get_paid(lines: PaidLines, at: int) -> tuple[Amounts, Amounts]:
    """Return what the hand at a position pays, by seat."""
    content, amounts = lines.contents[at], lines.amounts[at]
    if not isinstance(content, Hand):
        raise TypeError(at)
    first, second, third, fourth = content.active
    return (amounts[first], amounts[second], amounts[third], amounts[fourth]), (
        amounts[PLACES + first],
        amounts[PLACES + second],
        amounts[PLACES + third],
        amounts[PLACES + fourth],
    )


def build_replayed(lines: PaidLines, there: Sequence[HandThere[Result] | None], at: int) -> ReplayedHand:
    """Return the hand at a position beside what it is there."""
    content, hand = lines.contents[at], there[at]
    if hand is None or not isinstance(content, Hand):
        raise TypeError(at)
    scored = hand.score
    return ReplayedHand(
        lines.numbers[at],
        content.active,
        lines.radl[at],
        hand.radl,
        PaidAmounts(*_get_paid(lines, at)),
        NO_PAYOUT if scored is None else PaidAmounts(scored.payouts, scored.written),
        tuple(hand.problems),
    )


def compare_hands(lines: PaidLines, there: Sequence[HandThere[Result] | None]) -> Iterator[ReplayedHand]:
    """Yield the hands of a book that pay something else under the other sheet, or that count another Radl there."""
    return (build_replayed(lines, there, at) for at, _differs in find_changed(lines, there))
