"""Numbers as a person says them, in German and in English: for voices, which read "+1." as "plus first"."""

from fractions import Fraction

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
_GERMAN_PARTS = {2: "halb", 3: "Drittel", 6: "Sechstel"}
_ENGLISH_PARTS = {2: "half", 3: "third", 6: "sixth"}
_TWENTY, _HUNDRED, _THOUSAND = 20, 100, 1000
_LARGEST = 999_999  # beyond it, digits


def say_number(number: int, language: str) -> str:
    """Return a whole number, not below 0, in words.

    >>> say_number(1, "de"), say_number(21, "de"), say_number(101, "de"), say_number(1248, "de")
    ('eins', 'einundzwanzig', 'hunderteins', 'tausendzweihundertachtundvierzig')
    >>> say_number(1, "en"), say_number(21, "en"), say_number(101, "en"), say_number(1248, "en")
    ('one', 'twenty-one', 'one hundred and one', 'one thousand two hundred and forty-eight')
    """
    if number > _LARGEST:
        return str(number)
    if language == "en":
        return _say_english(number)
    words = _say_german(number)
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
    whole, rest = divmod(abs(amount), 1)
    size = _say_size(int(whole), rest, language) if rest else say_number(int(whole), language)
    return f"{'plus' if amount > 0 else 'minus'} {size}"


def _say_size(whole: int, rest: Fraction, language: str) -> str:
    """Return a whole number and a fraction of one."""
    is_half = rest == Fraction(1, 2)
    if language == "en":
        if is_half and whole:
            return f"{say_number(whole, language)} and a half"
        of = _ENGLISH_PARTS[rest.denominator]
        part = f"{say_number(rest.numerator, language)} {of}{'s' if rest.numerator > 1 else ''}"
        return f"{say_number(whole, language)} and {part}" if whole else part
    if is_half and whole:
        return f"{_say_german(whole)}einhalb"
    part = f"{_say_german(rest.numerator)} {_GERMAN_PARTS[rest.denominator]}"
    return f"{say_number(whole, language)} und {part}" if whole else part


def _say_german(number: int) -> str:
    """Return a number as it stands before another word: "ein"."""
    if number < _TWENTY:
        return _GERMAN[number]
    if number < _HUNDRED:
        tens, ones = divmod(number, 10)
        return f"{_GERMAN[ones]}und{_GERMAN_TENS[tens]}" if ones else _GERMAN_TENS[tens]
    unit, name = (_THOUSAND, "tausend") if number >= _THOUSAND else (_HUNDRED, "hundert")
    count, rest = divmod(number, unit)
    return f"{_say_german(count) if count > 1 else ''}{name}{_say_german(rest) if rest else ''}"


def _say_english(number: int) -> str:
    if number < _TWENTY:
        return _ENGLISH[number]
    if number < _HUNDRED:
        tens, ones = divmod(number, 10)
        return f"{_ENGLISH_TENS[tens]}-{_ENGLISH[ones]}" if ones else _ENGLISH_TENS[tens]
    if number < _THOUSAND:
        count, rest = divmod(number, _HUNDRED)
        return f"{_ENGLISH[count]} hundred{f' and {_say_english(rest)}' if rest else ''}"
    count, rest = divmod(number, _THOUSAND)
    between = " and " if 0 < rest < _HUNDRED else " "
    return f"{_say_english(count)} thousand{f'{between}{_say_english(rest)}' if rest else ''}"
