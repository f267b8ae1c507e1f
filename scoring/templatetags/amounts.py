"""Amounts and points for readers."""

from collections.abc import Sequence
from typing import Protocol

from django import template
from django.template import Context

from tarockclub.kit import amounts
from tarockclub.kit.bank import format_iban
from tarockclub.kit.charts.sparks import render_move

register = template.Library()


class SpokenHand(Protocol):
    """A scored hand that has a sentence for each reader."""

    def tell_to(self, seat: int | None) -> object:
        """Return what it means for the reader on a seat."""


register.filter("amount", amounts.format_points)
register.filter("signed_amount", amounts.format_signed_points)
register.filter("direction", amounts.get_sign_class)
register.filter("cents", amounts.format_cents)
register.filter("signed_cents", amounts.format_signed_cents)
register.filter("bare_cents", amounts.format_bare_cents)
register.filter("signed_bare_cents", amounts.format_signed_bare_cents)
register.filter("move", render_move)
register.filter("iban", format_iban)


@register.filter
def beside(cells: Sequence[object], names: Sequence[str]) -> list[tuple[object, str]]:
    """Return the cells of a line, each with the name of its column.

    >>> beside((1, None), ("Anna", "Berta"))
    [(1, 'Anna'), (None, 'Berta')]
    """
    return list(zip(cells, names, strict=True))


@register.filter
def whole(points: int) -> str:
    """Format whole points, with a real minus.

    >>> whole(-20), whole(0)
    ('−20', '0')
    """
    return amounts.format_points(points, 1)


@register.simple_tag(takes_context=True)
def tell_reader(context: Context, scored: SpokenHand) -> object:
    """Return what a hand means for the reader on `my_seat`; where the page has none for nobody in particular."""
    return scored.tell_to(context.get("my_seat"))
