"""The answer to a record as JSON text (hand-record.md, The answer); lines that repeat are written once and kept."""

import json
from functools import lru_cache

from scoring.engine.hand.explain import note, warning
from scoring.engine.hand.score_lines import KEPT, Amounts, Line, Score
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.points import SIXTHS, print_amount
from scoring.engine.problems import Problem
from scoring.engine.texts import told

to_text = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


def invalid(record_id: str | None, problems: list[Problem], language: str) -> str:
    """The answer to an invalid record: all problems, each with path, code and a sentence."""
    errors = [{"path": one.path, "code": one.code, "message": told(one, language)} for one in problems]
    return to_text({"id": record_id, "ok": False, "errors": errors})


def valid(record_id: str | None, score: Score, language: str) -> str:
    """The answer to a valid record: payouts and how they came about."""
    payouts = _amounts(score.payouts)
    written = payouts if score.written == score.payouts else _amounts(score.written)
    deals = score.radl_deals
    radl = "false" if deals is None else f'true, "radl_deals": {to_text(deals)}'
    lines = ", ".join([_line(line, score.sheet, language) for line in score.lines])
    warnings = _warnings(score, language) if score.warnings else "[]"
    return (
        f'{{"id": {"null" if record_id is None else to_text(record_id)}, "ok": true, "payouts": {payouts}, '
        f'"schrift": {written}, "starts_radl": {radl}, "lines": [{lines}], "warnings": {warnings}}}'
    )


def _warnings(score: Score, language: str) -> str:
    return to_text([{"code": one.code, "message": warning(one, score.sheet, language)} for one in score.warnings])


def with_fields(answer: str, fields: dict[str, object]) -> str:
    """An answer with further fields at its end.

    >>> with_fields('{"ok": true}', {"forehand": 2})
    '{"ok": true, "forehand": 2}'
    """
    return f"{answer[:-1]}, {to_text(fields)[1:]}"


@lru_cache(maxsize=KEPT)
def _amounts(amounts: Amounts) -> str:
    return to_text([print_amount(amount) for amount in amounts])


@lru_cache(maxsize=KEPT)
def _line(line: Line, sheet: Sheet, language: str) -> str:
    cause = line.cause
    value, rest = divmod(cause.value, SIXTHS)
    fields: dict[str, object] = {
        "item": cause.item,
        "kind": cause.kind,
        "value": print_amount(cause.value) if rest else value,
        "won": cause.won,
        "factors": cause.factors,
        "amounts": [print_amount(amount) for amount in line.amounts],
        "note": note(cause, sheet, language),
    }
    if cause.opponent is not None and cause.kind == "contract":
        fields["opponent"] = cause.opponent
    return to_text(fields)
