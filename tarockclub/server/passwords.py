"""Passwords are hashed beside the site's one thread: it takes a third of a second, which nobody else shall wait for."""

from django.contrib.auth.hashers import PBKDF2PasswordHasher

from tarockclub.server.beside import beside, kept


class HashedBeside(PBKDF2PasswordHasher):
    """Django's own way of hashing."""

    def salt(self) -> str:
        """Return the salt of the password that this request sets."""
        return str(kept("salt", super().salt))

    def encode(self, password: str, salt: str, iterations: int | None = None) -> str:
        """Hash it, beside."""
        hashed = super().encode
        key = ("password", password, salt, iterations)
        return str(beside(key, lambda: hashed(password, salt, iterations), is_short=True))
