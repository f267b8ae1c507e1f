"""Making a backup: copied, examined, packed, read back, put in place, copied to the second folder."""

import contextlib
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import Error, connection
from django.utils import timezone

from tarockclub.backups import book, container, folder, postgres, prepare, sqlite
from tarockclub.backups.about import About
from tarockclub.backups.troubles import Trouble, of_os

# What the mark does not see (a changed name, a new password) is kept once a day all the same.
AT_LEAST_EVERY = timedelta(days=1)
Copy = Callable[[Path], About]
# Hands up to which the book in a backup is verified too; in a page's answer, others wait meanwhile.
ALL, QUICK, NONE = 1 << 62, 5000, -1


class Made(NamedTuple):
    """A backup that stands, and what else went wrong."""

    file: Path
    about: About
    troubles: tuple[Trouble, ...] = ()


def make(*, prove: int = ALL) -> Made:
    """Make a backup in the first folder and copy it to the second one."""
    home = folder.home()
    with _noted(), folder.alone(home):
        return _made(home, prove=prove)


def make_if_changed() -> Made | None:
    """Make one where the book has changed since the last; bring to the second folder what is not there yet."""
    home = folder.home()
    with _noted(), folder.alone(home):
        newest = _newest(home)
        if newest is None or newest.about.mark != book.mark() or _is_old(newest.about):
            return _made(home, prove=NONE)
        told = folder.state()
        troubles = _bring_to_second(newest.file)
        if troubles or told.get("troubles"):
            folder.note(made=folder.parse(newest.file.name), troubles=troubles)
        return None


def make_at(target: Path) -> Made:
    """Make a backup as a file or in a folder that somebody names; nothing there is deleted or overwritten."""
    is_folder = target.is_dir()
    where = target if is_folder else target.parent
    home = folder.home()
    with folder.alone(home):
        file = where / str(folder.free_name(where, safety=False)) if is_folder else target
        if file.exists():
            raise Trouble("exists", where=str(file))
        return Made(file, written(file, copy_now, prove=ALL))


def written(file: Path, copy: Copy, *, prove: int) -> About:
    """Write one backup; until it is whole it has another name, and nothing of a failed one stays."""
    data, part = folder.unfinished(file.parent, "data"), folder.unfinished(file.parent, "zip")
    try:
        about = copy(data)
        if about.hands <= prove and book.is_current(about):
            about = replace(about, proof=tuple(_findings(data, about)))
        about = container.pack(part, data, about, settings.SECRET_KEY)
        container.put_in_place(part, file)
    except OSError as error:
        raise of_os(error, file.parent) from error
    finally:
        for left in (data, part, *(data.with_name(data.name + tail) for tail in sqlite.TAILS)):
            with contextlib.suppress(OSError):
                left.unlink(missing_ok=True)
    return about


def copy_now(data: Path) -> About:
    """Copy the program's database as it is at this moment."""
    if connection.vendor == "sqlite" and not Path(book.database_name()).exists():
        raise Trouble("nothing")
    mark = book.mark()
    copy = _copied if connection.vendor == "sqlite" else _dumped
    return replace(copy(data), mark=mark)


def _copied(data: Path) -> About:
    """Copy SQLite's file, and look at the copy."""
    sqlite.copy(Path(book.database_name()), data)
    try:
        return sqlite.examined(data, datetime.now(UTC).isoformat())
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
            about = book.described(other)
            postgres.dump(other, snapshot, data)
            return about
    except Error as error:
        raise Trouble("failed", reason=str(error).strip()) from error
    finally:
        other.close()


def _findings(data: Path, about: About) -> list[str] | tuple[str, ...]:
    """What the book's own verification says: about the copy where that can be opened, else about the original."""
    return prepare.proved(data) if about.engine == "sqlite" else prepare.findings()


def _made(home: Path, *, prove: int) -> Made:
    """Write a backup into the first folder, or the second one where the first cannot hold it; then tidy up."""
    folder.tidy(home)
    name = folder.free_name(home, safety=False)
    try:
        made = Made(home / str(name), written(home / str(name), copy_now, prove=prove))
        troubles = _bring_to_second(made.file)
    except Trouble as trouble:
        made = _made_in_second(name, trouble)
        troubles = [trouble]
    troubles += _thinned(home)
    folder.note(made=name, troubles=troubles)
    return made._replace(troubles=tuple(troubles))


def _made_in_second(name: folder.Name, trouble: Trouble) -> Made:
    """Where the first folder is full or cannot be written, the second may still take it."""
    second = folder.second()
    if second is None or not second.is_dir() or trouble.code not in ("disk_full", "not_writable"):
        raise trouble
    try:
        return Made(second / str(name), written(second / str(name), copy_now, prove=NONE))
    except Trouble:
        raise trouble from None


def _bring_to_second(file: Path) -> list[Trouble]:
    """Copy a backup to the second folder, read it back there, and tidy up; say what went wrong."""
    second = folder.second()
    if second is None:
        return []
    if not second.is_dir():
        return [Trouble("second_missing", where=str(second))]
    part = folder.unfinished(second, "zip")
    try:
        folder.tidy(second)
        if not (second / file.name).exists():
            with file.open("rb") as source, container.open_private(part) as target:
                shutil.copyfileobj(source, target, 1 << 20)
                container.sync(target)
            container.check(part)
            container.put_in_place(part, second / file.name)
        return _thinned(second)
    except OSError as error:
        return [of_os(error, second)]
    except Trouble as trouble:
        return [trouble]
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def _thinned(where: Path) -> list[Trouble]:
    try:
        folder.thin_out(where)
    except OSError as error:
        return [of_os(error, where)]
    except Trouble as trouble:
        return [trouble]
    return []


def _newest(home: Path) -> Made | None:
    """The last backup that was made without a restore in between, if it can be read."""
    for name in folder.listed(home):
        if name.installation == folder.installation() and not name.safety:
            with contextlib.suppress(Trouble):
                return Made(home / str(name), container.about_of(home / str(name)))
            return None
    return None


def _is_old(about: About) -> bool:
    made = folder.moment_of(about.made)
    return made is None or abs(timezone.now() - made) > AT_LEAST_EVERY


@contextlib.contextmanager
def _noted() -> Iterator[None]:
    """Keep what went wrong, for the page, before it is told."""
    try:
        yield
    except Trouble as trouble:
        if trouble.code != "busy":
            folder.note(made=None, troubles=[trouble])
        raise
