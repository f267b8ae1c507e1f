"""Statements of Django on SQLite, each kept to the clubs of the scope (docs/dev/row-security.md).

PostgreSQL does this by its policies, for every statement. Here the condition of such a policy is added to what the ORM
asks, changes and deletes. Statements by hand name the club themselves.
"""

from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, ProgrammingError
from django.db.models import Model
from django.db.models.sql import compiler
from django.db.models.sql.datastructures import Join
from django.db.models.sql.where import ExtraWhere, WhereNode

from tarockclub.models import Club
from tarockclub.platform.clubs.ownership import FOR_ALL, OWNERS, SHARED, get_owner_key, list_owned_models
from tarockclub.platform.clubs.scope import ALL, get_scope

_SQLCompiler: Any = compiler.SQLCompiler  # of whose inner parts Django's types know little
_SQLUpdateCompiler: Any = compiler.SQLUpdateCompiler
_SQLDeleteCompiler: Any = compiler.SQLDeleteCompiler
_SQLInsertCompiler: Any = compiler.SQLInsertCompiler
_WhereNode: Any = WhereNode


def format_condition(model: type[Model], rows: str, clubs: str) -> str:
    """Return the condition on which a row of a model is shown: as `row_security.build_policy`, with all its parents.

    `rows` is the name of its table in the statement, quoted; `clubs` are ids with commas between them.
    """
    key: Any = get_owner_key(model)
    column = f'{rows}."{key.column}"'
    if key.related_model is Club:
        condition = f"{column} IN ({clubs})"
    else:
        parent = key.related_model._meta
        rows_above = f'"of_{parent.db_table}"'
        above = format_condition(key.related_model, rows_above, clubs)
        condition = (
            f'EXISTS (SELECT 1 FROM "{parent.db_table}" {rows_above} '  # noqa: S608 -- ours
            f'WHERE {rows_above}."{parent.pk.column}" = {column} AND {above})'
        )
    if model._meta.label_lower in SHARED:
        condition = f'({rows}."{SHARED[model._meta.label_lower]}_id" IN ({clubs}) OR {condition})'
    return f"({column} IS NULL OR {condition})" if model._meta.label_lower in FOR_ALL else condition


def find_condition(statement: Any, table: str, alias: str) -> str:
    """Return the condition on which a table's rows are shown now; "" if all are, and in other files than the book."""
    model = _list_tables().get(table)
    scope = get_scope() if model is not None and statement.connection.alias == DEFAULT_DB_ALIAS else ALL
    if model is None or scope == ALL:
        return ""
    return format_condition(model, statement.connection.ops.quote_name(alias), scope.strip("{}") or "NULL")


@cache
def _list_tables() -> dict[str, type[Model]]:
    return {model._meta.db_table: model for model in list_owned_models()}


def _is_implied(join: Join) -> bool:
    """Return whether the tables of a join have the same owner: the condition of one holds for the other."""
    field: Any = getattr(join.join_field, "field", join.join_field)
    is_owner = OWNERS.get(field.model._meta.label_lower) == field.name
    return is_owner and field.related_model is not Club


class SQLCompiler(_SQLCompiler):  # type: ignore[misc]
    """A question, also one within another statement."""

    where: Any

    def pre_sql_setup(self, *args: Any, **kwargs: Any) -> Any:
        """Add the condition of the table that is asked."""
        parts = super().pre_sql_setup(*args, **kwargs)
        for alias, source in self.query.alias_map.items():  # the first table may have been left out again
            if self.query.alias_refcount[alias] and not isinstance(source, Join):
                condition = find_condition(self, source.table_name, alias)
                if condition:
                    self.where = _WhereNode([*([self.where] if self.where else []), ExtraWhere([condition], ())])
        return parts

    def get_from_clause(self) -> Any:
        """Add the condition of a table that is joined, unless it follows from that of the other one."""
        clauses, params = super().get_from_clause()
        sources = [source for alias, source in self.query.alias_map.items() if self.query.alias_refcount[alias]]
        for index, source in enumerate(sources):
            if isinstance(source, Join) and not _is_implied(source):
                condition = find_condition(self, source.table_name, source.table_alias or source.table_name)
                if condition:
                    clauses[index] = f"{clauses[index].removesuffix(')')} AND {condition})"
        return clauses, params


class SQLUpdateCompiler(_SQLUpdateCompiler):  # type: ignore[misc]
    """A change of rows."""

    def pre_sql_setup(self) -> None:
        """Add the condition of the table that is changed."""
        super().pre_sql_setup()
        _add_condition(self, self.query)


class SQLDeleteCompiler(_SQLDeleteCompiler):  # type: ignore[misc]
    """The end of rows."""

    def _as_sql(self, query: Any) -> Any:
        _add_condition(self, query)
        return super()._as_sql(query)


class SQLInsertCompiler(_SQLInsertCompiler):  # type: ignore[misc]
    """New rows; of those that name their club, none of another one."""

    def as_sql(self) -> Any:
        """Refuse rows of a club that is not in the scope, as a policy does; ProgrammingError."""
        label = self.query.model._meta.label_lower
        scope = get_scope() if self.connection.alias == DEFAULT_DB_ALIAS else ALL
        if scope != ALL and OWNERS.get(label) == "club":
            clubs = [*scope.strip("{}").split(","), *(["None"] if label in FOR_ALL else [])]
            if any(str(row.club_id) not in clubs for row in self.query.objs):
                raise ProgrammingError(f"A row of {label} for a club that is not in the scope {scope}.")
        return super().as_sql()


SQLAggregateCompiler = compiler.SQLAggregateCompiler


def _add_condition(statement: Any, query: Any) -> None:
    condition = find_condition(statement, query.model._meta.db_table, query.base_table)
    if condition:
        query.where = _WhereNode([*([query.where] if query.where else []), ExtraWhere([condition], ())])
