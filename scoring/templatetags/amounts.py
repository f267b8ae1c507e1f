"""Amounts and points for readers."""

from collections.abc import Sequence

from django import template
from django.utils.translation import get_language

from scoring.engine.points import SIXTHS

register = template.Library()

_PARTS = {0: "", 1: "⅙", 2: "⅓", 3: "½", 4: "⅔", 5: "⅚"}
MINUS = "−"


@register.filter
def beside(cells: Sequence[object], names: Sequence[str]) -> list[tuple[object, str]]:
    """Return the cells of a line, each with the name of its column.

    >>> beside((1, None), ("Anna", "Berta"))
    [(1, 'Anna'), (None, 'Berta')]
    """
    return list(zip(cells, names, strict=True))


@register.filter
def amount(sixths: int) -> str:
    """Format an amount in sixths of a point: a real minus, a fraction as one character.

    >>> amount(-21), amount(4), amount(0)
    ('−3½', '⅔', '0')
    """
    whole, rest = divmod(abs(sixths), SIXTHS)
    text = f"{whole or ''}{_PARTS[rest]}" or "0"
    return f"{MINUS}{text}" if sixths < 0 else text


@register.filter
def whole(points: int) -> str:
    """Format whole points, with a real minus.

    >>> whole(-20), whole(0)
    ('−20', '0')
    """
    return str(points).replace("-", MINUS)


@register.filter
def signed_amount(sixths: int) -> str:
    """Format a gain or loss, with its sign.

    >>> signed_amount(12), signed_amount(-12), signed_amount(0)
    ('+2', '−2', '0')
    """
    return f"+{amount(sixths)}" if sixths > 0 else amount(sixths)


@register.filter
def direction(sixths: int) -> str:
    """Return the CSS class of a cell: won, lost or even.

    >>> direction(1), direction(-1), direction(0)
    ('won', 'lost', 'even')
    """
    return "won" if sixths > 0 else "lost" if sixths < 0 else "even"


@register.filter
def cents(amount: int, plus: str = "") -> str:
    """Format an amount of money in cents in the reader's language; a real minus, no line break.

    >>> cents(-1250).split(), cents(5).split()
    (['€', '−12,50'], ['€', '0,05'])
    """
    whole, rest = divmod(abs(amount), 100)
    sign = MINUS if amount < 0 else plus if amount > 0 else ""
    english = (get_language() or "de").startswith("en")
    return f"{sign}€{whole}.{rest:02}" if english else f"€\u00a0{sign}{whole},{rest:02}"


@register.filter
def bare_cents(amount: int) -> str:
    """Format an amount of money in a column with the currency in its heading.

    >>> bare_cents(-1250), bare_cents(0)
    ('−12,50', '0,00')
    """
    return cents(amount).replace("€", "").strip()


@register.filter
def signed_bare_cents(amount: int) -> str:
    """Format an amount of play money, with its sign and without a currency.

    >>> signed_bare_cents(100), signed_bare_cents(-50)
    ('+1,00', '−0,50')
    """
    return cents(amount, "+").replace("€", "").strip()


@register.filter
def signed_cents(amount: int) -> str:
    """Format an amount of money that is owed or due, with its sign.

    >>> signed_cents(1250).split(), signed_cents(0).split()
    (['€', '+12,50'], ['€', '0,00'])
    """
    return cents(amount, "+")
