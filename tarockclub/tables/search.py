"""What somebody has typed to find rows: each word stands in one of the fields, capitals count nothing."""

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
    """The words of what was typed, the first few.

    >>> split_words("  anna   maria ")
    ['anna', 'maria']
    """
    return clean_text(typed[:LONGEST]).split()[:MOST_WORDS]


def filter_matching(rows: QuerySet[M], typed: str, fields: Sequence[str]) -> QuerySet[M]:
    """The rows of a query in one of whose fields each word stands.

    SQLite knows the capitals of A to Z only, so that the usual spellings of a word are asked for one by one.
    """
    for word in split_words(typed):
        spelt = {word, word.lower(), word.upper(), word.capitalize()}
        rows = rows.filter(Q(*((f"{field}__icontains", one) for field in fields for one in spelt), _connector=Q.OR))
    return rows


def find_matching(rows: Iterable[R], typed: str, text: Callable[[R], str]) -> list[R]:
    """The same among values: accents count nothing either."""
    words = [compute_german_key(word)[0] for word in split_words(typed)]
    return [row for row in rows if all(word in compute_german_key(text(row))[0] for word in words)]
