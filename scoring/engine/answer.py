"""The answer to a record as JSON values (hand-record.md, The answer)."""

from functools import lru_cache
from typing import Any

from scoring.engine.explain import note
from scoring.engine.lines import Amounts, Cause, Line, Score
from scoring.engine.points import SIXTHS, print_amount
from scoring.engine.problems import Problem
from scoring.engine.sheet import Sheet
from scoring.engine.texts import sentence, told

Json = dict[str, Any]


def invalid(record_id: str | None, problems: list[Problem], language: str) -> Json:
    """The answer to an invalid record: all problems, each with path, code and a sentence."""
    errors = [{"path": one.path, "code": one.code, "message": told(one, language)} for one in problems]
    return {"id": record_id, "ok": False, "errors": errors}


def valid(record_id: str | None, score: Score, language: str) -> Json:
    """The answer to a valid record: payouts and how they came about."""
    payouts = _printed(score.payouts)
    answer: Json = {
        "id": record_id,
        "ok": True,
        "payouts": payouts,
        "schrift": payouts if score.written == score.payouts else _printed(score.written),
        "starts_radl": score.radl_deals is not None,
    }
    if score.radl_deals is not None:
        answer["radl_deals"] = score.radl_deals
    answer["lines"] = [_line(line, score.sheet, language) for line in score.lines]
    answer["warnings"] = [
        {"code": warned.code, "message": _warning(warned.code, str(dict(warned.params)["premium"]), score.sheet, language)}
        for warned in score.warnings
    ]
    return answer


def _warning(code: str, premium: str, sheet: Sheet, language: str) -> str:
    return sentence(code, (("premium", sheet.premiums[premium].name),), language)


def _printed(amounts: Amounts) -> list[str]:
    return [print_amount(amount) for amount in amounts]


def _line(line: Line, sheet: Sheet, language: str) -> Json:
    return {**_told(line.cause, sheet, language), "amounts": _printed(line.amounts)}


@lru_cache(maxsize=4096)
def _told(cause: Cause, sheet: Sheet, language: str) -> Json:
    """What a line says beside its amounts; evenings repeat the same few causes."""
    value, rest = divmod(cause.value, SIXTHS)
    told_line: Json = {
        "item": cause.item,
        "kind": cause.kind,
        "value": print_amount(cause.value) if rest else value,
        "won": cause.won,
        "factors": cause.factors,
        "note": note(cause, sheet, language),
    }
    if cause.opponent is not None and cause.kind == "contract":
        told_line["opponent"] = cause.opponent
    return told_line
