"""Names and labels with soft hyphens, for narrow columns, and how wide they are."""

from collections.abc import Iterable
from math import ceil
from typing import Any

from django import template

from tarockclub.kit.words import add_soft_hyphens

_WIDTHS = {**dict.fromkeys("fiIjlrt.,'- ", 0.3), **dict.fromkeys("mMwWGHNOQU", 0.75)}  # in our font, of its height
_WIDTH = 0.54  # of all other letters
_NARROWEST, _WIDEST = 4, 8  # as styles tell them apart

register = template.Library()
register.filter("syllables", add_soft_hyphens)


@register.filter("widest")
def measure_names(people: Iterable[Any]) -> int:
    """Return how many times as wide as its letters are high the widest name is.

    >>> from types import SimpleNamespace
    >>> [measure_names([SimpleNamespace(name=name)]) for name in ("Anna", "Friedrich", "Wilhelmine", "W" * 24)]
    [4, 4, 5, 8]
    """
    widths = (sum(_WIDTHS.get(letter, _WIDTH) for letter in person.name) for person in people)
    return min(max(ceil(max(widths, default=0)), _NARROWEST), _WIDEST)
