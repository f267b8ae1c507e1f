"""The clock on pages: the time left when the page was made; clock.js lets it run on."""

from datetime import datetime
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
