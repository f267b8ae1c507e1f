"""Access to the data folder for its owner alone, whatever its rights were before."""

import contextlib
import os
import stat
from collections.abc import Iterable
from pathlib import Path

TAILS = ("", "-journal", "-wal", "-shm")  # of a database file of SQLite's
OPEN_TO_OTHERS = 0o077
_FOLDERS = ("backups/*", "exports/*")
KEPT_NAMES = ("tarockclub.sqlite3*", "secret-key*", "session-key*", "erased.jsonl*", *_FOLDERS)


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
