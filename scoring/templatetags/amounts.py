"""Amounts and points as people read them."""

from django import template

from scoring.engine.points import SIXTHS

register = template.Library()

_PARTS = {0: "", 1: "⅙", 2: "⅓", 3: "½", 4: "⅔", 5: "⅚"}
MINUS = "−"


@register.filter
def amount(sixths: int) -> str:
    """An amount in sixths of a point: a real minus, fractions as one sign.

    >>> amount(-21), amount(4), amount(0)
    ('−3½', '⅔', '0')
    """
    whole, rest = divmod(abs(sixths), SIXTHS)
    text = f"{whole or ''}{_PARTS[rest]}" or "0"
    return f"{MINUS}{text}" if sixths < 0 else text


@register.filter
def signed_amount(sixths: int) -> str:
    """An amount that was won or lost: with its sign.

    >>> signed_amount(12), signed_amount(-12), signed_amount(0)
    ('+2', '−2', '0')
    """
    return f"+{amount(sixths)}" if sixths > 0 else amount(sixths)


@register.filter
def direction(sixths: int) -> str:
    """The class of a cell: won, lost or even.

    >>> direction(1), direction(-1), direction(0)
    ('won', 'lost', 'even')
    """
    return "won" if sixths > 0 else "lost" if sixths < 0 else "even"
