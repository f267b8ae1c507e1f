"""Names as a German reader orders and finds them: SQLite alone would compare bytes."""

import re
import unicodedata

COLLATION = "german"
# Letters that are not a base letter with an accent, but are sorted like the one they resemble.
_BASE_LETTERS = str.maketrans({"ł": "l", "đ": "d", "ð": "d", "ø": "o", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})
_WITHOUT_UMLAUT = re.compile("([aou])e")  # on keyboards without ä, ö and ü


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
