"""A hand as a sentence to one player: `Du zahlst 16 an jeden, zusammen 48: 8 (Solo) × 2 (Kontra) = 16`.

The sentence is what the player is paid; the terms come from the lines that pay him, so both say exactly the same.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from scoring.engine.hand.explain import ALONE, MINUS, compute_worth, format_factor, format_signed, get_name
from scoring.engine.hand.record import SEATS
from scoring.engine.hand.score_lines import Amounts, Cause, Score
from scoring.engine.texts import pick_language
from scoring.engine.texts.words import ENDINGS, FORMS, PAYS, PLAIN

NOBODY = -1  # the reader is none of the four
# How often an amount may have a line's worth, and by how many players it may be shared: whatever is beyond was rounded.
MOST_TIMES, MOST_SHARES = 12, 3


class PaymentWords(NamedTuple):
    """The sentence about what one player pays or gets, and how that comes about."""

    seat: int
    sentence: str
    terms: str  # empty where nothing is paid


class _Term(NamedTuple):
    """A line of the score for one player."""

    cause: Cause
    amount: int  # what it gives him, in sixths: to each other where the hand is told so


def format_size(amount: int) -> str:
    """Format an amount (sixths) without its sign.

    >>> format_size(-16), format_size(6)
    ('2⅔', '1')
    """
    return format_signed(abs(amount))


def tell_payment(score: Score, names: tuple[str, ...], language: str, reader: int = NOBODY) -> PaymentWords:
    """Return what a hand means for its reader, a seat; for anybody else what it means for who decides about it."""
    seat = reader if reader in SEATS else _find_main_seat(score)
    payers = ALONE if is_alike(score.payouts, seat) else 1
    terms = _list_terms(score, seat, payers)
    sentence = tell_sum(score.payouts, names, seat, language, reader=reader)
    return PaymentWords(seat, sentence, _tell_terms(terms, score, language))


def is_alike(paid: Amounts, seat: int) -> bool:
    """Say whether a player settles the same with each of the three others."""
    return bool(paid[seat]) and all(paid[other] * -ALONE == paid[seat] for other in SEATS if other != seat)


def _find_main_seat(score: Score) -> int:
    """Return who pays or gets most; of two that are equal the first in the order of the seats."""
    return max(SEATS, key=lambda seat: abs(score.payouts[seat]))


def tell_sum(
    paid: Amounts,
    names: tuple[str, ...],
    seat: int,
    language: str,
    *,
    reader: int = NOBODY,
    write: Callable[[int], str] = format_size,
) -> str:
    """Say what a player pays or gets, and from whom where only one side of the payment is his."""

    def say(text: str, **values: str) -> str:
        return pick_language(PAYS[text], language).format(**values)

    own = paid[seat]
    verb = "pay" if own < 0 else "get" if own else "even"
    counterparts = [other for other in SEATS if paid[other] * own < 0]
    is_alone = all(paid[other] * own <= 0 for other in SEATS if other != seat)
    amount = write(own)
    who = say(f"you_{verb}") if seat == reader else say(verb, name=names[seat])
    if not own:
        return who
    if len(counterparts) == 1:
        return f"{who} {amount} {say(f'{verb}_one', name=names[counterparts[0]])}"
    if is_alike(paid, seat):
        return f"{who} {write(own // ALONE)} {say(f'{verb}_each', total=amount)}"
    if is_alone:
        parts = [f"{say(f'{verb}_one', name=names[other])} {write(paid[other])}" for other in counterparts]
        return f"{who} {amount}: {', '.join(parts)}"
    return f"{who} {amount}"


def _list_terms(score: Score, seat: int, payers: int) -> list[_Term]:
    """Return what each line gives a player: from one of the `payers` with whom he settles alike, else in all."""
    terms = [_Term(line.cause, line.amounts[seat]) for line in score.lines if line.amounts[seat]]
    if payers == 1:
        return terms
    if all(cause.opponent is None and amount % payers == 0 for cause, amount in terms):
        return [term._replace(amount=term.amount // payers) for term in terms]
    alike = Counter(_Term(cause._replace(opponent=None), amount) for cause, amount in terms)
    return list(alike) if all(times == payers for times in alike.values()) else terms


def _tell_terms(terms: list[_Term], score: Score, language: str) -> str:
    """Write the terms as a sum that is never negative; what doubles all of them stands behind a bracket."""
    total = sum(amount for _cause, amount in terms)
    sign = -1 if total < 0 else 1
    doubled = _find_common(terms)
    text = ""
    for cause, amount in terms:
        words = _tell_term(cause, abs(amount), score, language, doubled)
        minus = amount * sign < 0
        text += f" {MINUS if minus else '+'} {words}" if text else f"{MINUS if minus else ''}{words}"
    if doubled:
        radl = score.sheet.get_wording(language).factors["radl"]
        text = f"{f'({text})' if len(terms) > 1 else text} × {doubled} ({radl})"
    plain = len(terms) == 1 and "×" not in text and "÷" not in text
    return text if plain or not terms else f"{text} = {format_signed(total * sign)}"


def _find_common(terms: list[_Term]) -> int:
    """Return what a Radl multiplies every term by; 0 where it does not, or where a term is no product."""
    factors = {dict(cause.factors).get("radl", 0) for cause, _amount in terms}
    products = all(_find_product(cause, abs(amount)) is not None for cause, amount in terms)
    return factors.pop() if products and len(factors) == 1 else 0


class _Product(NamedTuple):
    """An amount as a line's worth, so many times, shared by so many."""

    shares: int
    times: int
    cause: Cause  # without a case that is not this player's


def _find_product(cause: Cause, amount: int) -> _Product | None:
    """Return the simplest product that comes to an amount (sixths); None where it was rounded.

    A case, such as that of the forehand, may double what one player pays, and not what another one does.
    """
    without_case = cause._replace(factors=tuple(factor for factor in cause.factors if factor[0] != "case"))
    products = []
    for each in dict.fromkeys((cause, without_case)):
        if worth := compute_worth(each):
            ratio = Fraction(amount, worth)
            products.append(_Product(ratio.denominator, ratio.numerator, each))
    best = min(products, key=lambda product: product[:2], default=None)
    return best if best is not None and best.shares <= MOST_SHARES and best.times <= MOST_TIMES else None


def _tell_term(cause: Cause, amount: int, score: Score, language: str, doubled: int) -> str:
    """Write a line as a product with names; the amount alone where something was rounded."""
    words = score.sheet.get_wording(language)
    name = words.names[cause.item] if cause.kind == "claim" else _name_item(cause, score, language)
    product = _find_product(cause, amount)
    if product is None:
        return f"{format_size(amount)} ({name})"
    text = f"{format_signed(cause.value)} ({name})"
    for called, factor in product.cause.factors:
        if doubled and called == "radl":
            continue
        factor_words = format_factor(called, factor, cause.marks, words)
        text += f" × {factor} ({factor_words})" if factor_words else f" × {factor}"
    text = f"{product.times} × {text}" if product.times > 1 else text
    return f"{text} ÷ {product.shares}" if product.shares > 1 else text


def _name_item(cause: Cause, score: Score, language: str) -> str:
    """Name a game or premium, and how it ended where no factor says that; a Renonce where no factor does."""
    name = get_name(cause.item, score.sheet, language)
    if cause.form == "announced":
        name += f" {pick_language(FORMS['announced'], language)}"
    if cause.won is False and not any(called == "lost" for called, _factor in cause.factors):
        name += f" {pick_language(ENDINGS[False], language)}"
    if cause.kind == "renonce" and not any(called == "case" for called, _factor in cause.factors):
        name += f", {pick_language(PLAIN['renonce'], language)}"
    return name
