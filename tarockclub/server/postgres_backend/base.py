"""Django's PostgreSQL backend, which notices when a server is no longer the primary."""

from django.db.backends.postgresql import base

READ_WRITE = ("read-write", "primary")  # values of libpq's target_session_attrs
# The server tells every connection when these change.
_REFUSALS = ("default_transaction_read_only", "in_hot_standby")


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is kept only while the server takes writes, if DATABASE_URL asks for such a server."""

    def _close(self) -> None:
        """Give the connection back to the pool; closed if it has become read-only: the next one leads elsewhere."""
        if self.connection is not None and self._must_take_writes() and self._is_read_only():
            self.connection.close()
        super()._close()  # type: ignore[misc]  # private in Django's types

    def _must_take_writes(self) -> bool:
        return self.settings_dict["OPTIONS"].get("target_session_attrs") in READ_WRITE

    def _is_read_only(self) -> bool:
        return "on" in map(self.connection.info.parameter_status, _REFUSALS)
