"""Columns that the lists of statistics have in common."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from scoring.engine.points import SIXTHS
from scoring.statistics.formatting import (
    Rate,
    card_points,
    part_in_words,
    rate,
    rate_in_words,
    signed_mean,
    way,
)
from scoring.statistics.queries import Total
from scoring.templatetags.amounts import signed_amount
from tarockclub.tables import Column
from tarockclub.tables.table import Words

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
