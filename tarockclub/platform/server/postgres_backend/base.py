"""Django's PostgreSQL backend, which notices when a server is no longer the primary, and says whose rows it wants."""

import re
from typing import Any

from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper

from tarockclub.platform.clubs.scope import SETTING, get_scope

READ_WRITE = ("read-write", "primary")  # values of libpq's target_session_attrs
# The server tells every connection when these change.
_REFUSALS = ("default_transaction_read_only", "in_hot_standby")
_PREFIX = re.compile(rf"SET {SETTING} TO '[^']*';")
PREPARED_FROM = 0  # any number lets psycopg prepare statements; it does for no cursor but PreparedCursor
_APPLIED = "_tarockclub_scope"  # attribute of psycopg's connection: the scope that the server has; None: unknown


def format_setting(scope: str) -> str:
    """Return the statement that tells a server the scope."""
    return f"SET {SETTING} TO '{scope}'"


def apply_scope(connection: Any) -> None:
    """Tell the server the scope of now, where it has another one."""
    if getattr(connection, _APPLIED, None) != get_scope():
        with connection.cursor() as cursor:
            cursor.set_scope(get_scope())


def _is_about_savepoint(query: Any) -> bool:
    """Return whether a statement may come when the server takes no other: after an error."""
    return isinstance(query, str) and query.startswith(("ROLLBACK", "RELEASE", "SAVEPOINT"))


_Cursor: Any = base.Cursor  # psycopg's, of which Django's types know nothing
_ServerBindingCursor: Any = base.ServerBindingCursor


class ScopedCursor(_Cursor):  # type: ignore[misc]
    """A cursor that sets the wanted scope in the same message as the first statement that needs it."""

    def set_scope(self, scope: str) -> None:
        """Tell the server a scope."""
        super().execute(format_setting(scope))
        setattr(self.connection, _APPLIED, scope)

    def execute(self, query: Any, params: Any = None, **kwargs: Any) -> Any:
        """Execute a statement, in the scope of now."""
        if not query:  # the pool asks whether a connection lives; looking up a scope would take another one
            return super().execute(query, params, **kwargs)
        scope = get_scope()
        if getattr(self.connection, _APPLIED, None) == scope or _is_about_savepoint(query):
            return super().execute(query, params, **kwargs)
        # If anything goes wrong, the server has undone the setting with the rest.
        setattr(self.connection, _APPLIED, None)
        if not isinstance(query, str):
            self.set_scope(scope)
            return super().execute(query, params, **kwargs)
        done = super().execute(f"{format_setting(scope)};{query}", params, **kwargs)
        self.nextset()
        setattr(self.connection, _APPLIED, scope)
        return done

    def executemany(self, query: Any, *args: Any, **kwargs: Any) -> Any:
        """Execute a statement many times, in the scope of now."""
        apply_scope(self.connection)
        return super().executemany(query, *args, **kwargs)

    def copy(self, *args: Any, **kwargs: Any) -> Any:
        """Copy rows, in the scope of now."""
        apply_scope(self.connection)
        return super().copy(*args, **kwargs)


class PreparedCursor(_ServerBindingCursor):  # type: ignore[misc]
    """A cursor whose statements the server plans once for each connection, not each time; in the scope of now."""

    def execute(self, query: str, params: Any = None, **kwargs: Any) -> Any:
        """Execute one statement, which must be the same text whatever its values are."""
        apply_scope(self.connection)
        return super().execute(query, params, prepare=True, **kwargs)


class ScopedOperations(base.DatabaseOperations):  # type: ignore[name-defined,misc]  # imported there
    """Django's operations; a statement that was sent with the scope is reported without it."""

    def last_executed_query(self, cursor: Any, sql: Any, params: Any) -> str:
        """Return the last statement of a cursor."""
        statement: str | None = super().last_executed_query(cursor, sql, params)
        return _PREFIX.sub("", statement or str(sql))  # a prepared one is sent without its text


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is kept only while the server takes writes, if DATABASE_URL asks for such a server.

    The scope of clubs stays with psycopg's connection, also in the pool: most requests find the one that they want.
    A server that rolls back also forgets a scope that was set since: then it is set again.
    """

    ops_class = ScopedOperations

    def get_connection_params(self) -> dict[str, Any]:
        """Return Django's, with cursors that tell the scope: a pooler takes no setting among the options."""
        return {**super().get_connection_params(), "cursor_factory": ScopedCursor, "prepare_threshold": PREPARED_FROM}

    def create_cursor(self, name: str | None = None) -> Any:
        """Return a cursor; one that the server keeps gets the scope at once."""
        if name:
            apply_scope(self.connection)
        return super().create_cursor(name)

    def open_prepared_cursor(self) -> CursorWrapper:
        """Return a cursor for the few statements that are executed so often that planning them counts."""
        self.close_if_health_check_failed()
        self.ensure_connection()
        with self.wrap_database_errors:
            prepared: CursorWrapper = self._prepare_cursor(PreparedCursor(self.connection))  # type: ignore[attr-defined]
        return prepared

    def _rollback(self) -> None:
        self._forget_scope()
        super()._rollback()  # type: ignore[misc]  # private in Django's types

    def _savepoint_rollback(self, sid: str) -> None:
        super()._savepoint_rollback(sid)  # type: ignore[misc]
        self._forget_scope()

    def _commit(self) -> None:
        try:
            super()._commit()  # type: ignore[misc]
        except BaseException:
            self._forget_scope()
            raise

    def _forget_scope(self) -> None:
        if self.connection is not None:
            setattr(self.connection, _APPLIED, None)

    def _close(self) -> None:
        """Give the connection back to the pool; closed if it has become read-only: the next one leads elsewhere."""
        if self.connection is not None and self._must_take_writes() and self._is_read_only():
            self.connection.close()
        if self.in_atomic_block:
            self._forget_scope()
        super()._close()  # type: ignore[misc]  # private in Django's types

    def _must_take_writes(self) -> bool:
        return self.settings_dict["OPTIONS"].get("target_session_attrs") in READ_WRITE

    def _is_read_only(self) -> bool:
        return "on" in map(self.connection.info.parameter_status, _REFUSALS)
