"""A book in SQLite: copied while it is written, examined, and exchanged for another in one step."""

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tarockclub.office.backups.container import BackupFacts, open_private, read_facts
from tarockclub.office.backups.errors import Trouble, convert_sqlite_error

HEADER = b"SQLite format 3\x00"
WAL_VERSIONS = b"\x02\x02"  # at the end of the first 20 bytes
USUAL_VERSIONS = b"\x01\x01"
LOCK_SECONDS = 20.0
STEP_PAGES = 2000  # about 8 MB
PAUSE_SECONDS = 0.005
TURN_SECONDS = 0.0005
RESTARTS = 3
# Tables that a backup has empty.
EMPTY_TABLES = (
    "django_session",
    "usersessions_usersession",
    "tarockclub_session",  # of versions up to 1.0
    "tarockclub_job",
    "tarockclub_jobpart",
    "tarockclub_message",  # a copy sends nothing
)
TAILS = ("-journal", "-wal", "-shm")


Way = Callable[[sqlite3.Connection, sqlite3.Connection], None]


class _RestartedError(Exception):
    """A write during the copy in steps made SQLite start again."""


def copy_book(live: Path, target: Path) -> None:
    """Copy a book that may be written at the same time; `target` is a new file.

    In steps with pauses, so that saves need not wait; if saves are so frequent that the copy would always start again,
    in one go, for which a save waits as long as reading the file takes.
    """
    try:
        _copy_file(live, target, _copy_in_steps)
    except _RestartedError:
        target.unlink()  # half a copy is not a valid file
        _copy_file(live, target, _copy_at_once)
    _make_usual(target)
    _clear_tables(target)


def _copy_file(live: Path, target: Path, way: Way) -> None:
    with open_private(target):
        pass
    with connect_file(target) as copied:
        copied.execute("PRAGMA journal_mode=OFF")
        copied.execute("PRAGMA synchronous=OFF")
        _copy_into(copied, live, way)


def _copy_into(copied: sqlite3.Connection, live: Path, way: Way) -> None:
    with connect_file(live) as source:
        if source.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
            source.execute("BEGIN")  # reads from here on see one state, and nobody waits
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            way = _copy_at_once
        way(source, copied)


def _make_usual(copied: Path) -> None:
    """Make a copy independent of journals: a file with a WAL says so in its header."""
    with copied.open("rb") as stream:
        if stream.read(len(HEADER) + 4)[-2:] != WAL_VERSIONS:
            return
    with connect_file(copied) as book:
        book.execute("PRAGMA journal_mode=DELETE").fetchone()


def _clear_tables(copied: Path) -> None:
    """Delete the sessions in a copy, so that nobody can take one over, and the jobs, which end with this database."""
    with connect_file(copied) as book:
        _clear_book(book)


def _clear_book(book: sqlite3.Connection) -> None:
    book.execute("PRAGMA secure_delete=ON")
    tables = {name for (name,) in book.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    for table in sorted(tables.intersection(EMPTY_TABLES)):
        book.execute(f"DELETE FROM {table}")  # noqa: S608 -- a name of ours


def read_image(live: Path) -> bytes:
    """Return all of a book that may be written at the same time, as a copy has it."""
    try:
        image = _read_copy(live, _copy_in_steps)
    except _RestartedError:
        image = _read_copy(live, _copy_at_once)
    versions = slice(len(HEADER) + 2, len(HEADER) + 4)
    if image[versions] == WAL_VERSIONS:
        image[versions] = USUAL_VERSIONS
    try:
        with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as copied:
            copied.deserialize(image)
            _clear_book(copied)
            return copied.serialize()
    except sqlite3.Error as error:
        raise convert_sqlite_error(error, live) from error


def _read_copy(live: Path, way: Way) -> bytearray:
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as copied:
        _copy_into(copied, live, way)
        return bytearray(copied.serialize())


def _copy_in_steps(source: sqlite3.Connection, copied: sqlite3.Connection) -> None:
    left = [1 << 62]
    restarts = [0]

    def watch(status: int, remaining: int, total: int) -> None:
        if remaining > left[0]:
            restarts[0] += 1
            if restarts[0] >= RESTARTS:
                raise _RestartedError
        left[0] = remaining

    source.backup(copied, pages=STEP_PAGES, sleep=PAUSE_SECONDS, progress=watch)


def _copy_at_once(source: sqlite3.Connection, copied: sqlite3.Connection) -> None:
    source.backup(copied)


@contextlib.contextmanager
def hold_book(live: Path) -> Iterator[sqlite3.Connection]:
    """Lock all others out of the book, over several steps; they wait meanwhile."""
    with connect_file(live, mode="rwc") as book:
        # The journal mode is known only after a read.
        book.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if book.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
            book.execute("PRAGMA locking_mode=EXCLUSIVE")
            book.execute("BEGIN EXCLUSIVE")
        else:
            _take_turn(book)
            book.execute("PRAGMA locking_mode=EXCLUSIVE")
        book.execute("COMMIT")  # in this mode the lock stays
        book.execute("PRAGMA synchronous=FULL")
        yield book


def _take_turn(book: sqlite3.Connection) -> None:
    """Begin the transaction that locks all others out, between two of theirs.

    In the usual mode: in the exclusive one SQLite would keep reading while it waits, and nobody could finish writing.
    And without SQLite's own waiting, which retries only ten times a second: a busy server would always be writing then.
    """
    deadline = time.monotonic() + LOCK_SECONDS
    book.execute("PRAGMA busy_timeout=0")
    while True:
        try:
            book.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if convert_sqlite_error(error, "").code != "in_use" or time.monotonic() > deadline:
                raise
            time.sleep(TURN_SECONDS)
        else:
            book.execute(f"PRAGMA busy_timeout={int(LOCK_SECONDS * 1000)}")
            return


def copy_held_book(book: sqlite3.Connection, target: Path) -> None:
    """Copy a locked book."""
    with open_private(target):
        pass
    with connect_file(target) as copied:
        book.backup(copied)
    _make_usual(target)
    _clear_tables(target)


def exchange_book(book: sqlite3.Connection, new: Path) -> None:
    """Replace the locked book by another: in one transaction, completely or not at all."""
    with connect_file(new) as source:
        source.backup(book)


def is_empty(book: sqlite3.Connection) -> bool:
    """Return whether the book has no tables, as in a new data folder."""
    return not book.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]


@contextlib.contextmanager
def connect_file(file: Path, *, mode: str = "rw") -> Iterator[sqlite3.Connection]:
    """Open our own connection, beside Django's; it creates no file unless the mode says so. Raise Trouble."""
    address = f"{file.absolute().as_uri()}?mode={mode}"
    try:
        book = sqlite3.connect(address, uri=True, timeout=LOCK_SECONDS, isolation_level=None)
        with contextlib.closing(book):
            yield book
    except sqlite3.Error as error:
        raise convert_sqlite_error(error, file) from error


def delete_file(file: Path) -> None:
    """Delete a database file that is not needed any more, with its journals."""
    for left in (file, *(file.with_name(file.name + tail) for tail in TAILS)):
        with contextlib.suppress(OSError):
            left.unlink(missing_ok=True)


NEEDED_TABLES = frozenset(
    ("django_migrations", "tarockclub_club", "scoring_gametable", "scoring_entry", "scoring_deal")
)


def examine_file(file: Path, made: str) -> BackupFacts:
    """Return the facts of a file; raise Trouble if it is damaged or not a book."""
    with file.open("rb") as stream:
        if stream.read(len(HEADER)) != HEADER:
            raise Trouble("foreign", reason="SQLite")
    with connect_file(file) as book:
        try:
            return _examine_book(book, made)
        except (ValueError, TypeError) as error:
            raise convert_sqlite_error(error, file) from error


def _examine_book(book: sqlite3.Connection, made: str) -> BackupFacts:
    book.execute("PRAGMA cell_size_check=ON")
    _require_whole(book)
    kinds = dict(book.execute("SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view')").fetchall())
    missing = sorted(NEEDED_TABLES - kinds.keys())
    virtual = book.execute(
        "SELECT name FROM sqlite_master WHERE type = 'view' OR sql LIKE 'create virtual%'"
    ).fetchall()
    if missing or virtual:
        raise Trouble("foreign", reason=", ".join(missing[:3] or [str(virtual[0][0])]))
    orphan = book.execute("PRAGMA foreign_key_check").fetchone()
    if orphan:
        raise Trouble("damaged", reason=f"foreign key, {orphan[0]}")
    return read_facts(lambda query: book.execute(query).fetchall(), "sqlite", made)


def _require_whole(book: sqlite3.Connection) -> None:
    row = book.execute("PRAGMA integrity_check(1)").fetchone()
    if row is None or row[0] != "ok":
        raise Trouble("damaged", reason=str(row and row[0]).replace("\n", " "))


def drop_triggers(file: Path) -> None:
    """Drop all triggers of a file; ours are created again by `migrate`."""
    with connect_file(file) as book:
        for (name,) in book.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            book.execute('DROP TRIGGER "{}"'.format(str(name).replace('"', '""')))
