"""Making backups: on request, automatically, in both folders.

Of all machines with one PostgreSQL database, a single one makes them automatically: it has the turn.
"""

import contextlib
import logging
import socket
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DatabaseError, Error, connection
from django.utils import timezone

from tarockclub.kit.days import parse_moment
from tarockclub.kit.time_source import now
from tarockclub.models import Account, Club, Job
from tarockclub.office.backups import container, contents, encryption, folder, postgres, prepare, sqlite
from tarockclub.office.backups.container import BackupFacts
from tarockclub.office.backups.errors import Trouble, convert_os_error
from tarockclub.office.backups.folder import get_home_folder
from tarockclub.office.backups.second_folder import begin_beside
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import load_hosting_club
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.jobs.runner import Beat
from tarockclub.platform.jobs.services import end_job, give_turn_up, take_turn
from tarockclub.platform.server.second_folder import find_second_folder
from tarockclub.platform.server.stand_by import adopt_stored_key

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
        if file.parent != folder.get_home_folder():
            encryption.seal_file(part)
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
        adopt_stored_key()
        return _write_backup(home, prove=prove, safety=safety)


def make_if_changed() -> BackupResult | None:
    """Make a backup if the book has changed since the last; copy missing ones to the second folder."""
    home = folder.get_home_folder()
    with _note_troubles(), folder.lock_folder(home):
        adopt_stored_key()  # this laptop may just have taken over
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


# Backups in the log of the club that owns the installation: no entry keeps anybody from making or restoring one.

logger = logging.getLogger(__name__)


def make_noted_backup(who: Actor, *, prove: int = ALL) -> BackupResult:
    """Make a backup that somebody has asked for, and note it, or that it has failed."""
    try:
        backup = make_backup(prove=prove)
    except Trouble as trouble:
        note_trouble(Kind.BACKUP_FAILED, trouble, who)
        raise
    note_backup(Kind.BACKUP_MADE, backup.file.name, who, backup.troubles)
    return backup


def note_backup(kind: Kind, file: str, who: Actor = ANONYMOUS, troubles: Sequence[Trouble] = ()) -> None:
    """Note a backup, by the name of its file."""
    codes = {"troubles": [trouble.code for trouble in troubles]} if troubles else {}
    _record_if_possible(kind, who, file=file, **codes)


def note_trouble(kind: Kind, trouble: Trouble, who: Actor = ANONYMOUS) -> None:
    """Note that a backup or restore has failed."""
    _record_if_possible(kind, who, code=trouble.code)


def note_second(who: Actor, *, is_chosen: bool) -> None:
    """Note that a second folder was chosen, or given up; not which one: its name is free text."""
    _record_if_possible(Kind.BACKUP_FOLDER if is_chosen else Kind.BACKUP_FOLDER_ENDED, who)


def note_encryption(who: Actor) -> None:
    """Note that copies are encrypted with a new key, or no more."""
    _record_if_possible(Kind.BACKUPS_SEALED if encryption.load_keys().is_on else Kind.BACKUPS_PLAIN, who)


def note_stand_by(who: Actor, act: str) -> None:
    """Note what was done about a stand-by laptop."""
    _record_if_possible(Kind.STAND_BY, who, act=act)


def note_restore(file: str, about: BackupFacts, findings: int, who: Actor, login: str) -> None:
    """Note a restore in the restored book, where the person may have another id, or none."""
    try:
        account = Account.objects.filter(login=login).first() if login else None
    except DatabaseError:
        account = None
    author = who._replace(person=None if account is None else account.person_id, token=None)
    facts = {"findings": findings} if findings else {}
    _record_if_possible(Kind.RESTORED, author, file=file, made=about.made, hands=about.hands, **facts)


def _record_if_possible(kind: Kind, who: Actor, **facts: Any) -> None:
    try:
        record_event(load_hosting_club().pk, kind, who, **facts)
    except (DatabaseError, Club.DoesNotExist):  # damaged, full, or there is no database yet
        if _has_log():
            logger.warning("The log of the club cannot be written: %s", kind)


def _has_log() -> bool:
    """Return whether there is a log to be written: not in an empty folder."""
    try:
        return Club._meta.db_table in connection.introspection.table_names()
    except DatabaseError:
        return True


class AutomaticNotes:
    """The notes about automatic backups: one each day, and one whenever something goes wrong or is right again."""

    def __init__(self) -> None:
        self._noted: tuple[object, ...] = ()

    def watch(self, make: Callable[[], BackupResult | None]) -> BackupResult | None:
        """Make a backup and note it, if that is news."""
        today = timezone.localdate(now())
        try:
            backup = make()
        except Trouble as trouble:
            if trouble.code != "busy" and self._is_news(today, trouble.code):
                note_trouble(Kind.BACKUP_FAILED, trouble)
            raise
        if backup is not None and self._is_news(today, *sorted(trouble.code for trouble in backup.troubles)):
            note_backup(Kind.BACKUP_MADE, backup.file.name, troubles=backup.troubles)
        return backup

    def _is_news(self, *state: object) -> bool:
        is_news, self._noted = state != self._noted, state
        return is_news
