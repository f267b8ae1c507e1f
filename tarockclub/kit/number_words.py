"""Whole numbers below a million in words, in German and in English."""

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
LARGEST = 999_999


def say_german(number: int, single: str = "") -> str:
    """Return a number in one word, as it stands before another one; `single`: before one hundred or thousand.

    >>> say_german(1), say_german(21), say_german(1248), say_german(1217, "ein")
    ('ein', 'einundzwanzig', 'tausendzweihundertachtundvierzig', 'eintausendzweihundertsiebzehn')
    """
    if number < len(_GERMAN):
        return _GERMAN[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return f"{_GERMAN[ones]}und{_GERMAN_TENS[tens]}" if ones else _GERMAN_TENS[tens]
    name, size = ("tausend", 1000) if number >= 1000 else ("hundert", 100)
    many, rest = divmod(number, size)
    return f"{say_german(many, single) if many > 1 else single}{name}{say_german(rest, single) if rest else ''}"


def say_english(number: int) -> str:
    """Return a number in words.

    >>> say_english(999), say_english(1001), say_english(20_000)
    ('nine hundred and ninety-nine', 'one thousand and one', 'twenty thousand')
    """
    if number < len(_ENGLISH):
        return _ENGLISH[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return f"{_ENGLISH_TENS[tens]}-{_ENGLISH[ones]}" if ones else _ENGLISH_TENS[tens]
    name, size = ("thousand", 1000) if number >= 1000 else ("hundred", 100)
    many, rest = divmod(number, size)
    words = f"{say_english(many)} {name}"
    return f"{words}{' and ' if rest < 100 else ' '}{say_english(rest)}" if rest else words
