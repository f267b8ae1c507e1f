"""Password hashing beside the site's one thread: it takes a third of a second, for which nobody else should wait."""

import contextlib
import threading
from collections.abc import Iterator

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from tarockclub.server.web.background import PASSWORDS, PASSWORDS_OF_STRANGERS, make_once, run_beside

_thread = threading.local()


@contextlib.contextmanager
def queue_as_stranger(is_stranger: bool) -> Iterator[None]:
    """Hash passwords typed by strangers in a separate queue: it may be long."""
    _thread.lane = PASSWORDS_OF_STRANGERS if is_stranger else PASSWORDS
    try:
        yield
    finally:
        _thread.lane = PASSWORDS


class HashedBeside(PBKDF2PasswordHasher):
    """Django's own hasher, in the background."""

    def salt(self) -> str:
        """Return the salt of the password that this request sets."""
        return str(make_once("salt", super().salt))

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Hash the password, in the background."""
        hashed = super().encode
        key = ("password", password, salt, iterations)
        lane = getattr(_thread, "lane", PASSWORDS)
        return str(run_beside(key, lambda: hashed(password, salt, iterations), lane))
