"""One backup: the database copied as of a moment, examined, verified, packed and put in place."""

import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from tarockclub.office.backups import container, contents, folder, postgres, prepare, sqlite
from tarockclub.office.backups.errors import Trouble, convert_os_error
from tarockclub.office.backups.manifest import BackupFacts
from tarockclub.platform.clubs.scope import enter_all_clubs

Copy = Callable[[Path], BackupFacts]
# Largest number of hands for which the book in a backup is verified; during a request, others have to wait.
ALL, QUICK, NONE = 1 << 62, 5000, -1


def write_backup(file: Path, copy: Copy, *, prove: int) -> BackupFacts:
    """Write one backup; until it is complete it has another name, and nothing of a failed one remains."""
    data, part = folder.get_unfinished_path(file.parent, "data"), folder.get_unfinished_path(file.parent, "zip")
    try:
        with enter_all_clubs():
            about = copy(data)
            if about.hands <= prove and contents.is_current(about):
                about = replace(about, proof=tuple(_list_findings(data, about)))
        about = container.pack_backup(part, data, about, settings.BOOK_KEY)
        digest = container.hash_file(part)
        container.put_in_place(part, file)
        if folder.parse_name(file.name):
            folder.save_checksum(file, digest)
    except OSError as error:
        raise convert_os_error(error, file.parent) from error
    finally:
        sqlite.delete_file(data)
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    return about


def copy_now(data: Path) -> BackupFacts:
    """Copy the program's current database."""
    if connection.vendor == "sqlite" and not Path(contents.get_database_name()).exists():
        raise Trouble("nothing")
    mark = contents.compute_mark()
    copy = _copy_sqlite if connection.vendor == "sqlite" else _dump_postgres
    return replace(copy(data), mark=mark)


def _copy_sqlite(data: Path) -> BackupFacts:
    """Copy SQLite's file, and examine the copy."""
    sqlite.copy_book(Path(contents.get_database_name()), data)
    try:
        return sqlite.examine_file(data, timezone.now().isoformat())
    except Trouble as trouble:
        if trouble.code == "foreign":
            raise Trouble("nothing") from trouble
        raise


def _dump_postgres(data: Path) -> BackupFacts:
    """Dump PostgreSQL as of a moment, and return its facts then."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
            cursor.execute("SELECT pg_export_snapshot()")
            snapshot = cursor.fetchone()[0]
            about = contents.describe_book(other)
            postgres.dump_database(other, snapshot, data)
            return about
    except Error as error:
        raise Trouble("failed", reason=str(error).strip()) from error
    finally:
        other.close()


def _list_findings(data: Path, about: BackupFacts) -> list[str] | tuple[str, ...]:
    """Return the findings of the book's verification: in the copy if it can be opened, else in the original."""
    return prepare.prove_apart(data) if about.engine == "sqlite" else prepare.list_findings()
