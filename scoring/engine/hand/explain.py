"""A line and a hand in words and as the paper's formula, `[(8×2)+20+16+12]×2 = 128`, and in the answer as JSON."""

import json
from itertools import repeat
from json.encoder import encode_basestring as quoted

from scoring.engine.hand.score_lines import Amounts, Cause, Score, ScoreLine, sum_rows
from scoring.engine.house_rules.sheet import Sheet, Wording
from scoring.engine.points import SIXTHS, print_amount
from scoring.engine.problems import Problem, Warned
from scoring.engine.texts import describe_problem, format_sentence, pick_language
from scoring.engine.texts.words import PLAIN, SIDES

MINUS = "−"
ALONE = 3  # opponents of a lone declarer
AMOUNT = "{amount}"  # in the sentence of a mark
_PARTS = ("", "⅙", "⅓", "½", "⅔", "⅚")


def get_name(item: str, sheet: Sheet, language: str) -> str:
    """Return what the players of this sheet call a contract or premium."""
    return sheet.get_wording(language).names[item]


def format_signed(amount: int) -> str:
    """An amount (sixths) for people, with a real minus.

    >>> format_signed(-36), format_signed(4), format_signed(-21), format_signed(0)
    ('−6', '⅔', '−3½', '0')
    """
    whole, part = divmod(abs(amount), SIXTHS)
    return f"{MINUS if amount < 0 else ''}{whole if whole or not part else ''}{_PARTS[part]}"


def format_product(cause: Cause, leave_out: str = "") -> str:
    """A line's value and multipliers, as on paper; `leave_out` names a factor written elsewhere.

    >>> format_product(Cause("dreier", "contract", 48, True, (("kontra", 2), ("radl", 2))), "radl")
    '8×2'
    """
    factors = [str(factor) for name, factor in cause.factors if name != leave_out]
    return "×".join([format_signed(cause.value), *factors])


def compute_worth(cause: Cause) -> int:
    """Compute the worth of a line (sixths) for one player against one other."""
    amount = cause.value
    for _, factor in cause.factors:
        amount *= factor
    return amount


def format_note(cause: Cause, sheet: Sheet, language: str) -> str:
    """Return the sentence of a line: the item, how it ended, its multipliers by name, and further remarks."""
    return fill_note(cause, sheet.get_wording(language))


def fill_note(cause: Cause, words: Wording) -> str:
    """Put the sentence of a line together from words that are ready; its amounts are never negative."""
    item, kind, value, won, factors, marks, form, side, _opponent, _declarer = cause
    text = f"{words.names[item]}{words.forms[form]}{words.sides[side]}{words.kinds[kind]}{words.ended[won]}"
    text += f": {format_signed(value)}"
    in_case = False
    if factors:
        for name, factor in factors:
            value *= factor
            called = format_factor(name, factor, marks, words)
            text += f" ×{factor} ({called})" if called else f" ×{factor}"
            in_case = in_case or name == "case"
        text += f" = {format_signed(value)}"
    if not marks:
        return f"{text}."
    sentences = [_format_mark(mark, words) for mark in marks if not (in_case and mark in words.cases)]
    return f"{text}.{''.join(sentences)}"


def _format_mark(mark: str, words: Wording) -> str:
    code, _, amount = mark.partition("=")
    text = words.marks[code]
    return text.replace(AMOUNT, format_signed(int(amount))) if amount else text


def format_factor(name: str, factor: int, marks: tuple[str, ...], words: Wording) -> str:
    """Return what a multiplier is called; "" for one without a name."""
    if name == "kontra":
        return words.kontras.get(factor) or words.kontras[2]
    if name == "case":
        return ", ".join([words.cases[mark] for mark in marks if mark in words.cases])
    return words.factors[name]


def format_warning(warned: Warned, sheet: Sheet, language: str) -> str:
    """The sentence of a warning."""
    names = tuple((name, get_name(str(word), sheet, language)) for name, word in warned.params)
    return format_sentence(warned.code, names, language)


def is_doubled(score: Score) -> bool:
    """Tell if a running Radl, or a double round, counts in this hand."""
    return any(name == "radl" for line in score.lines for name, _ in line.cause.factors)


def format_hand_remark(score: Score, language: str) -> str:
    """Return the words beside the numbers on paper: `Dreier, Pagat still, im Radl`."""
    named: dict[str, dict[str, None]] = {}  # what was played or made -> what goes in brackets behind it
    for line in score.lines:
        if line.cause.kind != "claim":
            name, details = _format_line_remark(line.cause, score.sheet, language)
            named.setdefault(name, {}).update(dict.fromkeys(details))
            for premium, factor in line.cause.factors:
                if factor > 1 and premium in score.sheet.premiums:  # it has no line of its own
                    named.setdefault(get_name(premium, score.sheet, language), {})
    words = [f"{name} ({', '.join(details)})" if details else name for name, details in named.items()]
    kinds = {line.cause.kind for line in score.lines}
    words += [pick_language(PLAIN[kind], language) for kind in ("renonce", "claim") if kind in kinds]
    return ", ".join(filter(None, (*words, format_doubling(score, language))))


def format_doubling(score: Score, language: str) -> str:
    """Say that a hand counts double, in the word of its sheet; nothing where it does not."""
    return pick_language(score.sheet.doubling.within, language) if is_doubled(score) else ""


def _format_line_remark(cause: Cause, sheet: Sheet, language: str) -> tuple[str, list[str]]:
    words = sheet.get_wording(language)
    text = f"{words.names[cause.item]}{words.forms[cause.form]}"
    if cause.won is False:
        text += f" {pick_language(PLAIN['conceded'], language)}" if "conceded" in cause.marks else words.ended[False]
    details = [
        format_factor(name, factor, cause.marks, words) for name, factor in cause.factors if name in ("kontra", "case")
    ]
    side = [pick_language(SIDES["defence"], language)] if cause.side == "defence" else []
    return text, side + [word for word in details if word]


def format_score_formula(score: Score, names: tuple[str, ...] = ()) -> str:
    """The hand as on the paper sheet, seen from the declarer's side; the Radl stands outside the bracket.

    Behind a colon stands what each player gets and pays, by `names`, where the terms alone do not say it: in a
    Trischaken that is shared, where one player pays one other, where something was rounded.

    Where the declarer plays each opponent at a kontra of his own, the terms are what each of them plays for; several
    negative games stand side by side. What does not count is left out; a Renonce, where everybody gets something
    else, has no formula.
    """
    plays: list[list[ScoreLine]] = []
    for line in score.lines:
        if line.cause.kind in ("contract", "premium"):
            if not plays or _is_new_play(plays[-1][-1], line):
                plays.append([])
            plays[-1].append(line)
    counted = [[line for line in lines if all(factor for _, factor in line.cause.factors)] for lines in plays]
    return "; ".join(_format_lines(lines, names) for lines in counted if lines)


def _is_new_play(before: ScoreLine, line: ScoreLine) -> bool:
    """Tell if a line begins another game: one line each, or one for each opponent in the order of their seats."""
    earlier, other = before.cause, line.cause
    if other.kind == "premium":
        return False
    return other.opponent is None or earlier.opponent is None or other.opponent <= earlier.opponent


def _format_lines(lines: list[ScoreLine], names: tuple[str, ...]) -> str:
    causes = [line.cause for line in lines]
    radl = next((factor for name, factor in causes[0].factors if name == "radl"), 1)
    common = "radl" if radl > 1 and all(("radl", radl) in cause.factors for cause in causes) else ""
    terms = [_build_term(cause, common, alone=len(causes) == 1) for cause in causes]
    text = _join_terms(terms)
    total = sum(compute_worth(cause) * _compute_sign(cause) for cause in causes)
    if common:
        text = f"{_bracket_terms(text, terms)}×{radl}"
    paid = sum_rows([line.amounts for line in lines])
    if not _is_paid(paid, abs(total), by_opponent=causes[0].opponent is not None):
        return f"{text}: {_format_shares(paid, names) or 0}"
    plain = len(causes) == 1 and not causes[0].factors
    return text if plain else f"{text} = {format_signed(total)}"


def _format_shares(paid: Amounts, names: tuple[str, ...]) -> str:
    """Write who pays and gets what, the most that is paid first."""
    seats = sorted((seat for seat, amount in enumerate(paid) if amount), key=paid.__getitem__)
    shares = [(names[seat] if names else "", format_signed(paid[seat])) for seat in seats]
    signed = [(name, amount if amount.startswith(MINUS) else f"+{amount}") for name, amount in shares]
    return ", ".join(" ".join(filter(None, share)) for share in signed)


def _is_paid(paid: Amounts, total: int, *, by_opponent: bool) -> bool:
    """Tell if a formula's number is what is paid: by two to two, by three to one, by one to three; or by all."""
    *rest, most = sorted(abs(amount) for amount in paid)
    return most == total if by_opponent else rest == [total] * 3 and most in (total, ALONE * total)


def _compute_sign(cause: Cause) -> int:
    """Return 1 for a line in favour of the declarer's side, else -1."""
    if cause.won is None:
        return 1
    return 1 if cause.won == (cause.side != "defence") else -1


def _build_term(cause: Cause, common: str, *, alone: bool) -> tuple[int, str]:
    text = format_product(cause, common)
    return _compute_sign(cause), f"({text})" if "×" in text and not alone else text


def _join_terms(terms: list[tuple[int, str]]) -> str:
    first_sign, text = terms[0]
    text = text if first_sign > 0 else f"{MINUS}{text}"
    return text + "".join(f"{'+' if sign > 0 else MINUS}{term}" for sign, term in terms[1:])


def _bracket_terms(text: str, terms: list[tuple[int, str]]) -> str:
    if len(terms) == 1:
        return text
    return f"[{text}]" if "(" in text else f"({text})"


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
    multipliers = ", ".join([f'["{name}", {factor}]' for name, factor in factors]) if factors else ""
    against = f', "opponent": {opponent}' if opponent is not None and kind == "contract" else ""
    return (
        f'{{"item": "{item}", "kind": "{kind}", '
        f'"value": {quoted(print_amount(value)) if value % SIXTHS else value // SIXTHS}, "won": {_WON_WORDS[won]}, '
        f'"factors": [{multipliers}], "amounts": {amounts}, "note": {quoted(fill_note(cause, words))}{against}}}'
    )
