"""The restoration of a backup: the present data are kept, and the old book stays until the new one is ready."""

import contextlib
import shutil
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from django.conf import settings
from django.db import Error, connection, transaction
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.kit.days import parse_moment
from tarockclub.kit.lists.workbook import DAMAGES
from tarockclub.office.backups import container, contents, folder, postgres, prepare, sqlite
from tarockclub.office.backups.changes import apply_changes
from tarockclub.office.backups.container import BackupFacts
from tarockclub.office.backups.encryption import load_keys, open_plain
from tarockclub.office.backups.errors import Trouble, convert_os_error
from tarockclub.office.backups.second_folder import find_changes
from tarockclub.office.backups.services import NONE, copy_now, note_restore, write_backup
from tarockclub.platform.accounts.actors import AT_THE_COMPUTER, Actor
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.server import env, key_fingerprint, secret_key
from tarockclub.platform.server.apart.messages import TooMuchWork
from tarockclub.platform.server.apart.pool import run_apart
from tarockclub.platform.server.wsgi.uploads import open_uploads_folder

# An uploaded backup is read in another process, and unpacks to a size that the book's own disk can take.

ALWAYS_ALLOWED = 64 << 20  # bytes; a nearly empty book is compressed thirtyfold
MOST_TIMES = 20  # times the size of the upload
MOST_BYTES = 1 << 30
SECONDS = 600.0  # for each step with a file of that size
T = TypeVar("T")


def read_apart(function: Callable[..., T], *arguments: Any) -> T:
    """Call a function about an uploaded file in another process; raise Trouble."""
    try:
        return run_apart(function, *arguments, seconds=SECONDS)
    except TooMuchWork as endless:
        raise Trouble("endless") from endless


def refuse_swollen(file: Path) -> None:
    """Refuse a ZIP file that would unpack into too much, before unpacking anything; other files pass.

    (zipfile itself never reads beyond the stated size of a member.)
    """
    with contextlib.suppress(*DAMAGES), zipfile.ZipFile(file) as container:
        unpacked = sum(member.file_size for member in container.infolist())
        if unpacked > min(MOST_BYTES, max(ALWAYS_ALLOWED, MOST_TIMES * file.stat().st_size)):
            raise Trouble("swollen")


class RestoreResult(NamedTuple):
    """The result of a restore."""

    about: BackupFacts
    findings: tuple[str, ...]
    safety: Path | None  # the backup of the previous data; None in a new data folder
    set_aside: Path | None  # a damaged database that could not be backed up
    # "": the key is the same; "restart": the server must read it; "variable", "unwritten", "missing": the keys differ
    other_key: str
    caught_up: tuple[str, ...] = ()  # what was done about people who had been erased since, in sentences
    has_new_session_key: bool = True
    book_moment: datetime | None = None  # the moment of the restored book


def restore_backup(
    file: Path, *, despite_findings: bool = False, who: Actor = AT_THE_COMPUTER, login: str = ""
) -> RestoreResult:
    """Replace the present book by that of a backup; `login` is the log-in name of who does it."""
    home = folder.get_home_folder()
    with (
        enter_all_clubs(),
        folder.lock_folder(home),
        _unpack_file(file, home, find_changes(file)) as (data, about, key),
    ):
        contents.refuse_unusable(about)
        swap = _restore_sqlite if about.engine == "sqlite" else _restore_postgres
        keeper = import_module(settings.RESTORE_PARTS)
        erased = keeper.collect_erasures()
        done = swap(home, data, about, despite_findings)
        other_key = _adopt_key(key) if key or not key_fingerprint.is_other(connection) else "missing"
        key_fingerprint.replace_fingerprint(key if other_key == "restart" else settings.BOOK_KEY)
        caught_up = tuple(keeper.erase_again(erased, key))
        note_restore(file.name, done.about, len(done.findings), who, login)
        # The sessions of the old book have gone with it; a cookie that was signed beside it must not hold either.
        is_new = key_fingerprint.renew_session_key()
        return done._replace(
            other_key=other_key,
            caught_up=caught_up,
            has_new_session_key=is_new,
            book_moment=parse_moment(about.made),
        )


def accept_upload(file: Path, name: str, changes: Path | None = None) -> Path:
    """Check an uploaded file, with the changes since then, and keep it as a restorable backup of its own."""
    home = folder.get_home_folder()
    shelf = open_uploads_folder()
    with folder.lock_folder(home), _unpack_file(file, home, changes, read_apart) as (data, about, key):
        if connection.vendor != "sqlite" or about.engine != "sqlite":
            contents.refuse_unusable(about)
            # A dump is a program; those who may run it have a command line.
            raise Trouble("failed", reason="manage.py restore")
        looked = _examine_file(data)
        part, target = folder.get_unfinished_path(home, "upload"), shelf / name
        try:
            container.pack_backup(part, data, about if about.made else looked, key)
            container.put_in_place(part, target)
        except OSError as error:
            raise convert_os_error(error, home) from error
        finally:
            part.unlink(missing_ok=True)
        return target


@contextlib.contextmanager
def _unpack_file(
    file: Path,
    home: Path,
    changes: Path | None,
    call: Callable[..., tuple[BackupFacts, str]] = lambda do, *arguments: do(*arguments),
) -> Iterator[tuple[Path, BackupFacts, str]]:
    """Unpack a backup, or take a plain SQLite file, beside the book; deleted afterwards."""
    data = folder.get_unfinished_path(home, "restore")
    try:
        if container.is_container(file):
            with open_plain(file) as plain:
                about, key = call(container.unpack_backup, plain, data)
            about = _catch_up(data, about, changes)
        else:
            about, key = _copy_plain_file(file, data), _read_key_beside(file)
        yield data, about, key
    except OSError as error:
        raise convert_os_error(error, home) from error
    finally:
        sqlite.delete_file(data)


def _catch_up(data: Path, about: BackupFacts, changes: Path | None) -> BackupFacts:
    """Bring an unpacked backup to the last of the changes that were written beside it; return its facts then."""
    if changes is None or about.engine != "sqlite":
        return about
    try:
        moment = read_apart(apply_changes, data, changes, about.digest, load_keys().known)
        return about if moment is None else replace(_examine_file(data), made=moment.isoformat())
    except Trouble as trouble:
        raise Trouble("changes", where=str(changes), reason=str(trouble)) from trouble


def load_about(file: Path) -> BackupFacts:
    """Return the facts of a backup as it would be restored: with the changes beside it."""
    changes, home = find_changes(file), folder.get_home_folder()
    if changes is None:
        return container.read_about(file)
    with folder.lock_folder(home), _unpack_file(file, home, changes) as (_data, about, _key):
        return about


def _copy_plain_file(file: Path, data: Path) -> BackupFacts:
    """Copy a database file from another laptop's data folder, with the content of its journal."""
    with file.open("rb") as stream:
        if stream.read(len(sqlite.HEADER)) != sqlite.HEADER:
            raise Trouble("foreign", reason=file.name)
    for tail in ("", *sqlite.TAILS[:2]):
        part = file.with_name(file.name + tail)
        if part.is_file():
            with part.open("rb") as source, container.open_private(data.with_name(data.name + tail)) as target:
                shutil.copyfileobj(source, target, 1 << 20)
    return _examine_file(data)


def _examine_file(data: Path) -> BackupFacts:
    """Examine a SQLite file in another process; refuse a file that this program cannot use."""
    about = read_apart(sqlite.examine_file, data, "")
    contents.refuse_unusable(about)
    return about


def _read_key_beside(file: Path) -> str:
    """Return the secret key beside a database file in its data folder, if there is one."""
    try:
        return file.with_name(secret_key.BOOK_FILE).read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def _restore_sqlite(home: Path, data: Path, about: BackupFacts, despite_findings: bool) -> RestoreResult:
    """Prepare the file, then exchange it for the live one while everybody else waits."""
    new, findings = prepare.prepare_apart(data)
    _refuse_unfit(about, new, findings, despite_findings)
    connection.close()
    live = Path(contents.get_database_name())
    aside = None if live.exists() else _set_aside(live, home)
    safety = None
    try:
        safety = _exchange_files(live, data, home)
    except Trouble as trouble:
        if trouble.code not in ("damaged", "foreign"):
            raise
        aside = _set_aside(live, home)
        _exchange_files(live, data, home)
    live.chmod(0o600)
    return RestoreResult(new, findings, safety, aside, "")


def _exchange_files(live: Path, data: Path, home: Path) -> Path | None:
    """Back up the present data and exchange them, with no writes in between."""
    with sqlite.hold_book(live) as held:
        safety = None
        if not sqlite.is_empty(held):
            safety = home / str(folder.find_free_name(home, safety=folder.BEFORE_RESTORE))

            def copy(target: Path) -> BackupFacts:
                sqlite.copy_held_book(held, target)
                return sqlite.examine_file(target, datetime.now(UTC).isoformat())

            write_backup(safety, copy, prove=NONE)
        sqlite.exchange_book(held, data)
        return safety


def _set_aside(live: Path, home: Path) -> Path | None:
    """Move a damaged database and its journals aside, and keep them for a possible rescue."""
    stamp = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S-%f")
    target = home / f"damaged-{stamp}.sqlite3"
    for tail in ("", *sqlite.TAILS):
        file = live.with_name(live.name + tail)
        try:
            if file.exists() and file.stat().st_size:
                file.replace(target.with_name(target.name + tail))
            else:
                file.unlink(missing_ok=True)
        except OSError as error:
            raise convert_os_error(error, file) from error
    return target if target.exists() else None


def _restore_postgres(home: Path, data: Path, about: BackupFacts, despite_findings: bool) -> RestoreResult:
    """Replace, migrate and verify in one transaction, with writers locked out."""
    postgres.read_directory(data)
    safety = None
    try:
        with transaction.atomic():
            postgres.lock_tables(connection, "EXCLUSIVE")  # readers and a dump continue
            if connection.introspection.table_names():
                safety = home / str(folder.find_free_name(home, safety=folder.BEFORE_RESTORE))
                write_backup(safety, copy_now, prove=NONE)
            postgres.load_dump(connection, data)
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            prepare.migrate_and_check()
            new, findings = contents.describe_book(connection), tuple(prepare.list_findings())
            _refuse_unfit(about, new, findings, despite_findings)
    except Error as error:
        raise Trouble("failed", reason=str(error).strip()) from error
    finally:
        connection.close()
    return RestoreResult(new, findings, safety, None, "")


def _refuse_unfit(about: BackupFacts, new: BackupFacts, findings: tuple[str, ...], despite_findings: bool) -> None:
    """Refuse a book that differs from its facts, while the old one is still in place."""
    if about.hands != new.hands:
        raise Trouble("damaged", reason=f"{about.hands} / {new.hands}")
    if findings and not despite_findings:
        rest = f" (+ {len(findings) - 1})" if len(findings) > 1 else ""
        raise Trouble("findings", reason=findings[0] + rest)


def _adopt_key(key: str) -> str:
    """Store the key of the restored book's digests as this installation's key."""
    if len(key) < secret_key.SHORTEST or key == settings.BOOK_KEY:
        return ""
    if env.read_text(secret_key.BOOK_VARIABLE):
        return "variable"
    try:
        secret_key.replace_key(Path(settings.DATA_DIR) / secret_key.BOOK_FILE, key)
    except (OSError, ValueError):
        return "unwritten"
    return "restart"


def format_result(done: RestoreResult) -> list[str]:
    """Return the lines about the result of a restore."""
    hands = ngettext("%(hands)s hand", "%(hands)s hands", done.about.hands) % {"hands": done.about.hands}
    lines = [_("Restored: %(hands)s. Everybody has to log in again.") % {"hands": hands}]
    if done.book_moment:
        moment = localtime(done.book_moment)
        lines.append(_("It is the book of %(time)s.") % {"time": f"{moment:%d.%m.%Y, %H:%M:%S}"})
    if not done.findings:
        lines.append(_("All of it was verified: the book is whole."))
    if done.safety:
        lines.append(_("What was there before has been kept: %(file)s") % {"file": done.safety})
    lines += done.caught_up
    if not done.has_new_session_key:
        lines.append(_("Set a new TAROCKCLUB_SESSION_KEY: nobody shall stay logged in by the old one."))
    if done.set_aside:
        lines.append(_("The old database was damaged and has been kept as it was: %(file)s") % {"file": done.set_aside})
    if done.other_key == "restart":
        lines.append(
            _("If the server is running, stop it now and start it again: it needs the secret key of the backup.")
        )
    elif done.other_key == "variable":
        lines.append(
            _("The backup belongs to a secret key other than TAROCKCLUB_SECRET_KEY: resubmissions are refused.")
        )
    elif done.other_key == "unwritten":
        lines.append(_("The secret key of the backup could not be stored here: resubmissions are refused."))
    elif done.other_key == "missing":
        lines.append(
            _(
                "The file does not contain the secret key it was written with: resubmissions are refused. Put the "
                "file secret-key of its data folder beside it and restore it again."
            )
        )
    return lines
