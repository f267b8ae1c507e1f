"""A hand as a book keeps it: its record, and its score as codes and numbers; sentences are made when somebody reads."""

import json
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from scoring.engine.hand.reader import parse
from scoring.engine.hand.record import HandRecord, print_record
from scoring.engine.hand.score_lines import Amounts, Cause, Score, ScoreLine, sum_rows
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.points import parse_points
from scoring.engine.problems import Warned

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
