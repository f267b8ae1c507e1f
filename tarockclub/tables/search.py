"""The search for rows by typed words: each word is part of one of the fields, regardless of case."""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from django.db.models import Model, Q, QuerySet

from tarockclub.collation import compute_german_key
from tarockclub.text import clean_text

M = TypeVar("M", bound=Model)
R = TypeVar("R")
MOST_WORDS = 6
LONGEST = 80


def split_words(typed: str) -> list[str]:
    """Return the first few words of a typed text.

    >>> split_words("  anna   maria ")
    ['anna', 'maria']
    """
    return clean_text(typed[:LONGEST]).split()[:MOST_WORDS]


def filter_matching(rows: QuerySet[M], typed: str, fields: Sequence[str]) -> QuerySet[M]:
    """Return the rows of a query with each word in one of the fields.

    SQLite ignores case only for A to Z, so the usual spellings of a word are queried one by one.
    """
    for word in split_words(typed):
        spelt = {word, word.lower(), word.upper(), word.capitalize()}
        rows = rows.filter(
            Q(*((f"{field}__icontains", spelling) for field in fields for spelling in spelt), _connector=Q.OR)
        )
    return rows


def find_matching(rows: Iterable[R], typed: str, text: Callable[[R], str]) -> list[R]:
    """Return the same of a list of values, regardless of accents, too."""
    words = [compute_german_key(word)[0] for word in split_words(typed)]
    return [row for row in rows if all(word in compute_german_key(text(row))[0] for word in words)]
