"""Amounts of money in words, as receipts have them: in German and in English."""

from tarockclub.kit.number_words import LARGEST, say_english, say_german
from tarockclub.kit.words import get_current_language


def format_in_words(cents: int) -> str:
    """Return an amount in words in the current language; "" for more than words are made for.

    >>> from django.utils import translation
    >>> with translation.override("de"):
    ...     format_in_words(4350), format_in_words(100), format_in_words(121_701)
    ('dreiundvierzig Euro und fünfzig Cent', 'ein Euro', 'eintausendzweihundertsiebzehn Euro und ein Cent')
    >>> with translation.override("en"):
    ...     format_in_words(4350), format_in_words(101), format_in_words(121_700)
    ('forty-three euros and fifty cents', 'one euro and one cent', 'one thousand two hundred and seventeen euros')
    """
    euros, rest = divmod(abs(cents), 100)
    if euros > LARGEST:
        return ""
    if get_current_language().startswith("de"):
        whole, part = f"{say_german(euros, 'ein')} Euro", f"{say_german(rest)} Cent"
        return f"{whole} und {part}" if euros and rest else part if rest else whole
    whole = f"{say_english(euros)} euro{'' if euros == 1 else 's'}"
    part = f"{say_english(rest)} cent{'' if rest == 1 else 's'}"
    return f"{whole} and {part}" if euros and rest else part if rest else whole
