"""Readers of environment variables; errors name the variable."""

import difflib
import os
import re
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from tarockclub.platform.server.private_files import close_folder

PREFIX = "TAROCKCLUB_"
TEST_PREFIX = "TAROCKCLUB_TEST_"
_NUMBER = re.compile("[0-9]{1,19}")  # the kit reads numbers, but needs settings
_known_names: set[str] = set()


def read_text(name: str, default: str = "") -> str:
    """Return the variable without outer blanks, or the default if it is missing or empty."""
    _known_names.add(name)
    return os.environ.get(name, "").strip() or default


def read_flag(name: str, *, default: bool = False) -> bool:
    """Return a yes or no, written as 1 or 0."""
    return read_choice(name, ("0", "1"), "1" if default else "0") == "1"


def read_choice(name: str, allowed: tuple[str, ...], default: str) -> str:
    """Return one of the allowed words."""
    value = read_text(name, default)
    if value not in allowed:
        raise ImproperlyConfigured(f"{name} must be one of {', '.join(allowed)}, not {value!r}.")
    return value


def read_number(name: str, default: int, *, least: int = 0, most: int) -> int:
    """Return a whole number from `least` to `most`."""
    value = read_text(name, str(default))
    number = int(value) if _NUMBER.fullmatch(value) else -1
    if not least <= number <= most:
        raise ImproperlyConfigured(f"{name} must be a number from {least} to {most}, not {value!r}.")
    return number


def read_words(name: str) -> list[str]:
    """Return the parts of a comma-separated list."""
    return [part.strip() for part in read_text(name).split(",") if part.strip()]


def read_folder(name: str, default: Path) -> Path:
    """Return a folder, created if missing, for its user alone."""
    path = Path(read_text(name, str(default))).expanduser().resolve()
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{name} is not a usable folder: {error}.") from error
    close_folder(path)
    return path


def refuse_unknown() -> None:
    """Refuse our variables that nothing has read, so that typing errors are noticed."""
    ours = {name for name in os.environ if name.startswith(PREFIX)}
    for name in sorted(ours - _known_names):
        if name.startswith(TEST_PREFIX):
            continue
        close = difflib.get_close_matches(name, _known_names, n=1)
        hint = f" Did you mean {close[0]}?" if close else ""
        raise ImproperlyConfigured(f"{name} is not a setting of this program.{hint}")
