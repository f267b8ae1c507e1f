"""Where sessions are kept: in rows that know their account; in the cookie itself while the disk is full."""

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as RowStore
from django.core import signing
from django.db import DatabaseError

from tarockclub.models import Session
from tarockclub.server.database_errors import is_unwritable

CARRIED_PREFIX = "carried:"  # how the key of a session begins that holds all of it, signed
CARRIED_SECONDS = 30 * 60  # nobody can end such a session from elsewhere: it is short
_SALT = "tarockclub.session_store"


class SessionStore(RowStore):
    """Django's sessions in the database, in rows of our own."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """The rows."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """The row of this session."""
        row = super().create_model_instance(data)
        assert isinstance(row, Session)  # noqa: S101 -- for the types
        row.account_id = data.get(SESSION_KEY)
        return row

    def load(self) -> dict[str, Any]:
        """What the session holds; nothing where it has ended."""
        if not self._is_carried():
            return super().load()
        try:
            found = signing.loads(str(self.session_key)[len(CARRIED_PREFIX) :], salt=_SALT, max_age=CARRIED_SECONDS)
        except signing.BadSignature:
            self._session_key = None
            return {}
        return dict(found)

    def save(self, must_create: bool = False) -> None:
        """Write the session; a new one that cannot be written goes with the cookie, until there is room.

        What changes in an old one then is only when it was last used: that is noted another time.
        """
        if self._is_carried():
            self.items()  # read from the key, before it is another one
            self._session_key = None
        try:
            super().save(must_create)
        except DatabaseError as error:
            if not is_unwritable(error):
                raise
            if must_create:
                self._session_key = CARRIED_PREFIX + signing.dumps(dict(self.items()), salt=_SALT, compress=True)

    def delete(self, session_key: str | None = None) -> None:
        """End the session; whoever only takes another key for his goes on where nothing can be written."""
        try:
            super().delete(session_key)
        except DatabaseError as error:
            if session_key is None or not is_unwritable(error):
                raise

    def _is_carried(self) -> bool:
        return self.session_key is not None and self.session_key.startswith(CARRIED_PREFIX)
