"""The storage of sessions: in rows that know their account; in the cookie itself while the disk is full."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as RowStore
from django.core import signing
from django.db import DatabaseError

from tarockclub.clubs.scope import enter_all_clubs
from tarockclub.models import Session
from tarockclub.server.database_errors import is_unwritable

CARRIED_PREFIX = "carried:"  # prefix of a key that contains the whole session, signed
CARRIED_SECONDS = 30 * 60  # short, since such a session cannot be ended from elsewhere
_SALT = "tarockclub.session_store"


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
        if not self._is_carried():
            with enter_all_clubs():  # its key says whose it is
                return super().load()
        try:
            found = signing.loads(str(self.session_key)[len(CARRIED_PREFIX) :], salt=_SALT, max_age=CARRIED_SECONDS)
        except signing.BadSignature:
            self._session_key = None
            return {}
        return dict(found)

    def save(self, must_create: bool = False) -> None:
        """Save the session; a new one that cannot be saved goes into the cookie, until there is room.

        In an old session, only the time of its last use would change: it is saved another time.
        """
        if self._is_carried():
            self.items()  # read from the key before it changes
            self._session_key = None
        try:
            with enter_all_clubs():
                super().save(must_create)
        except DatabaseError as error:
            if not is_unwritable(error):
                raise
            if must_create:
                self._session_key = CARRIED_PREFIX + signing.dumps(dict(self.items()), salt=_SALT, compress=True)

    def delete(self, session_key: str | None = None) -> None:
        """End the session; if nothing can be written, a mere change of the key keeps it alive."""
        try:
            with enter_all_clubs():
                super().delete(session_key)
        except DatabaseError as error:
            if session_key is None or not is_unwritable(error):
                raise

    def _is_carried(self) -> bool:
        return self.session_key is not None and self.session_key.startswith(CARRIED_PREFIX)
