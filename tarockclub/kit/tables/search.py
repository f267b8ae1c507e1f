"""The search for rows by typed words, each part of a field in any spelling that `fold` knows; and the order of rows."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import Any, TypeVar

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, F, Func, Model, Q, QuerySet, TextField, Value
from django.db.models.functions import Cast
from django.db.models.lookups import Contains
from django.db.models.sql.compiler import SQLCompiler

from tarockclub.kit.days import FIRST, LAST
from tarockclub.kit.text import SORTED_NAMES, WRITTEN_NAMES, clean_text, compute_surname_key
from tarockclub.kit.words import COLLATION, compute_german_key, fold

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


_DAY = re.compile(r"([0-3]?[0-9])\.([01]?[0-9])\.([0-9]{4})?\Z")


def compute_rank(folded: str, words: tuple[str, ...]) -> int:
    """Return how well a folded text matches: 0 if it begins with the words, 1 if a word of it does, 2 inside of words.

    >>> [compute_rank(text, ("hub",)) for text in ("huber anna", "anna huber", "schuber")]
    [0, 1, 2]
    """
    if folded.startswith(words[0]):
        return 0
    return 1 if all(f" {word}" in f" {folded}" for word in words) else 2


def parse_days(word: str, today: date) -> date | None:
    """Return the day that a word says, the last one of that date without a year; None if it says none.

    >>> parse_days("6.1.", date(2026, 11, 23)), parse_days("24.12.", date(2026, 11, 23)), parse_days("31.2.2026", FIRST)
    (datetime.date(2026, 1, 6), datetime.date(2025, 12, 24), None)
    >>> parse_days("29.2.", date(2028, 1, 1)), parse_days("29.2.", date(2028, 2, 29)), parse_days("31.2.", FIRST)
    (datetime.date(2024, 2, 29), datetime.date(2028, 2, 29), None)
    """
    match = _DAY.match(word)
    if match is None:
        return None
    day, month, year = match.groups()
    # 29 February was up to eight years ago.
    years = [int(year)] if year else range(today.year, today.year - 9, -1)
    days = (_find_day(candidate, int(month), int(day)) for candidate in years)
    last = next((candidate for candidate in days if candidate is not None and (year or candidate <= today)), None)
    return last if last is not None and FIRST <= last <= LAST else None


def _find_day(year: int, month: int, day: int) -> date | None:
    """Return the day, or None if that month has none of this number."""
    try:
        return date(year, month, day)
    except ValueError:
        return None


def order_german(field: str) -> Func:
    """Return an expression by which the database sorts like `compute_german_key` (PostgreSQL by its collation)."""
    return _GermanOrder(F(field), output_field=CharField())


class _GermanOrder(Func):
    template = f'%(expressions)s COLLATE "{COLLATION}"'

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Sequence[Any]]:
        """Use PostgreSQL's ICU collation."""
        return self.as_sql(compiler, connection, template='%(expressions)s COLLATE "de-x-icu"', **context)


def order_by_surname(field: str) -> Func:
    """Return an expression for a field of names, by which the database sorts like `compute_surname_key`."""
    return _GermanOrder(_SortForm(F(field), output_field=CharField()), output_field=CharField())


class _SortForm(Func):
    """The database's version of `compute_sort_form`: our own function in SQLite, the same expression in PostgreSQL."""

    function = "sort_form"

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Sequence[Any]]:
        """Split names by a regular expression in PostgreSQL."""
        [name] = self.get_source_expressions()
        turned = Func(name, Value(WRITTEN_NAMES), Value(SORTED_NAMES), Value("i"), function="regexp_replace")
        return turned.as_sql(compiler, connection, **context)


def sort_rows(rows: Sequence[R], value: Callable[[R], Any], *, down: bool, surnames: bool = False) -> list[R]:
    """Sort rows by a value; rows without one last in both directions, equal ones in their previous order."""
    words = compute_surname_key if surnames else compute_german_key
    valued = [(value(row), row) for row in rows]
    pairs = [pair for pair in valued if pair[0] is not None]
    pairs.sort(key=lambda pair: words(pair[0]) if isinstance(pair[0], str) else pair[0], reverse=down)
    return [row for _, row in pairs] + [row for row_value, row in valued if row_value is None]
