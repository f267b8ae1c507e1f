"""The changes since the last backup in the second folder, kept up with the book of this computer; SQLite only.

A dump of PostgreSQL has no pages to compare: there the second folder gets whole backups.
"""

import contextlib
import sys
import threading
import time
from datetime import datetime
from pathlib import Path

from django.db import connection
from django.utils import timezone

from tarockclub.office.backups import container, contents, folder, sqlite
from tarockclub.office.backups.changes import LARGEST_BOOK, SUFFIX, ChangesFile, hash_pages, read_page_size
from tarockclub.office.backups.errors import Trouble

LARGEST_CHANGES = 16 << 20  # then they are written anew, as the pages that differ from the backup
SETTLED_SECONDS = 1.0  # two writes within one tick of the file system's clock look like one
Sign = tuple[tuple[int, int], ...]


class ChangesWriter:
    """The writer of the changes beside the newest backup of the second folder."""

    def __init__(self) -> None:
        self._changes: ChangesFile | None = None
        self._sign: Sign | None = None

    def bring(self, backup: Path) -> datetime | None:
        """Bring the changes beside a backup up to now; return the moment, None if the book is too large."""
        live = Path(contents.get_database_name())
        moment, sign = timezone.now(), _read_sign(live)
        changes, self._changes = self._changes, None  # after an error it begins anew
        if changes is None or changes.file != get_changes_path(backup) or not _is_as_written(changes):
            changes = begin_changes(backup, backup)
            if changes is None:
                return None
            _remove_older(changes.file)
        elif sign is None or sign != self._sign:
            changes.append(sqlite.read_image(live), moment)
        self._changes, self._sign = changes, sign
        return moment


def begin_beside(backup: Path, target: Path) -> None:
    """Begin the changes beside a backup that comes to `target`, so that hands entered during its copy are there too."""
    name = folder.parse_name(target.name)
    if connection.vendor == "sqlite" and name and not name.safety:
        with contextlib.suppress(Trouble, OSError):  # the watch begins them, or says why not
            begin_changes(backup, target)


def begin_changes(backup: Path, target: Path) -> ChangesFile | None:
    """Write the changes since a backup anew; None if the book is too large for that."""
    live, moment = Path(contents.get_database_name()), timezone.now()
    if live.stat().st_size > LARGEST_BOOK:
        return None
    data = container.read_data(backup, LARGEST_BOOK)
    if data is None:
        return None
    about, content = data
    changes = ChangesFile(get_changes_path(target), about.digest, hash_pages(content, read_page_size(content)))
    part = folder.get_unfinished_path(target.parent, f"changes-{threading.get_native_id()}")
    changes.begin(part, sqlite.read_image(live), moment)
    return changes


def get_changes_path(backup: Path) -> Path:
    """Return the place of the changes since a backup."""
    return backup.with_suffix(SUFFIX)


def find_changes(backup: Path) -> Path | None:
    """Return the changes since a backup: beside it, or beside its copy in the second folder."""
    second = folder.get_second_folder()
    places = [get_changes_path(backup), *([get_changes_path(second / backup.name)] if second else [])]
    return next((place for place in places if place.is_file()), None)


def _is_as_written(changes: ChangesFile) -> bool:
    """Return whether the file is still there as it was left, and not too long."""
    try:
        is_same = changes.file.stat().st_size == changes.length
    except FileNotFoundError:
        return False
    return is_same and changes.length <= LARGEST_CHANGES + 2 * changes.first_length


def _read_sign(live: Path) -> Sign | None:
    """Return what changes with every write of the book; None if that is not certain."""
    stats = [file.stat() for tail in ("", "-wal") if (file := live.with_name(live.name + tail)).exists()]
    if sys.platform == "win32" or any(time.time() - stat.st_mtime < SETTLED_SECONDS for stat in stats):
        return None
    return tuple((stat.st_mtime_ns, stat.st_size) for stat in stats)


def _remove_older(newest: Path) -> None:
    """Remove the changes since earlier backups: the newest one has them."""
    for file in newest.parent.glob(f"tarockclub-*{SUFFIX}"):
        name = folder.parse_name(file.with_suffix(".zip").name)
        if file != newest and name and name.installation == folder.get_installation_id():
            file.unlink(missing_ok=True)
