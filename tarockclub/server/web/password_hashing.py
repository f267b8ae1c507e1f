"""Passwords are hashed beside the site's one thread: it takes a third of a second, which nobody else shall wait for."""

import contextlib
import threading
from collections.abc import Iterator

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from tarockclub.server.web.background import PASSWORDS, PASSWORDS_OF_STRANGERS, make_once, run_beside

_thread = threading.local()


@contextlib.contextmanager
def queue_as_stranger(is_stranger: bool) -> Iterator[None]:
    """Let passwords that strangers type be hashed in a queue of their own: it may be long."""
    _thread.lane = PASSWORDS_OF_STRANGERS if is_stranger else PASSWORDS
    try:
        yield
    finally:
        _thread.lane = PASSWORDS


class HashedBeside(PBKDF2PasswordHasher):
    """Django's own way of hashing."""

    def salt(self) -> str:
        """Return the salt of the password that this request sets."""
        return str(make_once("salt", super().salt))

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Hash it, beside."""
        hashed = super().encode
        key = ("password", password, salt, iterations)
        lane = getattr(_thread, "lane", PASSWORDS)
        return str(run_beside(key, lambda: hashed(password, salt, iterations), lane))
