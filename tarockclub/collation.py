"""The order of names as a German reader expects them: SQLite knows only that of the bytes."""

import unicodedata

COLLATION = "german"
# Letters that are no base letter with an accent, and stand with the one they look like all the same.
_BASE_LETTERS = str.maketrans({"ł": "l", "đ": "d", "ð": "d", "ø": "o", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})


def compute_german_key(text: str) -> tuple[str, str]:
    """What names are sorted by: ä stands with a, ß with ss, capitals count nothing; equal ones by their spelling.

    >>> sorted(["Zita", "Österreicher", "Oskar", "ärmel", "Arnold", "Strasser", "Straßer"], key=compute_german_key)
    ['ärmel', 'Arnold', 'Oskar', 'Österreicher', 'Strasser', 'Straßer', 'Zita']
    """
    apart = unicodedata.normalize("NFKD", text.casefold()).translate(_BASE_LETTERS)
    return "".join(one for one in apart if not unicodedata.combining(one)), text


def compare_german(one: str, other: str) -> int:
    """The same as SQLite asks: below 0, 0 or above it."""
    first, second = compute_german_key(one), compute_german_key(other)
    return (first > second) - (first < second)
