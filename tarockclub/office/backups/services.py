"""Making backups: on request, automatically, in both folders.

Of all machines with one PostgreSQL database, a single one makes them automatically: it has the turn.
"""

import contextlib
import socket
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.utils import timezone

from tarockclub.kit.days import parse_moment
from tarockclub.models import Job
from tarockclub.office.backups import container, contents, folder
from tarockclub.office.backups.errors import Trouble
from tarockclub.office.backups.folder import get_home_folder
from tarockclub.office.backups.manifest import BackupFacts
from tarockclub.office.backups.second_changes import begin_beside
from tarockclub.office.backups.snapshot import ALL, NONE, copy_now, write_backup
from tarockclub.platform.jobs.runner import Beat
from tarockclub.platform.jobs.services import end_job, give_turn_up, take_turn
from tarockclub.platform.server.second_folder import find_second_folder

# Changes that the mark does not cover (a changed name, a new password) are backed up once a day anyway.
AT_LEAST_EVERY = timedelta(days=1)
MISSED = 2  # periods without a backup, after which another machine makes them


class BackupResult(NamedTuple):
    """A completed backup, and its troubles."""

    file: Path
    about: BackupFacts
    troubles: tuple[Trouble, ...] = ()


def make_backup(*, prove: int = ALL, safety: str = "") -> BackupResult:
    """Make a backup in the first folder and copy it to the second one; with a reason (`safety`) it lasts a month."""
    home = folder.get_home_folder()
    with _note_troubles(), folder.lock_folder(home):
        return _write_backup(home, prove=prove, safety=safety)


def make_if_changed() -> BackupResult | None:
    """Make a backup if the book has changed since the last; copy missing ones to the second folder."""
    home = folder.get_home_folder()
    with _note_troubles(), folder.lock_folder(home):
        newest = _find_newest(home)
        if newest is None or newest.about.mark != contents.compute_mark() or _is_old(newest.about):
            return _write_backup(home, prove=NONE)
        state = folder.load_run_state()
        troubles = folder.copy_to_second(newest.file, begin_beside)
        if troubles or state.get("troubles"):
            folder.save_run_state(made=folder.parse_name(newest.file.name), troubles=troubles)
        return None


def make_at(target: Path) -> BackupResult:
    """Make a backup as a file or in a folder of the user's choice; nothing there is deleted or overwritten."""
    is_folder = target.is_dir()
    where = target if is_folder else target.parent
    home = folder.get_home_folder()
    with folder.lock_folder(home):
        file = where / str(folder.find_free_name(where)) if is_folder else target
        if file.exists():
            raise Trouble("exists", where=str(file))
        return BackupResult(file, write_backup(file, copy_now, prove=ALL))


def _write_backup(home: Path, *, prove: int, safety: str = "") -> BackupResult:
    """Write a backup into the first folder, or into the second if the first cannot hold it; then tidy up."""
    folder.remove_leftovers(home)
    name = folder.find_free_name(home, safety=safety)
    try:
        result = BackupResult(home / str(name), write_backup(home / str(name), copy_now, prove=prove))
        troubles = folder.copy_to_second(result.file, begin_beside)
    except Trouble as trouble:
        result = _write_to_second(name, trouble)
        troubles = [trouble]
    troubles += folder.try_thin_out(home)
    folder.save_run_state(made=name, troubles=troubles)
    return result._replace(troubles=tuple(troubles))


def _write_to_second(name: folder.BackupName, trouble: Trouble) -> BackupResult:
    """Write a backup to the second folder if the first is full or not writable; else raise the trouble."""
    second = find_second_folder()
    if second is None or not second.is_there() or trouble.code not in ("disk_full", "not_writable"):
        raise trouble
    file = second.path / str(name)
    try:
        return BackupResult(file, write_backup(file, copy_now, prove=NONE))
    except Trouble:
        raise trouble from None


def _find_newest(home: Path) -> BackupResult | None:
    """Return the last regular backup, if it is readable; backups in the future are ignored."""
    usual = [name for name in folder.list_own(home) if not name.safety]
    for name in usual:
        if folder.is_clock_wrong([name]):
            continue
        with contextlib.suppress(Trouble):
            return BackupResult(home / str(name), container.read_about(home / str(name)))
        return None
    return None


def _is_old(about: BackupFacts) -> bool:
    moment = parse_moment(about.made)
    return moment is None or abs(timezone.now() - moment) > AT_LEAST_EVERY


@contextlib.contextmanager
def _note_troubles() -> Iterator[None]:
    """Save troubles for the page before they are raised."""
    try:
        yield
    except Trouble as trouble:
        if trouble.code != "busy":
            folder.save_run_state(made=None, troubles=[trouble])
        raise


def make_in_turn() -> BackupResult | None:
    """Make a backup if the book has changed, unless that is up to another machine.

    A SQLite file is on one machine, whose lock of the folder is enough.
    """
    if connection.vendor == "sqlite":
        return make_if_changed()
    job = take_turn(Job.Kind.BACKUP, _format_runner(), timedelta(minutes=MISSED * settings.BACKUP_MINUTES))
    if job is None:
        return None
    state = Job.State.FAILED
    try:
        with Beat(job):
            result = make_if_changed()
        state = Job.State.DONE
        return result
    finally:
        end_job(job, state)
        if state == Job.State.FAILED:
            leave_turn()  # another machine may have more room


def leave_turn() -> None:
    """Let any other machine make the next backup."""
    if connection.vendor != "sqlite":
        give_turn_up(Job.Kind.BACKUP, _format_runner())


def _format_runner() -> str:
    """Return the name of the machine and its folder: started again, it goes on in its turn."""
    return f"{socket.gethostname()[:40]} {str(get_home_folder())[-80:]}"
