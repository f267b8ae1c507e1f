"""The lines of a table under another sheet: what each hand would have paid, and the hands that do not exist there.

Pure values. A Radl that the other sheet starts runs by its rules; what people have said by hand stays as they said it:
the factor of a hand, a Radl that was set or ended, the Schlussradl. A factor above 2 counts 2 where Radln do not stack.
A hand that does not exist there counts as a void deal: nobody gets anything, and it uses up a deal of a Radl. Amounts
that no hand has paid (rulings, totals from paper) stay.

Forehand and seats are facts of a deal that no sheet changes: so only the Radln are followed here, by the functions of
the evening; the deals of a Schlussradl are taken from its course.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoring.engine.evening.course import CourseLine, Hand, LastRoundSaid, Places, RadlSet, Seating, Void, build_course
from scoring.engine.evening.state import (
    DOUBLE,
    NO_RADL,
    RUNNING,
    Evening,
    compute_factor,
    compute_length,
    start_radl,
    use_up_deal,
)
from scoring.engine.hand.check import check
from scoring.engine.hand.score import score
from scoring.engine.hand.score_lines import NOTHING, Amounts, Score
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Problem
from scoring.models import PLACES


class PaidLine(NamedTuple):
    """A line of a book as it counts; its amounts are those of money by place, then of the written score, in sixths."""

    line: CourseLine
    amounts: Sequence[int]


class Payout(NamedTuple):
    """The payout of a hand, by seat, in sixths."""

    money: Amounts
    written: Amounts


NO_PAYOUT = Payout(NOTHING, NOTHING)


class HandThere(NamedTuple):
    """A hand under the other sheet."""

    radl: int
    score: Score | None  # None: it does not exist there
    problems: Sequence[Problem]  # why


class ReplayedHand(NamedTuple):
    """A hand as it counts, and as it would count under the other sheet, where these differ."""

    number: int  # of its line
    active: Places
    radl: int
    radl_there: int
    paid: Payout
    paid_there: Payout  # NO_PAYOUT if it does not exist there
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


def score_lines(start: Evening, lines: Sequence[CourseLine], sheet: Sheet) -> Iterator[HandThere | None]:
    """Yield every hand of an evening as the sheet scores it; None for a line that is no hand."""
    doubled = _find_last_round(start, lines)
    running, players, stacks = NO_RADL, len(start.order), sheet.radl_stacks
    for number, content, _score, _radl in lines:
        if isinstance(content, Hand):
            said = content.radl_set
            if said is not None:
                radl = said if stacks else min(said, DOUBLE)
            else:
                radl = compute_factor(running) if running else 1
                if number in doubled:
                    radl = max(radl, DOUBLE)
            record = content.record
            record = record if radl == 1 else record._replace(radl=radl)
            problems = check(record, sheet)
            paid = None if problems else score(record, sheet)
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


def _find_last_round(start: Evening, lines: Sequence[CourseLine]) -> frozenset[int]:
    """Return the lines that are deals of a Schlussradl."""
    if not any(isinstance(line.content, LastRoundSaid) for line in lines):
        return frozenset()
    steps = build_course(start, [CourseLine(line.number, line.content) for line in lines])
    return frozenset(step.line.number for step in steps if step.before.last_round.phase == RUNNING)


def compare_hands(paid: Sequence[PaidLine], there: Sequence[HandThere | None]) -> Iterator[ReplayedHand]:
    """Yield the hands of a book that pay something else under the other sheet, or that count another Radl there."""
    for ((number, content, _score, radl), amounts), hand in zip(paid, there, strict=True):
        if hand is None or not isinstance(content, Hand):
            continue
        first, second, third, fourth = active = content.active
        money = amounts[first], amounts[second], amounts[third], amounts[fourth]
        written = (
            amounts[PLACES + first],
            amounts[PLACES + second],
            amounts[PLACES + third],
            amounts[PLACES + fourth],
        )
        scored = hand.score
        if scored is None:
            payout = NO_PAYOUT
        elif scored.payouts == money and scored.written == written and hand.radl == radl:
            continue
        else:
            payout = Payout(scored.payouts, scored.written)
        yield ReplayedHand(number, active, radl, hand.radl, Payout(money, written), payout, tuple(hand.problems))
