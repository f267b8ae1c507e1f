"""Password hashing without a turn: it takes a third of a second, for which nobody else should wait."""

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from tarockclub.platform.server.wsgi.turns import PASSWORDS, PASSWORDS_OF_STRANGERS, give_turn_back

_lane: ContextVar[str] = ContextVar("lane", default=PASSWORDS)


@contextlib.contextmanager
def queue_as_stranger(is_stranger: bool) -> Iterator[None]:
    """Hash passwords typed by strangers one after the other, apart from those of others."""
    token = _lane.set(PASSWORDS_OF_STRANGERS if is_stranger else PASSWORDS)
    try:
        yield
    finally:
        _lane.reset(token)


class PatientHasher(PBKDF2PasswordHasher):
    """Django's own hasher, without a turn."""

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Hash the password."""
        with give_turn_back(_lane.get()):
            return super().encode(password, salt, iterations)
