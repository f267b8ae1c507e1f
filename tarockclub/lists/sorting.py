"""The order of a list: names as a German reader expects them, what is missing last, equal rows as they were."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import CharField, F, Func
from django.db.models.sql.compiler import SQLCompiler

from tarockclub.kept_sqlite.collation import COLLATION, german_key

R = TypeVar("R")


def german(field: str) -> Func:
    """A field by which the database sorts as `german_key` does (PostgreSQL by its own German collation)."""
    return _German(F(field), output_field=CharField())


class _German(Func):
    template = f'%(expressions)s COLLATE "{COLLATION}"'

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **context: Any
    ) -> tuple[str, Sequence[Any]]:
        """PostgreSQL brings the order of names with ICU."""
        return self.as_sql(compiler, connection, template='%(expressions)s COLLATE "de-x-icu"', **context)


def ordered(rows: Sequence[R], value: Callable[[R], Any], *, down: bool) -> list[R]:
    """Rows by a value of theirs; rows without one last, whichever way, and equal ones in the order they had."""
    valued = [(value(row), row) for row in rows]
    there = [pair for pair in valued if pair[0] is not None]
    there.sort(key=lambda pair: _key(pair[0]), reverse=down)
    return [row for _, row in there] + [row for one, row in valued if one is None]


def _key(value: Any) -> Any:
    return german_key(value) if isinstance(value, str) else value
