"""Answers for people: what `manage.py score --explain` prints."""

import json
from typing import Any

from scoring.engine.hand.explain import format_note, format_score_formula, format_signed
from scoring.engine.hand.score_lines import Score
from scoring.engine.hand.scorer import Result
from scoring.engine.texts import describe_problem, pick_language

_SEAT = ("Platz", "seat")
_RADL = ("Jetzt ein Radl: {deals}.", "A Radl starts: {deals}.")
_ROUND = ("eine Runde", "one round of deals")
_WRITTEN_SCORE = ("Schrift", "written score")
_TOTALS = ("Stand", "totals")
_MARKS = {
    "redeal": ("Neu gegeben: derselbe Geber.", "Redeal: the same dealer."),
    "void": ("Ungültig: alle bekommen 0.", "Void: everybody gets 0."),
}


def format_explained_answer(text: str, result: Result | None, language: str) -> str:
    """An answer as a few lines of text."""
    answer: dict[str, Any] = json.loads(text)
    lines = [str(answer.get("id") or "")]
    if result is None:
        lines += [pick_language(_MARKS[mark], language) for mark in _MARKS if mark in answer]
    elif result.score is None:
        lines += [f"  {problem.path or '-'}: {describe_problem(problem, language)}" for problem in result.problems]
    else:
        lines += _format_score(result.score, language)
        lines += [f"  ! {warning['message']}" for warning in answer["warnings"]]
    if "totals" in answer:
        totals = "  ".join(total.replace("-", "−") for total in answer["totals"])
        lines.append(f"  {pick_language(_TOTALS, language)}: {totals}")
    return "\n".join(line for line in lines if line)


def _format_score(score: Score, language: str) -> list[str]:
    text = [f"  {format_note(line.cause, score.sheet, language)}" for line in score.lines]
    on_paper = format_score_formula(score)
    if on_paper:
        text.insert(0, f"  {on_paper}")
    text.append(f"  {_format_amounts(score.payouts, language)}")
    if score.written != score.payouts:
        text.append(f"  {pick_language(_WRITTEN_SCORE, language)}: {_format_amounts(score.written, language)}")
    if score.radl_deals is not None:
        deals = score.radl_deals if isinstance(score.radl_deals, int) else pick_language(_ROUND, language)
        text.append(f"  {pick_language(_RADL, language).format(deals=deals)}")
    return text


def _format_amounts(amounts: tuple[int, ...], language: str) -> str:
    seat = pick_language(_SEAT, language)
    return ", ".join(
        f"{seat} {number}: {'+' if amount > 0 else ''}{format_signed(amount)}" for number, amount in enumerate(amounts)
    )
