"""One table's evening: whose forehand, which deals are double, running totals. Frozen states, one after the other."""

from typing import NamedTuple

from scoring.engine import radl as radls
from scoring.engine.lines import Score

MOST_PLAYERS = 6
FEWEST_PLAYERS = 4


class Evening(NamedTuple):
    """Where a table stands before its next deal. Places are 0 … players-1 in playing order; totals in sixths."""

    players: int
    forehand: int
    running: radls.Radl
    totals: tuple[int, ...]
    written: tuple[int, ...]  # the same of the written score

    @property
    def radl(self) -> int:
        """What the next deal counts by the sheet's own rule."""
        return radls.factor(self.running)

    @property
    def active(self) -> tuple[int, int, int, int]:
        """The places of the four seats: at a table of four a seat is a place, else seat 0 is the forehand.

        >>> begin(5, 3).active, begin(4, 3).active
        ((3, 4, 0, 1), (0, 1, 2, 3))
        """
        if self.players == FEWEST_PLAYERS:
            return 0, 1, 2, 3
        first, second, third, fourth = ((self.forehand + seat) % self.players for seat in range(4))
        return first, second, third, fourth

    @property
    def seat_of_forehand(self) -> int:
        """The forehand's seat in a record of this deal."""
        return self.forehand if self.players == FEWEST_PLAYERS else 0

    @property
    def dealer(self) -> int:
        """The dealer's place, the one before the forehand."""
        return (self.forehand - 1) % self.players


def begin(players: int = FEWEST_PLAYERS, forehand: int = 0) -> Evening:
    """An evening before its first deal."""
    return Evening(players, forehand, radls.NO_RADL, (0,) * players, (0,) * players)


def after_void(evening: Evening) -> Evening:
    """A deal that counts nothing: the forehand moves on, a deal of a Radl is used up, it is no Nuller."""
    return evening._replace(forehand=(evening.forehand + 1) % evening.players, running=radls.used_up(evening.running))


def after_hand(evening: Evening, score: Score) -> Evening:
    """The evening after a scored hand; a Radl that the hand starts begins with the next deal."""
    totals, written = list(evening.totals), list(evening.written)
    for place, money, on_paper in zip(evening.active, score.payouts, score.written, strict=True):
        totals[place] += money
        written[place] += on_paper
    moved = after_void(evening)
    running = moved.running
    if score.radl_deals is not None:
        deals = radls.length(score.radl_deals, evening.players)
        running = radls.started(running, deals, score.sheet.radl_stacks)
    return moved._replace(running=running, totals=tuple(totals), written=tuple(written))
