"""The secret key of an installation, created once and stored in its data folder."""

import os
import secrets
import time
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

SHORTEST = 50


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
    key = secrets.token_urlsafe(64)
    with os.fdopen(handle, "w", encoding="ascii") as stream:
        stream.write(key)
    return key


def replace_key(file: Path, key: str) -> None:
    """Replace the key by that of a restored backup."""
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
