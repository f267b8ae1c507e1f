"""Making backups: by hand, by themselves, in both folders."""

import contextlib
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from django.utils import timezone

from tarockclub.backups import container, contents, folder
from tarockclub.backups.errors import Trouble
from tarockclub.backups.manifest import BackupFacts
from tarockclub.backups.snapshot import ALL, NONE, copy_now, write_backup

# What the mark does not see (a changed name, a new password) is kept once a day all the same.
AT_LEAST_EVERY = timedelta(days=1)


class BackupResult(NamedTuple):
    """A backup that stands, and what else went wrong."""

    file: Path
    about: BackupFacts
    troubles: tuple[Trouble, ...] = ()


def make_backup(*, prove: int = ALL) -> BackupResult:
    """Make a backup in the first folder and copy it to the second one."""
    home = folder.get_home_folder()
    with _note_troubles(), folder.lock_folder(home):
        return _write_backup(home, prove=prove)


def make_before_update() -> BackupResult:
    """Make a backup that is kept for a month: a migration is about to change the database."""
    home = folder.get_home_folder()
    with _note_troubles(), folder.lock_folder(home):
        return _write_backup(home, prove=NONE, safety=folder.BEFORE_UPDATE)


def make_if_changed() -> BackupResult | None:
    """Make one where the book has changed since the last; bring to the second folder what is not there yet."""
    home = folder.get_home_folder()
    with _note_troubles(), folder.lock_folder(home):
        newest = _find_newest(home)
        if newest is None or newest.about.mark != contents.compute_mark() or _is_old(newest.about):
            return _write_backup(home, prove=NONE)
        told = folder.load_run_state()
        troubles = folder.copy_to_second(newest.file)
        if troubles or told.get("troubles"):
            folder.save_run_state(made=folder.parse_name(newest.file.name), troubles=troubles)
        return None


def make_at(target: Path) -> BackupResult:
    """Make a backup as a file or in a folder that somebody names; nothing there is deleted or overwritten."""
    is_folder = target.is_dir()
    where = target if is_folder else target.parent
    home = folder.get_home_folder()
    with folder.lock_folder(home):
        file = where / str(folder.find_free_name(where)) if is_folder else target
        if file.exists():
            raise Trouble("exists", where=str(file))
        return BackupResult(file, write_backup(file, copy_now, prove=ALL))


def _write_backup(home: Path, *, prove: int, safety: str = "") -> BackupResult:
    """Write a backup into the first folder, or the second one where the first cannot hold it; then tidy up."""
    folder.remove_leftovers(home)
    name = folder.find_free_name(home, safety=safety)
    try:
        made = BackupResult(home / str(name), write_backup(home / str(name), copy_now, prove=prove))
        troubles = folder.copy_to_second(made.file)
    except Trouble as trouble:
        made = _write_to_second(name, trouble)
        troubles = [trouble]
    troubles += folder.try_thin_out(home)
    folder.save_run_state(made=name, troubles=troubles)
    return made._replace(troubles=tuple(troubles))


def _write_to_second(name: folder.BackupName, trouble: Trouble) -> BackupResult:
    """Where the first folder is full or cannot be written, the second may still take it."""
    other = folder.get_second_folder()
    if other is None or not other.is_dir() or trouble.code not in ("disk_full", "not_writable"):
        raise trouble
    try:
        return BackupResult(other / str(name), write_backup(other / str(name), copy_now, prove=NONE))
    except Trouble:
        raise trouble from None


def _find_newest(home: Path) -> BackupResult | None:
    """The last backup of the usual kind, if it can be read; one that a wrong clock has put into the future is none."""
    usual = [name for name in folder.list_own(home) if not name.safety]
    for name in usual:
        if folder.is_clock_wrong([name]):
            continue
        with contextlib.suppress(Trouble):
            return BackupResult(home / str(name), container.read_about(home / str(name)))
        return None
    return None


def _is_old(about: BackupFacts) -> bool:
    made = folder.parse_moment(about.made)
    return made is None or abs(timezone.now() - made) > AT_LEAST_EVERY


@contextlib.contextmanager
def _note_troubles() -> Iterator[None]:
    """Keep what went wrong, for the page, before it is told."""
    try:
        yield
    except Trouble as trouble:
        if trouble.code != "busy":
            folder.save_run_state(made=None, troubles=[trouble])
        raise
