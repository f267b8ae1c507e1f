"""The order of a list: names as a German reader expects them, what is missing last, equal rows as they were."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, F, Func, Value
from django.db.models.sql.compiler import SQLCompiler

from tarockclub.collation import COLLATION, compute_german_key
from tarockclub.text import SORTED_NAMES, WRITTEN_NAMES, compute_surname_key

R = TypeVar("R")


def order_german(field: str) -> Func:
    """A field by which the database sorts as `german_key` does (PostgreSQL by its own German collation)."""
    return _GermanOrder(F(field), output_field=CharField())


class _GermanOrder(Func):
    template = f'%(expressions)s COLLATE "{COLLATION}"'

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Sequence[Any]]:
        """PostgreSQL brings the order of names with ICU."""
        return self.as_sql(compiler, connection, template='%(expressions)s COLLATE "de-x-icu"', **context)


def order_by_surname(field: str) -> Func:
    """A field with names of people, by which the database sorts as `surname_key` does."""
    return _GermanOrder(_SortForm(F(field), output_field=CharField()), output_field=CharField())


class _SortForm(Func):
    """`sort_form` in the database: our own function in SQLite, the same expression in PostgreSQL."""

    function = "sort_form"

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Sequence[Any]]:
        """PostgreSQL takes names apart by a regular expression."""
        [name] = self.get_source_expressions()
        turned = Func(name, Value(WRITTEN_NAMES), Value(SORTED_NAMES), Value("i"), function="regexp_replace")
        return turned.as_sql(compiler, connection, **context)


def sort_rows(rows: Sequence[R], value: Callable[[R], Any], *, down: bool, surnames: bool = False) -> list[R]:
    """Rows by a value of theirs; rows without one last, whichever way, and equal ones in the order they had."""
    words = compute_surname_key if surnames else compute_german_key
    valued = [(value(row), row) for row in rows]
    there = [pair for pair in valued if pair[0] is not None]
    there.sort(key=lambda pair: words(pair[0]) if isinstance(pair[0], str) else pair[0], reverse=down)
    return [row for _, row in there] + [row for one, row in valued if one is None]
