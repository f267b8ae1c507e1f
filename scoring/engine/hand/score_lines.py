"""The parts of a score: lines, each with its cause and four amounts that add up to 0; as a book keeps them."""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import HandRecord, print_record
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.points import parse_points
from scoring.engine.problems import Warned

Amounts = tuple[int, int, int, int]  # by seat, in sixths of a payout point
Factors = tuple[tuple[str, int], ...]
Payment = tuple[Amounts, Amounts]  # in money and in the written score
NOTHING: Amounts = (0, 0, 0, 0)


class Cause(NamedTuple):
    """The cause of a line: codes and numbers only; explain.py makes the sentences."""

    item: str  # contract or premium id; "claim" for a claim
    kind: str  # "contract", "premium", "renonce" or "claim"
    value: int  # sixths
    won: bool | None = None
    factors: Factors = ()
    marks: tuple[str, ...] = ()  # what else there is to say, as codes; behind a `=` an amount in sixths
    form: str = ""  # "silent" or "announced" for a premium
    side: str = ""  # "declarer" or "defence" for a premium
    opponent: int | None = None
    declarer: int | None = None  # in a negative game: whose it is


class ScoreLine(NamedTuple):
    """One line of a hand's score; `written` is the same for the written score."""

    cause: Cause
    amounts: Amounts
    written: Amounts


class Score(NamedTuple):
    """A hand's score under a sheet."""

    sheet: Sheet
    lines: tuple[ScoreLine, ...]
    payouts: Amounts
    written: Amounts
    radl_deals: int | str | None  # how many deals a Radl that starts with this hand lasts; "round": one each
    warnings: tuple[Warned, ...]


def sum_rows(rows: list[Amounts]) -> Amounts:
    """Rows of amounts added up, seat by seat.

    >>> sum_rows([(1, -1, 0, 0), (2, 0, -2, 0)]), sum_rows([])
    ((3, -1, -2, 0), (0, 0, 0, 0))
    """
    if not rows:
        return NOTHING
    first, second, third, fourth = rows[0]
    for row in rows[1:]:
        first, second, third, fourth = first + row[0], second + row[1], third + row[2], fourth + row[3]
    return first, second, third, fourth


def add_lines(lines: list[ScoreLine]) -> Payment:
    """Return what lines pay together."""
    if len(lines) == 1:
        return lines[0].amounts, lines[0].written
    return sum_rows([line.amounts for line in lines]), sum_rows([line.written for line in lines])


def pay_one(getter: int, payer: int, value: int) -> Amounts:
    """One player pays one other.

    >>> pay_one(1, 3, 12)
    (0, 12, 0, -12)
    """
    amounts = [0, 0, 0, 0]
    amounts[getter] += value
    amounts[payer] -= value
    return amounts[0], amounts[1], amounts[2], amounts[3]


_scan: Callable[[str, int], tuple[Any, int]] = json.JSONDecoder().scan_once  # type: ignore[attr-defined]
_parse_points = lru_cache(maxsize=512)(parse_points)
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def encode_record(record: HandRecord) -> str:
    """Encode a hand's record for storage.

    Its sheet is the table's, its id the key, and its Radl follows from the deals, so these are left out.
    """
    return _encode(print_record(record._replace(id=None, sheet=None, options=(), radl=None)))


def decode_record(text: str) -> HandRecord:
    """Return the stored record; ValueError if the text is not a valid record."""
    record, problems = parse(json.loads(text))
    if record is None or problems:
        raise ValueError(text)
    return record


def encode_score(score: Score) -> str:
    """Write a score as JSON text without sentences; decode_score reads it back."""
    lines = [[*line.cause, line.amounts, line.written] for line in score.lines]
    warnings = [[warned.code, warned.params] for warned in score.warnings]
    return _encode({"lines": lines, "radl_deals": score.radl_deals, "warnings": warnings})


def decode_score(text: str, sheet: Sheet) -> Score:
    """Read a stored score back, under the sheet that it was made with."""
    stored: dict[str, Any] = json.loads(text)
    lines = tuple(_decode_line(line) for line in stored["lines"])
    warnings = tuple(Warned(code, tuple((name, word) for name, word in params)) for code, params in stored["warnings"])
    money, written = sum_rows([line.amounts for line in lines]), sum_rows([line.written for line in lines])
    return Score(sheet, lines, money, written, stored["radl_deals"], warnings)


def _decode_line(stored: list[Any]) -> ScoreLine:
    item, kind, value, won, factors, marks, form, side, opponent, declarer, amounts, written = stored
    cause = Cause(
        item,
        kind,
        value,
        won,
        tuple((name, factor) for name, factor in factors),
        tuple(marks),
        form,
        side,
        opponent,
        declarer,
    )
    return ScoreLine(cause, _decode_amounts(amounts), _decode_amounts(written))


def _decode_amounts(stored: list[int]) -> Amounts:
    first, second, third, fourth = stored
    return first, second, third, fourth
