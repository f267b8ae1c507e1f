"""The search for rows by typed words: each is part of one of the fields, in any spelling that `fold` knows."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F, Func, Model, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.db.models.lookups import Contains
from django.db.models.sql.compiler import SQLCompiler

from tarockclub.kit.text import clean_text
from tarockclub.kit.words import fold

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


def fold_words(typed: str) -> tuple[str, ...]:
    """Return the words that somebody has typed, as they are compared; () for what is no word.

    >>> fold_words("  Öhler  ANNA \\x00 ")
    ('ohler', 'anna')
    """
    return tuple(filter(None, map(fold, split_words(typed))))


def has_words(folded: str, words: tuple[str, ...]) -> bool:
    """Tell whether each word is part of a folded text."""
    return all(word in folded for word in words)


def has_word_beginnings(folded: str, words: tuple[str, ...]) -> bool:
    """Tell whether each word is the beginning of a word of a folded text, or of a part of one with hyphens.

    >>> [has_word_beginnings(text, ("uhr",)) for text in ("uhr des laptops", "schriftfuhrung", "die uhren", "gps-uhr")]
    [True, False, True, True]
    """
    return all(f" {word}" in f" {folded} {folded.replace('-', ' ')}" for word in words)


def filter_matching(rows: QuerySet[M], typed: str, fields: Sequence[str]) -> QuerySet[M]:
    """Return the rows of a query with each word in one of the fields."""
    folded = [_NameFold(Cast(F(field), TextField())) for field in fields]
    for word in fold_words(typed):
        rows = rows.filter(Q(*(Contains(field, word) for field in folded), _connector=Q.OR))
    return rows


class _NameFold(Func):
    """The database's version of `fold`: our own function in SQLite, the same replacements in PostgreSQL."""

    function = "fold_name"
    output_field = TextField()

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Sequence[Any]]:
        """Take letters apart, and leave out their marks."""
        lower = """lower(normalize(%(expressions)s, NFKD) COLLATE "de-x-icu")"""
        letters = f"translate({lower}, 'łđðøı', 'lddoi')"
        for letter, substitute in (("ß", "ss"), ("æ", "ae"), ("œ", "oe"), ("þ", "th")):
            letters = f"replace({letters}, '{letter}', '{substitute}')"
        bare = rf"regexp_replace({letters}, '[\u0300-\u036f]', '', 'g')"
        return self.as_sql(compiler, connection, template=rf"regexp_replace({bare}, '([aou])e', '\1', 'g')", **context)


def find_matching(rows: Iterable[R], typed: str, text: Callable[[R], str]) -> list[R]:
    """Return the same of a list of values."""
    words = fold_words(typed)
    return [row for row in rows if has_words(fold(text(row)), words)]
