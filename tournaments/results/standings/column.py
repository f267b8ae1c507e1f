"""A column of standings, and how its values are written for people and for programs."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.functional import Promise

from tarockclub.kit.amounts import MINUS, convert_to_number, format_bare_cents, get_sign_class
from tarockclub.kit.xlsx.cells import COUNT
from tournaments.core.rules import line_facts
from tournaments.core.settings import Settings
from tournaments.hall.standing.standing import RankedLine

NOTHING = "·"  # for people, where a line has no value
WHOLE = 100 * line_facts.PARTS  # one of play money


class AmountCell(NamedTuple):
    """A number in a row, for people."""

    text: str
    css: str  # classes of its cell
    place: int = 0  # at the table in that round, if shown


@dataclass(frozen=True)
class ApiField:
    """A column in the answers of the API."""

    name: str
    description: str = ""
    kind: str = "number"  # or "whole", "text", "truth", "maybe": a whole number or null
    compute: Callable[[RankedLine], Any] | None = None  # None: the value of the column, in parts
    is_zero_elsewhere: bool = False  # where the column does not apply


@dataclass(frozen=True, eq=False)
class StandingColumn:
    """One value of the lines of standings, and how it is said wherever they stand."""

    id: str
    head: str | Promise
    value: Callable[[Any], Any]  # of a line; also of a sealed row where that has the field
    parts: int = 1  # of one, in which the value counts
    # For people; the second says whether play money is exact to the cent.
    text: Callable[[Any, bool], str] = lambda value, _exact: str(value)
    sign: Callable[[RankedLine], int] | None = None  # whose sign colours its cell
    when: Callable[[Settings], bool] = lambda _settings: True
    kind: str = COUNT  # of its values in files
    digits: int | None = None  # decimals for programs
    name_in_json: str = ""  # "": the id
    is_optional: bool = False  # lines may have no value: JSON, and a page without any, leave it out
    api: ApiField | None = None

    def build_amount(self, line: RankedLine, *, exact: bool, mark: str = "") -> AmountCell:
        """Return the number of a line for people; `exact`: play money to the cent, `mark`: one more CSS class."""
        value = self.value(line)
        css = get_sign_class(self.sign(line)) if self.sign is not None else "even"
        return AmountCell(NOTHING if value is None else self.text(value, exact), css + mark)

    def compute_number(self, line: RankedLine, digits: int | None = None) -> Any:
        """Return the value of a line for programs; `digits`: other decimals than usual."""
        value = self.value(line)
        if self.parts == 1 or value is None:
            return value
        if self.parts == WHOLE:
            return convert_play_money(value)
        return convert_to_number(value, self.parts, digits or self.digits)

    def compute_api_value(self, line: RankedLine, settings: Settings) -> Any:
        """Return the value of a line in the API."""
        if self.api is None or (self.api.is_zero_elsewhere and not self.when(settings)):
            return 0
        return (self.api.compute or self.value)(line)


def build_amounts(line: RankedLine, columns: Sequence[StandingColumn], *, exact: bool) -> tuple[AmountCell, ...]:
    """Return the numbers of a line for people; the last one decides its rank. `exact`: play money to the cent."""
    last = columns[-1]
    before = (column.build_amount(line, exact=exact, mark=" minor") for column in columns[:-1])
    return (*before, last.build_amount(line, exact=exact))


def build_json_row(line: RankedLine, columns: Iterable[StandingColumn]) -> dict[str, Any]:
    """Return a line for programs."""
    numbers = ((column, column.compute_number(line)) for column in columns)
    return {
        column.name_in_json or column.id: number
        for column, number in numbers
        if number is not None or not column.is_optional
    }


def list_heads(columns: Iterable[StandingColumn]) -> tuple[str, ...]:
    """Return the heads of columns, in the active language."""
    return tuple(str(column.head) for column in columns)


def format_play_money(amount: int, *, exact: bool = False, sign: bool = False) -> str:
    """Format play money for display; without decimals unless `exact`.

    >>> (
    ...     format_play_money(-12 * WHOLE),
    ...     format_play_money(12 * WHOLE + 200, exact=True).replace(",", "."),
    ...     format_play_money(600, sign=True),
    ... )
    ('−12', '12.33', '+1')
    """
    text = format_bare_cents(line_facts.round_cents(amount)) if exact else str(abs(amount) // WHOLE)
    if not exact and amount <= -WHOLE:
        text = MINUS + text
    return f"+{text}" if sign and amount > 0 else text


def convert_play_money(parts: int) -> float:
    """Return play money as a number, from sixths of a cent; as exact as formulas compare it.

    >>> convert_play_money(50 * WHOLE), convert_play_money(-200)
    (50.0, -0.3333)
    """
    return round(parts / WHOLE, 4)
