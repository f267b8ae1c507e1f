"""How many sit at each table: fours, fives where the number does not divide, never three.

>>> sizes(23)
(4, 4, 5, 5, 5)
>>> sizes(6), sizes(11)
((6,), (5, 6))
>>> sizes(7), must_wait(7), must_wait(8)
((), 1, 0)
"""

FEWEST = 4
SIX = {6: (6,), 11: (5, 6)}  # a table of six: dealer and Hinterhand sit out


def sizes(number: int) -> tuple[int, ...]:
    """The sizes of the tables for so many players, small ones first; none where they cannot be seated."""
    if number in SIX:
        return SIX[number]
    fives = number % 4
    fours, rest = divmod(number - 5 * fives, 4)
    return (4,) * fours + (5,) * fives if number >= FEWEST and fours >= 0 and not rest else ()


def must_wait(number: int) -> int:
    """How many players have to wait at least so that the others can be seated; all of them below four."""
    return next(waiting for waiting in range(number + 1) if sizes(number - waiting) or waiting == number)
