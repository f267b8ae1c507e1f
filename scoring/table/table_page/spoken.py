"""The newest hand and what comes next as a person would say it, numbers in words, for phones that read it aloud."""

from fractions import Fraction
from functools import partial
from typing import NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.book.item_names import capitalize_first
from scoring.book.ledger.book import LedgerLine
from scoring.book.ledger.seats import build_seat_names
from scoring.engine.evening.course import Hand
from scoring.engine.hand.score_lines import Amounts
from scoring.engine.points import SIXTHS
from scoring.table.written_sheet.payment_words import is_alike, tell_sum
from scoring.table.written_sheet.rows import WrittenRow, find_seat_name, list_seat_names
from scoring.table.written_sheet.selectors import TableView
from tarockclub.kit.number_words import LARGEST, say_english, say_german

_GERMAN_PARTS = {2: "halb", 3: "Drittel", 6: "Sechstel"}
_ENGLISH_PARTS = {2: "half", 3: "third", 6: "sixth"}


class Speech(NamedTuple):
    """The sentences about a table."""

    line: int  # of the book
    key: str  # of its entry
    hand: str  # the newest line
    following: str  # what is left of the Radl, and who deals; empty after the last deal
    disputes: tuple[tuple[int, str], ...]  # the lines that somebody disputes


def build_speech(view: TableView, *, closed: bool, timed: bool) -> Speech | None:
    """Return what to say about a table, `timed`: with a clock; None before its first line."""
    if not view.book.played:
        return None
    line, row = view.book.played[-1], view.rows[-1]
    disputes = tuple((row.line, _say_dispute(row, view.language)) for row in view.disputed_rows)
    following = "" if closed else _say_next(view, timed=timed)
    return Speech(line.number, line.key, _say_line(line, row, view), following, disputes)


def _say_dispute(row: WrittenRow, language: str) -> str:
    return _("Hand %(number)s is disputed.") % {"number": say_number(row.number, language)}


def _say_line(line: LedgerLine, row: WrittenRow, view: TableView) -> str:
    """Return who gets what of a hand; another line of the sheet as it stands there."""
    if row.kind == "strike":
        number = say_number(row.number, view.language)
        return _("Hand %(number)s is struck out.") % {"number": number} if row.number else _("The entry is struck out.")
    if line.score is None or not isinstance(line.content, Hand):
        return f"{row.words}."
    short, play = build_seat_names(view.seats), line.content.record.plays[0]
    names = [short.get(name, name) for name in list_seat_names(line, view.seats)]
    declarer = None if line.score.sheet.contracts[play.contract].is_trischaken else play.declarer
    return _say_amounts(names, line.score.written, declarer, view.language)


def _say_amounts(names: list[str], amounts: Amounts, declarer: int | None, language: str) -> str:
    """Return who gets what, the winners first; where there are two sides, the declarer's says all.

    Of a lone declarer it is said what each of the others gets or pays.
    """
    sides = sorted(set(amounts) - {0}, reverse=True)
    if not sides:
        return _("Nobody gets anything.")
    if declarer is not None and is_alike(amounts, declarer):
        write = partial(say_size, language=language)
        return f"{tell_sum(amounts, tuple(names), declarer, language, write=write)}."
    if declarer is not None and len(set(amounts)) == len(sides) == 2:
        sides = [amounts[declarer]]
    phrases = []
    for side in sides:
        people = [name for name, amount in zip(names, amounts, strict=True) if amount == side]
        together = get_text_list(people, pgettext("between the last two names", "and"))
        phrases.append(f"{together} {say_amount(Fraction(side, SIXTHS), language)}")
    return f"{', '.join(phrases)}."


def _say_next(view: TableView, *, timed: bool) -> str:
    """Return how many deals count double yet, and who deals."""
    dealer = find_seat_name(view.seats, view.now.dealer, view.book.number)
    dealer = build_seat_names(view.seats).get(dealer, dealer)
    deals = _("%(name)s deals") % {"name": dealer}
    if (radl := view.radl) is None or not radl.of:
        return f"{deals}."
    words = {"left": say_number(radl.left, view.language), "deals": deals}
    if radl.last_round:
        name = _("Double round") if timed else view.doubling.last
        return capitalize_first(_("%(name)s: %(left)s left, %(deals)s.") % {**words, "name": name})
    return capitalize_first(_("%(left)s left %(within)s, %(deals)s.") % {**words, "within": view.doubling.within})


def say_number(number: int, language: str) -> str:
    """Return a whole number, not below 0, in words.

    >>> say_number(1, "de"), say_number(21, "de"), say_number(101, "de"), say_number(1248, "de")
    ('eins', 'einundzwanzig', 'hunderteins', 'tausendzweihundertachtundvierzig')
    >>> say_number(1, "en"), say_number(21, "en"), say_number(101, "en"), say_number(1248, "en")
    ('one', 'twenty-one', 'one hundred and one', 'one thousand two hundred and forty-eight')
    """
    if number > LARGEST:
        return str(number)
    if language == "en":
        return say_english(number)
    words = say_german(number)
    return f"{words}s" if words.endswith("ein") else words


def say_amount(amount: Fraction, language: str) -> str:
    """Return an amount in words, with its sign.

    >>> say_amount(Fraction(1), "de"), say_amount(Fraction(-7, 2), "de"), say_amount(Fraction(2, 3), "de")
    ('plus eins', 'minus dreieinhalb', 'plus zwei Drittel')
    >>> say_amount(Fraction(-14, 3), "de"), say_amount(Fraction(1, 2), "de"), say_amount(Fraction(0), "de")
    ('minus vier und zwei Drittel', 'plus ein halb', 'null')
    >>> say_amount(Fraction(-7, 2), "en"), say_amount(Fraction(2, 3), "en"), say_amount(Fraction(1, 6), "en")
    ('minus three and a half', 'plus two thirds', 'plus one sixth')
    """
    if not amount:
        return say_number(0, language)
    return f"{'plus' if amount > 0 else 'minus'} {say_size(round(amount * SIXTHS), language)}"


def say_size(sixths: int, language: str) -> str:
    """Return an amount (sixths) in words, without its sign.

    >>> say_size(-21, "de"), say_size(4, "en"), say_size(12, "de")
    ('dreieinhalb', 'two thirds', 'zwei')
    """
    whole, rest = divmod(abs(sixths), SIXTHS)
    return _say_parts(whole, Fraction(rest, SIXTHS), language) if rest else say_number(whole, language)


def _say_parts(whole: int, rest: Fraction, language: str) -> str:
    """Return a whole number and a fraction of one."""
    is_half = rest == Fraction(1, 2)
    if language == "en":
        if is_half and whole:
            return f"{say_number(whole, language)} and a half"
        unit = _ENGLISH_PARTS[rest.denominator]
        part = f"{say_number(rest.numerator, language)} {unit}{'s' if rest.numerator > 1 else ''}"
        return f"{say_number(whole, language)} and {part}" if whole else part
    if is_half and whole:
        return f"{say_german(whole)}einhalb"
    part = f"{say_german(rest.numerator)} {_GERMAN_PARTS[rest.denominator]}"
    return f"{say_number(whole, language)} und {part}" if whole else part
