"""Numbers of the statistics as they are read and sorted: a rate never without what it was counted from."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.engine.points import SIXTHS
from scoring.statistics.queries import Total
from scoring.templatetags.amounts import MINUS, signed_amount
from tarockclub.tables import Column
from tarockclub.tables.table import Words

FEW = 10  # of fewer nothing is said in percent
THIRDS = 3


class Rate(NamedTuple):
    """How many of how many; sorts by the rate, then by how many there were."""

    rate: Fraction
    of: int
    many: int


def rate(many: int, of: int) -> Rate | None:
    """So many of so many; None of nothing."""
    return Rate(Fraction(many, of), of, many) if of else None


def rate_in_words(one: Rate) -> str:
    """A rate as it is read; in percent too where there were enough.

    >>> [word for word in rate_in_words(Rate(Fraction(1, 3), 30, 10)).split() if word.strip("()").isdigit()]
    ['10', '30', '(33']
    """
    words = (_("%(many)s of %(of)s") % {"many": one.many, "of": one.of}).replace(" ", "\u00a0")
    return f"{words} ({percent(one.rate)})" if one.of >= FEW else words


def part_in_words(one: Rate) -> str:
    """A part of what stands beside it, or above: so the whole is not said once more, unless it is small.

    >>> part_in_words(Rate(Fraction(1, 3), 30, 10)).split(), part_in_words(Rate(Fraction(0), 30, 0))
    (['10', '(33', '%)'], '0')
    """
    if not one.many:
        return "0"
    return f"{one.many} ({percent(one.rate)})" if one.of >= FEW else rate_in_words(one)


def percent(part: Fraction) -> str:
    """A part in whole percent, half a percent upwards.

    >>> percent(Fraction(1, 8)).split(), percent(Fraction(1, 1)).split()
    (['13', '%'], ['100', '%'])
    """
    return f"{int(part * 100 + Fraction(1, 2))}\u00a0%"


def mean(sixths: int, of: int) -> Fraction | None:
    """Points for each of so many; None of nothing."""
    return Fraction(sixths, SIXTHS * of) if of else None


def decimal(value: Fraction, places: int = 2, *, plus: bool = False) -> str:
    """A number with its decimals, half away from 0, as the reader's language writes it.

    >>> decimal(Fraction(-5, 8)), decimal(Fraction(2, 3), 1), decimal(Fraction(1, 2), plus=True)
    ('−0,63', '0,7', '+0,50')
    """
    unit = 10**places
    rounded = int(abs(value) * unit + Fraction(1, 2))
    whole, rest = divmod(rounded, unit)
    sign = "" if not rounded else MINUS if value < 0 else "+" if plus else ""
    mark = "." if (get_language() or "de").startswith("en") else ","
    return f"{sign}{whole}{mark}{rest:0{places}}"


def signed_mean(value: Fraction) -> str:
    """A mean that was won or lost, with its sign.

    >>> signed_mean(Fraction(1, 3))
    '+0,33'
    """
    return decimal(value, plus=True)


def card_points(value: Fraction) -> str:
    """A mean of card points.

    >>> card_points(Fraction(107, 3))
    '35,7'
    """
    return decimal(value, 1)


def way(value: Fraction | int) -> str:
    """The class of a cell with something that was won or lost.

    >>> way(Fraction(1, 3)), way(0), way(-6)
    ('won', 'even', 'lost')
    """
    return "won" if value > 0 else "lost" if value < 0 else "even"


Of = Callable[[Any], Total]


def count(name: str, title: Words, of: Callable[[Any], int], *, aside: bool = False) -> Column:
    """A number of things."""
    return Column(name, title, of=of, number=True, aside=aside)


def rated(name: str, title: Words, of: Callable[[Any], Rate | None], *, aside: bool = False) -> Column:
    """So many of so many."""
    return Column(name, title, of=of, show=rate_in_words, number=True, aside=aside)


def parted(name: str, title: Words, of: Callable[[Any], Rate | None], *, aside: bool = False) -> Column:
    """So many of what stands beside it."""
    return Column(name, title, of=of, show=part_in_words, number=True, aside=aside)


def points(name: str, title: Words, sixths: Callable[[Any], int], *, aside: bool = False) -> Column:
    """Points that were won or lost."""
    return Column(
        name,
        title,
        of=lambda row: Fraction(sixths(row), SIXTHS),
        show=lambda value: signed_amount(int(value * SIXTHS)),
        kind=way,
        number=True,
        aside=aside,
    )


def per(name: str, title: Words, of: Callable[[Any], Fraction | None], *, aside: bool = False) -> Column:
    """Points for each of something."""
    return Column(name, title, of=of, show=signed_mean, kind=way, number=True, aside=aside)


def in_cards(name: str, title: Words, of: Callable[[Any], Fraction | None]) -> Column:
    """A mean of card points."""
    return Column(name, title, of=of, show=card_points, number=True, aside=True)


def won_of(total: Total) -> Rate | None:
    """How many of those that were won or lost were won."""
    return rate(total.won, total.decided)
