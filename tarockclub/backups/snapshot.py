"""One backup: the database copied as it is at a moment, examined, verified, packed and put in place."""

import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from tarockclub.backups import container, contents, folder, postgres, prepare, sqlite
from tarockclub.backups.errors import Trouble, of_os
from tarockclub.backups.manifest import About

Copy = Callable[[Path], About]
# Hands up to which the book in a backup is verified too; in a page's answer, others wait meanwhile.
ALL, QUICK, NONE = 1 << 62, 5000, -1


def written(file: Path, copy: Copy, *, prove: int) -> About:
    """Write one backup; until it is whole it has another name, and nothing of a failed one stays."""
    data, part = folder.unfinished(file.parent, "data"), folder.unfinished(file.parent, "zip")
    try:
        about = copy(data)
        if about.hands <= prove and contents.is_current(about):
            about = replace(about, proof=tuple(_findings(data, about)))
        about = container.pack(part, data, about, settings.SECRET_KEY)
        digest = container.digest_of(part)
        container.put_in_place(part, file)
        if folder.parse(file.name):
            folder.note_sum(file, digest)
    except OSError as error:
        raise of_os(error, file.parent) from error
    finally:
        for left in (data, part, *(data.with_name(data.name + tail) for tail in sqlite.TAILS)):
            with contextlib.suppress(OSError):
                left.unlink(missing_ok=True)
    return about


def copy_now(data: Path) -> About:
    """Copy the program's database as it is at this moment."""
    if connection.vendor == "sqlite" and not Path(contents.database_name()).exists():
        raise Trouble("nothing")
    mark = contents.mark()
    copy = _copied if connection.vendor == "sqlite" else _dumped
    return replace(copy(data), mark=mark)


def _copied(data: Path) -> About:
    """Copy SQLite's file, and look at the copy."""
    sqlite.copy(Path(contents.database_name()), data)
    try:
        return sqlite.examined(data, timezone.now().isoformat())
    except Trouble as trouble:
        if trouble.code == "foreign":
            raise Trouble("nothing") from trouble
        raise


def _dumped(data: Path) -> About:
    """Dump PostgreSQL as of a moment, and say what it held then."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            snapshot = cursor.fetchone()[0]
            about = contents.described(other)
            postgres.dump(other, snapshot, data)
            return about
    except Error as error:
        raise Trouble("failed", reason=str(error).strip()) from error
    finally:
        other.close()


def _findings(data: Path, about: About) -> list[str] | tuple[str, ...]:
    """What the book's own verification says: about the copy where that can be opened, else about the original."""
    return prepare.proved(data) if about.engine == "sqlite" else prepare.findings()
