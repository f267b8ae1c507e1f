"""The answer to a record as JSON text (hand-record.md, The answer)."""

import json
from itertools import repeat
from json.encoder import encode_basestring as quoted

from scoring.engine.hand.explain import fill_note, format_warning
from scoring.engine.hand.score_lines import Amounts, Factors, Score, ScoreLine
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.house_rules.wording import Wording
from scoring.engine.points import SIXTHS, print_amount
from scoring.engine.problems import Problem, Warned
from scoring.engine.texts import describe_problem

encode_json = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode
_WON_WORDS = {True: "true", False: "false", None: "null"}


def format_invalid_answer(record_id: str | None, problems: list[Problem], language: str) -> str:
    """The answer to an invalid record: all problems, each with path, code and a sentence."""
    errors = [
        {"path": problem.path, "code": problem.code, "message": describe_problem(problem, language)}
        for problem in problems
    ]
    return encode_json({"id": record_id, "ok": False, "errors": errors})


def format_valid_answer(record_id: str | None, score: Score, warnings: tuple[Warned, ...], language: str) -> str:
    """The answer to a valid record: payouts and how they came about."""
    sheet, lines, paid, written, deals, _own = score
    words = sheet.get_wording(language)
    amounts = [_format_amounts(line.amounts) for line in lines]
    payouts = amounts[0] if len(lines) == 1 else _format_amounts(paid)
    on_paper = payouts if written == paid else _format_amounts(written)
    radl = "false" if deals is None else f'true, "radl_deals": {encode_json(deals)}'
    warning_text = _format_warnings(warnings, sheet, language) if warnings else "[]"
    return (
        f'{{"id": {"null" if record_id is None else quoted(record_id)}, "ok": true, "payouts": {payouts}, '
        f'"schrift": {on_paper}, "starts_radl": {radl}, '
        f'"lines": [{", ".join(map(_format_line, lines, amounts, repeat(words)))}], "warnings": {warning_text}}}'
    )


def _format_warnings(warnings: tuple[Warned, ...], sheet: Sheet, language: str) -> str:
    return encode_json(
        [{"code": warned.code, "message": format_warning(warned, sheet, language)} for warned in warnings]
    )


def add_fields(answer: str, fields: dict[str, object]) -> str:
    """An answer with further fields at its end.

    >>> add_fields('{"ok": true}', {"forehand": 2})
    '{"ok": true, "forehand": 2}'
    """
    return f"{answer[:-1]}, {encode_json(fields)[1:]}"


def _format_amounts(amounts: Amounts) -> str:
    first, second, third, fourth = amounts
    if first % SIXTHS or second % SIXTHS or third % SIXTHS or fourth % SIXTHS:
        return encode_json([print_amount(amount) for amount in amounts])
    return f'["{first // SIXTHS}", "{second // SIXTHS}", "{third // SIXTHS}", "{fourth // SIXTHS}"]'


def _format_line(line: ScoreLine, amounts: str, words: Wording) -> str:
    """Write a line as JSON. Ids and codes need no escaping: a sheet is refused where they are no plain words."""
    cause = line.cause
    item, kind, value, won, factors, _marks, _form, _side, opponent, _declarer = cause
    multipliers = _format_factors(factors) if factors else ""
    against = f', "opponent": {opponent}' if opponent is not None and kind == "contract" else ""
    return (
        f'{{"item": "{item}", "kind": "{kind}", '
        f'"value": {quoted(print_amount(value)) if value % SIXTHS else value // SIXTHS}, "won": {_WON_WORDS[won]}, '
        f'"factors": [{multipliers}], "amounts": {amounts}, "note": {quoted(fill_note(cause, words))}{against}}}'
    )


def _format_factors(factors: Factors) -> str:
    return ", ".join([f'["{name}", {factor}]' for name, factor in factors])
