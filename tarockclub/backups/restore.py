"""Going back to a backup: what is there is kept first, and until the new book stands complete the old one does."""

import contextlib
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import Error, connection, transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.backups import container, contents, folder, postgres, prepare, sqlite
from tarockclub.backups.errors import Trouble, of_os
from tarockclub.backups.manifest import About
from tarockclub.backups.snapshot import NONE, copy_now, written
from tarockclub.server import env, key_fingerprint, secret_key

KEY_VARIABLE = "TAROCKCLUB_SECRET_KEY"


class Restored(NamedTuple):
    """What a restore did."""

    about: About
    findings: tuple[str, ...]
    safety: Path | None  # the backup of what was there before; none in a new data folder
    set_aside: Path | None  # a damaged database, where no backup of it could be made
    # "": the key is the same; "restart": the server must read it; "variable", "unwritten", "missing": it stays another
    other_key: str


def restore(file: Path, *, despite_findings: bool = False) -> Restored:
    """Put the book of a backup in the place of the present one."""
    home = folder.home()
    with folder.alone(home), _opened(file, home) as (data, about, key):
        contents.refuse_unusable(about)
        swap = _on_sqlite if about.engine == "sqlite" else _on_postgres
        done = swap(home, data, about, despite_findings)
        other_key = _adopted(key) if key or not key_fingerprint.is_other(connection) else "missing"
        key_fingerprint.replace(key if other_key == "restart" else settings.SECRET_KEY)
        return done._replace(other_key=other_key)


def accepted(file: Path, name: str) -> Path:
    """Check an uploaded file and keep it as a backup that can be restored; the upload itself may go afterwards."""
    home = folder.home()
    uploads = home / folder.UPLOADS
    uploads.mkdir(mode=0o700, exist_ok=True)
    with folder.alone(home), _opened(file, home) as (data, about, key):
        if connection.vendor != "sqlite" or about.engine != "sqlite":
            contents.refuse_unusable(about)
            # A dump is a program; whoever may run it has a command line.
            raise Trouble("failed", reason="manage.py restore")
        looked = prepare.looked_at(data)
        part, target = folder.unfinished(home, "upload"), uploads / name
        try:
            container.pack(part, data, about if about.digest else looked, key)
            container.put_in_place(part, target)
        except OSError as error:
            raise of_os(error, home) from error
        finally:
            part.unlink(missing_ok=True)
        return target


@contextlib.contextmanager
def _opened(file: Path, home: Path) -> Iterator[tuple[Path, About, str]]:
    """Unpack a backup, or take a plain SQLite file, beside the book; gone afterwards."""
    data = folder.unfinished(home, "restore")
    try:
        if container.is_container(file):
            about, key = container.unpack(file, data)
        else:
            about, key = _plain(file, data), _key_beside(file)
        yield data, about, key
    except OSError as error:
        raise of_os(error, home) from error
    finally:
        for left in (data, *(data.with_name(data.name + tail) for tail in sqlite.TAILS)):
            left.unlink(missing_ok=True)


def _plain(file: Path, data: Path) -> About:
    """A database file as it lies in another laptop's data folder, with what its journal may still hold."""
    with file.open("rb") as stream:
        if stream.read(len(sqlite.HEADER)) != sqlite.HEADER:
            raise Trouble("foreign", reason=file.name)
    for tail in ("", *sqlite.TAILS[:2]):
        beside = file.with_name(file.name + tail)
        if beside.is_file():
            with beside.open("rb") as source, container.open_private(data.with_name(data.name + tail)) as target:
                shutil.copyfileobj(source, target, 1 << 20)
    return prepare.looked_at(data)


def _key_beside(file: Path) -> str:
    """The secret key that lies beside a database file in its data folder, if it does."""
    try:
        return file.with_name("secret-key").read_text(encoding="ascii").strip()
    except (OSError, ValueError):
        return ""


def _on_sqlite(home: Path, data: Path, about: About, despite_findings: bool) -> Restored:
    """Make the file fit, then exchange it for the live one while everybody else waits."""
    new, findings = prepare.prepared(data)
    _refuse(about, new, findings, despite_findings)
    connection.close()
    live = Path(contents.database_name())
    aside = None if live.exists() else _set_aside(live, home)
    safety = None
    try:
        safety = _exchanged(live, data, home)
    except Trouble as trouble:
        if trouble.code not in ("damaged", "foreign"):
            raise
        aside = _set_aside(live, home)
        _exchanged(live, data, home)
    live.chmod(0o600)
    return Restored(new, findings, safety, aside, "")


def _exchanged(live: Path, data: Path, home: Path) -> Path | None:
    """Keep what is there, and exchange it, with nobody writing in between."""
    with sqlite.held(live) as held:
        safety = None
        if not sqlite.is_empty(held):
            safety = home / str(folder.free_name(home, safety=folder.BEFORE_RESTORE))

            def copy(target: Path) -> About:
                sqlite.copy_held(held, target)
                return sqlite.examined(target, datetime.now(UTC).isoformat())

            written(safety, copy, prove=NONE)
        sqlite.exchange(held, data)
        return safety


def _set_aside(live: Path, home: Path) -> Path | None:
    """Move a damaged database and its journals out of the way, and keep them: somebody may know how to read them."""
    stamp = datetime.now(UTC).strftime("%Y-%m-%d-%H%M%S-%f")
    kept = home / f"damaged-{stamp}.sqlite3"
    for tail in ("", *sqlite.TAILS):
        file = live.with_name(live.name + tail)
        try:
            if file.exists() and file.stat().st_size:
                file.replace(kept.with_name(kept.name + tail))
            else:
                file.unlink(missing_ok=True)
        except OSError as error:
            raise of_os(error, file) from error
    return kept if kept.exists() else None


def _on_postgres(home: Path, data: Path, about: About, despite_findings: bool) -> Restored:
    """Replace, migrate and verify in one transaction, with writers locked out."""
    postgres.contents(data)
    safety = None
    try:
        with transaction.atomic():
            postgres.lock_writers_out(connection)
            if connection.introspection.table_names():
                safety = home / str(folder.free_name(home, safety=folder.BEFORE_RESTORE))
                written(safety, copy_now, prove=NONE)
            postgres.load(connection, data)
            with connection.cursor() as cursor:
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            prepare.migrate_and_check()
            new, findings = contents.described(connection), tuple(prepare.findings())
            _refuse(about, new, findings, despite_findings)
    except Error as error:
        raise Trouble("failed", reason=str(error).strip()) from error
    finally:
        connection.close()
    return Restored(new, findings, safety, None, "")


def _refuse(about: About, new: About, findings: tuple[str, ...], despite_findings: bool) -> None:
    """Refuse a book that is not what it is said to be, while the old one still stands."""
    if about.hands != new.hands:
        raise Trouble("damaged", reason=f"{about.hands} / {new.hands}")
    if findings and not despite_findings:
        more = f" (+ {len(findings) - 1})" if len(findings) > 1 else ""
        raise Trouble("findings", reason=findings[0] + more)


def _adopted(key: str) -> str:
    """Keep the key that the restored book's digests were made with, where this installation keeps its own."""
    if len(key) < secret_key.SHORTEST or key == settings.SECRET_KEY:
        return ""
    if env.text(KEY_VARIABLE):
        return "variable"
    try:
        secret_key.replace(Path(settings.DATA_DIR) / "secret-key", key)
    except (OSError, ValueError):
        return "unwritten"
    return "restart"


def told(done: Restored) -> list[str]:
    """What a restore did."""
    hands = ngettext("%(hands)s hand", "%(hands)s hands", done.about.hands) % {"hands": done.about.hands}
    lines = [_("Restored: %(hands)s. Everybody has to log in again.") % {"hands": hands}]
    if done.safety:
        lines.append(_("What was there before has been kept: %(file)s") % {"file": done.safety})
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
