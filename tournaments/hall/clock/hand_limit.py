"""The progress of a table that plays a fixed number of hands: shown instead of a clock that counts down."""

from fractions import Fraction
from typing import NamedTuple

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
