"""Readers of environment variables, whose errors name the variable; the data folder is its owner's alone."""

import contextlib
import difflib
import os
import re
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

# Access to the data folder for its owner alone, whatever its rights were before.

TAILS = ("", "-journal", "-wal", "-shm")  # of a database file of SQLite's
OPEN_TO_OTHERS = 0o077
_FOLDERS = ("backups/*", "exports/*", "stand-by/*/*")
KEPT_NAMES = ("tarockclub.sqlite3*", "secret-key*", "session-key*", "erased.jsonl*", "stand-by.json", *_FOLDERS)


def keep_others_out() -> None:
    """Let this process and its children create files for their owner alone."""
    os.umask(OPEN_TO_OTHERS)


def close_folder(folder: Path) -> None:
    """Close a data folder and the program's files in it; a folder shared by many stays open."""
    with contextlib.suppress(OSError):
        mode = folder.stat().st_mode
        if mode & OPEN_TO_OTHERS and not mode & stat.S_ISVTX:
            folder.chmod(0o700)
    close_files(file for pattern in KEPT_NAMES for file in folder.glob(pattern))


def close_database(file: Path) -> None:
    """Close a database file, creating it if necessary; its journals get the same rights."""
    with contextlib.suppress(OSError):
        # Never opened where it exists: closing it again would drop the locks that SQLite holds on it.
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    close_files(file.with_name(file.name + tail) for tail in TAILS)


def close_files(files: Iterable[Path]) -> None:
    """Close existing files, as far as possible."""
    for file in files:
        with contextlib.suppress(OSError):
            mode = file.lstat().st_mode
            if stat.S_ISREG(mode) and mode & OPEN_TO_OTHERS:
                file.chmod(0o600)


PREFIX = "TAROCKCLUB_"
TEST_PREFIX = "TAROCKCLUB_TEST_"
_NUMBER = re.compile("[0-9]{1,19}")  # the kit reads numbers, but needs settings
SMTP = "django.core.mail.backends.smtp.EmailBackend"
MAIL_FILES = "django.core.mail.backends.filebased.EmailBackend"
_MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtps": 465}
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


class MailServer(NamedTuple):
    """A server that takes mail; without a host none is set."""

    scheme: str = "smtp"
    host: str = ""
    port: int = 25
    user: str = ""
    password: str = ""


def read_mail_server(name: str) -> MailServer:
    """Return a server, written as smtps://user:password@host:port; what is special is written as %40."""
    value = read_text(name)
    if not value:
        return MailServer()
    try:
        parts = urlsplit(value)
        port = parts.port or _MAIL_PORTS[parts.scheme]
    except (KeyError, ValueError):
        raise ImproperlyConfigured(f"{name} must be like smtps://user:password@host.") from None  # it is a secret
    return MailServer(
        parts.scheme, parts.hostname or "", port, unquote(parts.username or ""), unquote(parts.password or "")
    )


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
