"""The storage of sessions: Django's rows, which here know their account; none is anywhere else."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as RowStore
from django.db import DatabaseError

from tarockclub.clubs.scope import enter_all_clubs
from tarockclub.models import Session
from tarockclub.server.database_errors import is_unwritable


class SessionStore(RowStore):
    """Django's sessions in the database, in our own rows."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return the model of the rows."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row of this session."""
        row = super().create_model_instance(data)
        assert isinstance(row, Session)  # noqa: S101 -- for the types
        row.account_id = data.get(SESSION_KEY)
        return row

    def load(self) -> dict[str, Any]:
        """Return the content of the session; empty if it has ended."""
        with enter_all_clubs():  # its key says whose it is
            return super().load()

    def save(self, must_create: bool = False) -> None:
        """Save the session; on a full disk nobody can log in, and who is logged in stays so.

        In an old session, only the time of its last use would change: it is saved another time.
        """
        try:
            with enter_all_clubs():
                super().save(must_create)
        except DatabaseError as error:
            if must_create or not is_unwritable(error):
                raise

    def delete(self, session_key: str | None = None) -> None:
        """End the session."""
        with enter_all_clubs():
            super().delete(session_key)
