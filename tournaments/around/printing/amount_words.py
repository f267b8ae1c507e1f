"""Amounts of money in words, as receipts have them: in German and in English."""

from tarockclub.kit.words import get_current_language

_GERMAN = (
    *("null", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"),
    *("dreizehn", "vierzehn", "fünfzehn", "sechzehn", "siebzehn", "achtzehn", "neunzehn"),
)
_GERMAN_TENS = ("", "", "zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig")
_ENGLISH = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_ENGLISH_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
MOST_EUROS = 999_999  # larger amounts stay without words


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
    if euros > MOST_EUROS:
        return ""
    if get_current_language().startswith("de"):
        whole, part = f"{_say_german(euros)} Euro", f"{_say_german(rest)} Cent"
        return f"{whole} und {part}" if euros and rest else part if rest else whole
    whole = f"{_say_english(euros)} euro{'' if euros == 1 else 's'}"
    part = f"{_say_english(rest)} cent{'' if rest == 1 else 's'}"
    return f"{whole} and {part}" if euros and rest else part if rest else whole


def _say_german(number: int) -> str:
    """Return a number below a million in one word.

    >>> [_say_german(number) for number in (0, 1, 16, 21, 30, 101, 999, 1000, 20_001)][-3:]
    ['neunhundertneunundneunzig', 'eintausend', 'zwanzigtausendein']
    """
    if number < len(_GERMAN):
        return _GERMAN[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return f"{_GERMAN[ones]}und{_GERMAN_TENS[tens]}" if ones else _GERMAN_TENS[tens]
    name, size = ("tausend", 1000) if number >= 1000 else ("hundert", 100)
    many, rest = divmod(number, size)
    return f"{_say_german(many)}{name}{_say_german(rest) if rest else ''}"


def _say_english(number: int) -> str:
    """Return a number below a million in words.

    >>> _say_english(999), _say_english(1001), _say_english(20_000)
    ('nine hundred and ninety-nine', 'one thousand and one', 'twenty thousand')
    """
    if number < len(_ENGLISH):
        return _ENGLISH[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return f"{_ENGLISH_TENS[tens]}-{_ENGLISH[ones]}" if ones else _ENGLISH_TENS[tens]
    name, size = ("thousand", 1000) if number >= 1000 else ("hundred", 100)
    many, rest = divmod(number, size)
    said = f"{_say_english(many)} {name}"
    return f"{said}{' and ' if rest < 100 else ' '}{_say_english(rest)}" if rest else said
