"""The clock on pages: the time left, which clock.js lets run on, or the hands played of a fixed number."""

from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from scoring.book.table_clock import BEFORE_START, CLOCK_DONE, PlayTime

RUNS, UP = "runs", "up"
SOON_LIMIT = 2 * 60 * 1000  # milliseconds before the end


class ClockFace(NamedTuple):
    """The display of a clock on a page."""

    state: str  # RUNS, UP, or the reason it is stopped (scoring.book.table_clock)
    ends: int  # Unix time in milliseconds; 0: it is stopped
    left: int  # milliseconds
    timed: bool = True  # no: nothing counts down

    @property
    def text(self) -> str:
        """Return the minutes and seconds left; a second that has begun counts.

        >>> ClockFace(RUNS, 0, 90_000).text, ClockFace(RUNS, 0, 59_001).text, ClockFace(UP, 0, 0).text
        ('1:30', '1:00', '0:00')
        """
        return format_clock(self.left)

    @property
    def is_soon(self) -> bool:
        """Tell whether two minutes are left, or fewer."""
        return self.timed and self.state == RUNS and self.left <= SOON_LIMIT


def build_face(clock: PlayTime, now: datetime) -> ClockFace:
    """Build the display of a clock at a moment."""
    if not clock.timed:
        return ClockFace(clock.stands or RUNS, 0, 0, timed=False)
    left = clock.compute_left(now)
    ends = 0 if clock.ends is None else round(clock.ends.timestamp() * 1000)
    if clock.stands in (BEFORE_START, CLOCK_DONE) or (clock.stands and left):
        return ClockFace(clock.stands, 0, left)
    return ClockFace(UP if left == 0 and not clock.stands else clock.stands or RUNS, ends, left)


def format_clock(left: int) -> str:
    """Format milliseconds as minutes and seconds.

    >>> format_clock(30 * 60_000), format_clock(1), format_clock(5_400_000)
    ('30:00', '0:01', '90:00')
    """
    minutes, seconds = divmod(-(-left // 1000), 60)
    return f"{minutes}:{seconds:02}"


def format_length(seconds: int) -> str:
    """Format a length as minutes, with the seconds if there are some.

    >>> format_length(1350), format_length(1800)
    ('22:30', '30')
    """
    return f"{seconds // 60}:{seconds % 60:02}" if seconds % 60 else str(seconds // 60)


SIZES = (4, 5, 6)  # players at a table
MOST_HANDS = 99  # of a table of four


class Progress(NamedTuple):
    """The hands of a table, without those of the double round."""

    played: int
    most: int  # 0: as many as the time allows

    @property
    def number(self) -> int:
        """Return the hand that is being played, or the last one.

        >>> Progress(4, 16).number, Progress(16, 16).number
        (5, 16)
        """
        return min(self.played + 1, self.most)

    @property
    def left(self) -> int:
        """Return the number of hands still to be played."""
        return max(0, self.most - self.played)

    @property
    def part(self) -> Fraction:
        """Return the part that is played: tables of four and five compare by it.

        >>> Progress(8, 16).part == Progress(10, 20).part, Progress(3, 0).part
        (True, Fraction(1, 1))
        """
        return Fraction(min(self.played, self.most), self.most) if self.most else Fraction(1)

    @property
    def is_last(self) -> bool:
        """Tell whether the last hand is being played."""
        return self.left == 1

    @property
    def is_over(self) -> bool:
        """Tell whether all hands are played."""
        return self.most > 0 and not self.left

    @property
    def too_many(self) -> int:
        """Return the number of hands that the table has played too many.

        >>> Progress(17, 16).too_many
        1
        """
        return max(0, self.played - self.most) if self.most else 0


def compute_hands(hands: int, players: int) -> tuple[int, ...]:
    """Return the hands of tables of four, five and six if one of `players` plays `hands`; everybody deals as often.

    If that is not a whole number of deals for everybody, tables of another size play the next lower number.

    >>> compute_hands(12, 4), compute_hands(20, 5), compute_hands(14, 4)
    ((12, 15, 18), (16, 20, 24), (14, 17, 21))
    """
    return tuple(hands * size // players for size in SIZES)


def is_whole(hands: int, players: int) -> bool:
    """Tell whether everybody deals equally often.

    >>> is_whole(12, 4), is_whole(14, 4)
    (True, False)
    """
    return hands % players == 0
