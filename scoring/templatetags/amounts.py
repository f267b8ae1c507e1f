"""Amounts and points for readers."""

from collections.abc import Sequence

from django import template

from tarockclub.kit import amounts

register = template.Library()

register.filter("amount", amounts.format_points)
register.filter("signed_amount", amounts.format_signed_points)
register.filter("direction", amounts.get_sign_class)
register.filter("cents", amounts.format_cents)
register.filter("signed_cents", amounts.format_signed_cents)
register.filter("bare_cents", amounts.format_bare_cents)
register.filter("signed_bare_cents", amounts.format_signed_bare_cents)


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
