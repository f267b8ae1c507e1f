"""The two keys of an installation, created once and stored in its data folder.

With the key of the book its digests are recognised again: it belongs to the database and to every backup of it.
Django's key signs sessions; it belongs to the machine, and a restore draws another one.
"""

import os
import secrets
import time
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from tarockclub.platform.server import env

SHORTEST = 50
BOOK_VARIABLE, BOOK_FILE = "TAROCKCLUB_SECRET_KEY", "secret-key"
SESSION_VARIABLE, SESSION_FILE = "TAROCKCLUB_SESSION_KEY", "session-key"


def read_key(variable: str, file: Path) -> str:
    """Return the key of the environment variable, or else of the file."""
    key = env.read_text(variable)
    return check_key(variable, key) if key else load_or_create_key(file)


def check_key(name: str, key: str) -> str:
    """Refuse a key that is too short."""
    if len(key) < SHORTEST:
        raise ImproperlyConfigured(f"{name} must have at least {SHORTEST} characters.")
    return key


def load_or_create_key(file: Path) -> str:
    """Return the key in the file; create both if the file is missing."""
    try:
        # Exclusive: if two processes start at once, only one may write.
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return check_key(str(file), _read_key(file))
    except OSError as error:
        raise ImproperlyConfigured(f"The secret key cannot be stored in {file}: {error}.") from error
    key = draw_key()
    with os.fdopen(handle, "w", encoding="ascii") as stream:
        stream.write(key)
    return key


def draw_key() -> str:
    """Return a new key."""
    return secrets.token_urlsafe(64)


def replace_key(file: Path, key: str) -> None:
    """Replace a key: the book's by that of a restored backup, Django's by a new one."""
    part = file.with_name(file.name + ".new")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as stream:
        stream.write(key)
    part.replace(file)


def _read_key(file: Path) -> str:
    """Read the key, giving another process that has just created the file a moment to fill it."""
    for _ in range(20):
        key = file.read_text(encoding="ascii").strip()
        if key:
            break
        time.sleep(0.05)
    return key
