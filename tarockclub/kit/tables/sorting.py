"""The order of a list: names in German order, missing values last, equal rows in their previous order."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, F, Func, Value
from django.db.models.sql.compiler import SQLCompiler

from tarockclub.kit.text import SORTED_NAMES, WRITTEN_NAMES, compute_surname_key
from tarockclub.kit.words import COLLATION, compute_german_key

R = TypeVar("R")


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
