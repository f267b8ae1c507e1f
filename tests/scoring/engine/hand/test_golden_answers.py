"""Every answer to a golden hand has the documented form, in both languages, and explains itself."""

import ast
import json
import operator
import re
import unicodedata
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any, NoReturn

import pytest

from scoring.engine.hand.examples import Example
from scoring.engine.hand.explain import format_score_formula
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import BUILT_IN, load_built_in
from scoring.engine.points import SIXTHS
from scoring.engine.texts import LANGUAGES
from tests.scoring.engine.support.built_in import all_faults, golden, line_of
from tests.scoring.engine.support.invented_sheets import score_of

FIELDS = ["id", "ok", "payouts", "schrift", "starts_radl", "lines", "warnings"]
RADL_FIELDS = ["id", "ok", "payouts", "schrift", "starts_radl", "radl_deals", "lines", "warnings"]
LINE_FIELDS = ["item", "kind", "value", "won", "factors", "amounts", "note"]
KINDS = ("contract", "premium", "renonce", "claim")


def _no_float(text: str) -> NoReturn:
    raise AssertionError(f"{text} is a float")


def decoded(text: str) -> dict[str, Any]:
    """Read an answer, which has no decimal number in it."""
    answer: dict[str, Any] = json.loads(text, parse_float=_no_float, parse_constant=_no_float)
    return answer


def _is_amounts(value: Any) -> bool:
    return type(value) is list and len(value) == 4 and all(str(Fraction(amount)) == amount for amount in value)


def _is_value(value: Any) -> bool:
    return type(value) is int or (type(value) is str and Fraction(value).denominator > 1)


def _wrong_line(line: dict[str, Any]) -> Iterator[str]:
    extra = ["opponent"] if line["kind"] == "contract" and "opponent" in line else []
    right = (
        list(line) == [*LINE_FIELDS, *extra],
        type(line["item"]) is str,
        line["kind"] in KINDS,
        _is_value(line["value"]),
        line["won"] in (True, False, None),
        all(type(name) is str and type(factor) is int for name, factor in line["factors"]),
        _is_amounts(line["amounts"]),
        type(line["note"]) is str and line["note"].strip() and "{" not in line["note"],
        line.get("opponent", 0) in range(4),
    )
    if not all(right):
        yield f"{line} is no line: {right.index(False) if False in right else right}"


def _wrong_answer(answer: dict[str, Any]) -> Iterator[str]:
    if not answer["ok"]:
        if list(answer) != ["id", "ok", "errors"] or not answer["errors"]:
            yield f"{answer} is no answer to an invalid record"
        for error in answer["errors"]:
            if list(error) != ["path", "code", "message"] or not error["message"] or "{" in error["message"]:
                yield f"{error} is no error"
        return
    if list(answer) != (RADL_FIELDS if answer["starts_radl"] is True else FIELDS):
        yield f"the fields are {list(answer)}"
    if not (_is_amounts(answer["payouts"]) and _is_amounts(answer["schrift"]) and answer["lines"]):
        yield f"{answer} lacks amounts or lines"
    for line in answer["lines"]:
        yield from _wrong_line(line)
    for warning in answer["warnings"]:
        if list(warning) != ["code", "message"] or not warning["message"]:
            yield f"{warning} is no warning"


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_answers_have_the_documented_form_and_say_the_same_in_other_words_in_both_languages(sheet_id):
    german, english = (RecordScorer(load_built_in, language=language) for language in LANGUAGES)
    notes: set[str] = set()
    english_notes: set[str] = set()

    def faults(hand: Example) -> Iterator[str]:
        one, other = (decoded(desk.answer_line(line_of(hand))[0]) for desk in (german, english))
        yield from (*_wrong_answer(one), *_wrong_answer(other))
        notes.update(line["note"] for line in one.get("lines", []))
        english_notes.update(line["note"] for line in other.get("lines", []))
        if _without_words(one) != _without_words(other):
            yield f"{one} and {other} differ in more than words"
        for mine, yours in zip(one.get("errors", []), other.get("errors", []), strict=True):
            if mine["message"] == yours["message"]:
                yield f"{mine['message']!r} is the same in both languages"

    wrong = all_faults(golden(sheet_id), faults)
    assert not wrong, wrong
    assert any(" gewonnen" in note for note in notes)
    assert not [note for note in english_notes if " gewonnen" in note or " verloren" in note]


def _without_words(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {key: _without_words(value) for key, value in answer.items() if key not in ("note", "message")}
    return [_without_words(value) for value in answer] if isinstance(answer, list) else answer


# --- the formula of the paper sheet ---

_SIGNS: dict[type[ast.operator], Callable[[Fraction, Fraction], Fraction]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}


def spell_parts(text: str) -> str:
    """Write the parts of one in digits: `2½` as `(2+1/2)`."""
    sixths = {part: round(unicodedata.numeric(part) * SIXTHS) for part in "⅙⅓½⅔⅚"}
    return re.sub("([0-9]*)([⅙⅓½⅔⅚])", lambda found: f"({found[1] or 0}+{sixths[found[2]]}/{SIXTHS})", text)


def calculated(text: str) -> Fraction:
    """Calculate a formula as written on paper, exactly."""
    plain = spell_parts(text.translate(str.maketrans("×−[]", "*-()")))

    def value(node: ast.expr) -> Fraction:
        match node:
            case ast.BinOp(left, sign, right):
                return _SIGNS[type(sign)](value(left), value(right))
            case ast.UnaryOp(sign, operand):
                return -value(operand) if isinstance(sign, ast.USub) else value(operand)
            case ast.Constant(int(number)):
                return Fraction(number)
        raise AssertionError(f"{text} is no formula")

    return value(ast.parse(plain.strip(), mode="eval").body)


def _wrong_formula(hand: Example) -> Iterator[str]:
    score = RecordScorer(load_built_in).score_raw(hand.record).score
    if score is None:
        return
    text = format_score_formula(score)
    if "renonce" in hand.record:  # the offender pays everybody something else: no formula for it
        if text:
            yield f"{text} stands for a Renonce"
        return
    body, _, listed = text.partition(": ")
    terms = [part.split(" = ") for part in body.split("; ")]
    for sides in terms:
        if len({calculated(side) for side in sides}) != 1:
            yield f"{text} is calculated wrongly"
    if listed:
        yield from _other_than_listed(score, calculated(terms[0][-1]), listed)
    elif hand.record["plays"][0]["contract"] == "trischaken":
        yield from _other_than_losers_pay(score, calculated(terms[0][-1]))
    else:
        yield from _other_than_paid(score, hand, [calculated(sides[-1]) for sides in terms])


def _other_than_listed(score: Score, total: Fraction, listed: str) -> Iterator[str]:
    """Behind a colon stands what everybody gets and pays; only where the number before it is not what is paid."""
    paid = sorted(Fraction(amount, SIXTHS) for amount in score.payouts if amount)
    if [calculated(amount) for amount in listed.split(", ")] != paid:
        yield f"{format_score_formula(score)} does not end in what is paid: {paid}"
    if sorted(map(abs, paid)) in ([total] * 4, [total] * 3 + [3 * total]):
        yield f"{format_score_formula(score)} says twice what is paid"


def _other_than_losers_pay(score: Score, total: Fraction) -> Iterator[str]:
    """In Trischaken a lone loser pays the formula to each of three, one of two losers pays it once."""
    paid = [Fraction(-amount, SIXTHS) for amount in score.payouts if amount < 0]
    due = total * 3 if len(paid) == 1 else total
    if set(paid) != {due}:
        yield f"{format_score_formula(score)} does not lead to what the losers pay: {paid}"


def _other_than_paid(score: Score, hand: Example, totals: list[Fraction]) -> Iterator[str]:
    """Yield the hands where the formula is not what the declarer gets from each: three times that when he is alone."""
    plays, lines = hand.record["plays"], [line for line in score.lines if line.cause.kind == "contract"]
    if len(totals) != len(plays):
        yield f"{format_score_formula(score)} has {len(totals)} games, not {len(plays)}"
        return
    if len(plays) > 1:
        return  # each declarer also pays or gets from the other games
    split = len(lines) > 1  # one term for each opponent
    times = 1 if split or plays[0].get("partner") is not None else 3
    paid = Fraction(score.payouts[plays[0]["declarer"]], SIXTHS)
    if paid != totals[0] * times:
        yield f"{format_score_formula(score)} does not lead to the declarer's {paid}"


@pytest.mark.parametrize("sheet_id", BUILT_IN)
def test_the_formula_of_a_hand_can_be_calculated_and_is_what_the_declarer_gets(sheet_id):
    wrong = all_faults(golden(sheet_id), _wrong_formula)
    assert not wrong, wrong


def test_the_formula_of_the_karlsruhe_table_is_written_as_there():
    record = {
        "sheet": "karlsruhe",
        "radl": True,
        "plays": [{"contract": "sechserdreier", "declarer": 2, "result": "won"}],
        "premiums": [
            {"premium": "schneider", "side": "declarer"},
            {"premium": "kakadu", "side": "declarer", "announced": True},
            {"premium": "uhu", "side": "declarer", "announced": True},
            {"premium": "pagat", "side": "declarer", "announced": True},
        ],
    }
    assert format_score_formula(score_of(record)) == "[(8×2)+20+16+12]×2 = 128"


def test_two_equal_negative_games_with_kontras_have_a_formula_each():
    record = {
        "sheet": "treffpunkt",
        "plays": [
            {"contract": "piccolo", "declarer": 1, "result": "won", "kontra": {"2": 2}},
            {"contract": "piccolo", "declarer": 0, "result": "lost", "kontra": {"1": 2}},
        ],
    }
    assert format_score_formula(score_of(record)) == "2+(2×2)+2 = 8; −(2×2)−2−2 = −8"


def test_one_lost_game_in_a_radl_is_written_without_brackets():
    record = {
        "sheet": "karlsruhe",
        "radl": True,
        "plays": [{"contract": "dreier", "declarer": 1, "result": "lost", "kontra": 2}],
    }
    assert format_score_formula(score_of(record)) == "−8×2×2 = −32"
