"""The lines of a table under another sheet: what each hand would have paid, and the hands that do not exist there.

Pure values. A Radl that the other sheet starts runs by its rules; what people have said by hand stays as they said it:
the factor of a hand, a Radl that was set or ended, the Schlussradl. A factor above 2 counts 2 where Radln do not stack.
A hand that does not exist there counts as a void deal: nobody gets anything, and it uses up a deal of a Radl. Amounts
that no hand has paid (rulings, totals from paper) stay.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scoring.engine.evening.course import CourseLine, Hand, Places, Step, recount_course
from scoring.engine.evening.state import DOUBLE, Evening
from scoring.engine.hand.score_lines import NOTHING, Amounts
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Problem


class PaidLine(NamedTuple):
    """A line of a book as it counts; amounts by place, in sixths."""

    line: CourseLine
    money: Sequence[int]
    written: Sequence[int]


class Payout(NamedTuple):
    """The payout of a hand, by seat, in sixths."""

    money: Amounts
    written: Amounts


NO_PAYOUT = Payout(NOTHING, NOTHING)


class ReplayedHand(NamedTuple):
    """A hand as it counts, and as it would count under the other sheet."""

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


def replay_lines(start: Evening, lines: Iterable[CourseLine], sheet: Sheet) -> list[Step]:
    """Return the steps of an evening with every hand scored under a sheet."""
    return recount_course(start, [_forget_score(line, sheet) for line in lines], sheet)


def compare_hands(paid: Iterable[PaidLine], steps: Iterable[Step]) -> Iterator[ReplayedHand]:
    """Yield every hand of a book beside its step under the other sheet."""
    for (line, money, written), step in zip(paid, steps, strict=True):
        if isinstance(line.content, Hand):
            active, score = line.content.active, step.line.score
            there = NO_PAYOUT if score is None else Payout(score.payouts, score.written)
            before = Payout(_pick_seats(money, active), _pick_seats(written, active))
            yield ReplayedHand(line.number, active, line.radl, step.line.radl, before, there, step.problems)


def _pick_seats(amounts: Sequence[int], active: Places) -> Amounts:
    first, second, third, fourth = active
    return amounts[first], amounts[second], amounts[third], amounts[fourth]


def _forget_score(line: CourseLine, sheet: Sheet) -> CourseLine:
    """Return a line as it was said, without what it paid."""
    content = line.content
    if isinstance(content, Hand) and content.radl_set is not None and not sheet.radl_stacks:
        content = content._replace(radl_set=min(content.radl_set, DOUBLE))
    return CourseLine(line.number, content)
