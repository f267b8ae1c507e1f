"""Words in German and English: the language of a page, the order of names, syllables of long words, numbers."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from django.utils.translation import get_language, gettext_noop

# Django's own words that differ in Austria; named here, `make messages` keeps our German for them.
JANUARY = (gettext_noop("January"), gettext_noop("jan"))
COLLATION = "german"  # SQLite alone would compare bytes
# Letters that are not a base letter with an accent, but are sorted like the one they resemble.
_BASE_LETTERS = str.maketrans({"ł": "l", "đ": "d", "ð": "d", "ø": "o", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})
_WITHOUT_UMLAUT = re.compile("([aou])e")  # on keyboards without ä, ö and ü
# Soft hyphens between syllables, for browsers without a dictionary.
SOFT_HYPHEN = "\N{SOFT HYPHEN}"
SHORTEST_BROKEN = 7  # letters of the shortest word that is broken
LEAST_PART = 3  # letters that stay together at both ends
_WORD = re.compile(r"[^\W\d_]+")
_VOWELS = "aeiouyäöüáàâéèêëíîïóôőúůűý"
# The beginning of a syllable: one consonant, a sound of several letters, one followed by l or r.
_ONSET = r"sch[lmnrw]|sch|ch|ck|ph|th|qu|[bcdfgkptv]r|[bcfgkp]l|[^\W\d_]"
_BREAK = re.compile(rf"[{_VOWELS}][^\W\d_{_VOWELS}]*?(?=(?:{_ONSET})[{_VOWELS}])(?=[^{_VOWELS}])", re.IGNORECASE)


def get_current_language() -> str:
    """Return the language of this response."""
    return get_language() or "de"


def compute_german_key(text: str) -> tuple[str, str]:
    """Return the sort key of a name: ä like a, ß like ss, regardless of case; equal ones by their spelling.

    >>> sorted(["Zita", "Österreicher", "Oskar", "ärmel", "Arnold", "Strasser", "Straßer"], key=compute_german_key)
    ['ärmel', 'Arnold', 'Oskar', 'Österreicher', 'Strasser', 'Straßer', 'Zita']
    """
    apart = unicodedata.normalize("NFKD", text.casefold()).translate(_BASE_LETTERS)
    return "".join(letter for letter in apart if not unicodedata.combining(letter)), text


def compare_german(name: str, other: str) -> int:
    """Compare two names for SQLite: below 0, 0 or above it."""
    first, second = compute_german_key(name), compute_german_key(other)
    return (first > second) - (first < second)


def fold(text: str) -> str:
    """Return a text as it is compared with what people type: ä, ae and a are the same, ß is ss, case does not matter.

    >>> fold("Straßer"), fold("ÄRMEL"), fold("Mueller"), fold("Bauer")
    ('strasser', 'armel', 'muller', 'baur')
    """
    return _WITHOUT_UMLAUT.sub(r"\1", compute_german_key(text)[0])


@lru_cache(maxsize=4096)  # the same few hundred names, on every page
def add_soft_hyphens(text: str) -> str:
    """Put soft hyphens between the syllables of long words.

    >>> add_soft_hyphens("Margarethe Mayrhofer, Anna").replace(SOFT_HYPHEN, "|")
    'Mar|ga|re|the Mayr|ho|fer, Anna'
    """
    return _WORD.sub(lambda found: SOFT_HYPHEN.join(_split_syllables(found[0])), text)


def _split_syllables(word: str) -> Iterator[str]:
    begin = 0
    if len(word) >= SHORTEST_BROKEN:
        for match in _BREAK.finditer(word):
            if LEAST_PART <= match.end() <= len(word) - LEAST_PART:
                yield word[begin : match.end()]
                begin = match.end()
    yield word[begin:]


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
