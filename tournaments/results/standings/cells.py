"""The cells of standings: their numbers as text with CSS classes, and the column heads."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from tarockclub.kit.amounts import MINUS, format_bare_cents, format_points, format_signed_points, get_sign_class
from tournaments.core.rules.capital import PARTS, round_cents
from tournaments.core.rules.ranking import PARTS as PARTS_OF_POINT
from tournaments.hall.standing.standing import RankedLine
from tournaments.results.standings.columns import MONEY, POINTS, SCORE, TOTAL_POINTS

WHOLE = 100 * PARTS  # one of play money


class AmountCell(NamedTuple):
    """A number in a row."""

    text: str
    css: str  # classes of its cell
    place: int = 0  # at the table in that round, if shown


def format_play_money(amount: int, *, exact: bool = False, sign: bool = False) -> str:
    """Format play money for display; without decimals unless `exact`.

    >>> (
    ...     format_play_money(-12 * WHOLE),
    ...     format_play_money(12 * WHOLE + 200, exact=True).replace(",", "."),
    ...     format_play_money(600, sign=True),
    ... )
    ('−12', '12.33', '+1')
    """
    text = format_bare_cents(round_cents(amount)) if exact else str(abs(amount) // WHOLE)
    if not exact and amount <= -WHOLE:
        text = MINUS + text
    return f"+{text}" if sign and amount > 0 else text


def build_amounts(line: RankedLine, columns: Sequence[str], money: str) -> tuple[AmountCell, ...]:
    """Return the numbers of a line; `money`: its play money as text."""
    cells = [build_amount(line, column, money) for column in columns]
    return (*(cell._replace(css=f"{cell.css} minor") for cell in cells[:-1]), cells[-1])


def build_amount(line: RankedLine, column: str, money: str) -> AmountCell:
    """Return a number of a line; `money`: its play money as text."""
    if column == MONEY:
        return AmountCell(money, get_sign_class(line.gain))
    if column == SCORE:
        return AmountCell(format_signed_points(line.written), get_sign_class(line.written))
    parts = line.points if column == POINTS else line.together
    return AmountCell(format_points(parts, PARTS_OF_POINT), get_sign_class(parts) if column == TOTAL_POINTS else "even")


def list_heads(columns: Iterable[str], scope: int) -> tuple[str, ...]:
    """Return the heads of the columns, in the active language."""
    money = _("Capital") if scope else _("Won")
    words = {MONEY: money, SCORE: _("Written score"), POINTS: _("Place points"), TOTAL_POINTS: _("Sum")}
    return tuple(words[column] for column in columns)
