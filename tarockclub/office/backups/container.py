"""A backup as one file: a ZIP with the data, their facts, and their secret key."""

import contextlib
import hashlib
import json
import os
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import IO, Any

from tarockclub.kit.lists.workbook import DAMAGES
from tarockclub.office.backups.encryption import MAGIC, open_plain
from tarockclub.office.backups.errors import Trouble, convert_os_error

BACKUP_FORMAT = 1
# The kinds of lines with a hand that counts.
STANDING_KINDS = ("hand", "correction", "follow_up")


@dataclass(frozen=True)
class BackupFacts:
    """The facts of a backup, with which it is listed, compared and refused."""

    made: str  # UTC, ISO
    engine: str  # sqlite or postgresql
    hands: int  # that count
    tables: dict[str, tuple[int, str]]  # slug -> last sequence number, head of its chain
    migrations: tuple[str, ...]
    mark: str = ""  # changes with the book
    proof: tuple[str, ...] | None = None  # findings of the book's verification; None: not verified
    digest: str = ""  # SHA-256 of the data
    format: int = field(default=BACKUP_FORMAT)

    def format_json(self) -> str:
        """Return the facts as JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)


def read_facts(fetch: Callable[[str], Iterable[Sequence[Any]]], engine: str, made: str) -> BackupFacts:
    """Return the facts of a book; `fetch` returns the rows of a query."""
    counted = "SELECT count(*) FROM scoring_deal AS d JOIN scoring_entry AS e ON e.id = d.entry_id WHERE e.kind IN"
    [(hands,)] = fetch(f"{counted} {STANDING_KINDS}")
    tables = fetch("SELECT slug, last_sequence, head FROM scoring_gametable")
    applied = fetch("SELECT app, name FROM django_migrations ORDER BY app, name")
    return BackupFacts(
        made=made,
        engine=engine,
        hands=int(hands),
        tables={str(slug).replace("-", ""): (int(last), bytes(head or b"").hex()) for slug, last, head in tables},
        migrations=tuple(f"{app}.{name}" for app, name in applied),
    )


def parse_about(text: str) -> BackupFacts:
    """Parse the facts strictly: an upload may contain anything."""
    try:
        raw = json.loads(text)
        if raw["format"] != BACKUP_FORMAT:
            raise Trouble("newer")
        return BackupFacts(
            made=_check_text(raw["made"]),
            engine=_check_text(raw["engine"]),
            hands=_check_number(raw["hands"]),
            tables={
                _check_text(slug): (_check_number(row[0]), _check_text(row[1])) for slug, row in raw["tables"].items()
            },
            migrations=tuple(map(_check_text, raw["migrations"])),
            mark=_check_text(raw["mark"]),
            proof=None if raw["proof"] is None else tuple(map(_check_text, raw["proof"])),
            digest=_check_text(raw["digest"]),
        )
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
        raise Trouble("foreign", reason="about.json") from error


def _check_text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


def _check_number(value: Any) -> int:
    if type(value) is not int:
        raise TypeError(value)
    return value


ABOUT_FILE, KEY, SUMS = "about.json", "secret-key", "SHA256SUMS"
DATA = {"sqlite": "book.sqlite3", "postgresql": "book.dump"}
LARGEST_DATA = 8 << 30
LARGEST_ABOUT = 32 << 20
LARGEST_KEY = 4096
_CHUNK = 1 << 20


def pack_backup(target: Path, data: Path, about: BackupFacts, key: str) -> BackupFacts:
    """Write the file, make sure it is on the disk, and read it back to compare the content."""
    full = replace(about, digest=hash_file(data))
    with open_private(target) as stream:
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as container:
            container.writestr(ABOUT_FILE, full.format_json())
            container.writestr(KEY, key)
            container.write(data, DATA[full.engine])
            members = {
                ABOUT_FILE: _hash_text(full.format_json()),
                KEY: _hash_text(key),
                DATA[full.engine]: full.digest,
            }
            container.writestr(SUMS, "".join(f"{digest}  {name}\n" for name, digest in members.items()))
        sync_to_disk(stream)
    check_backup(target)
    return full


def check_backup(file: Path) -> BackupFacts:
    """Read all of a backup and compare it with its facts."""
    with _open_container(file) as container:
        about, _key = _read_checked_about(container)
        with _open_data(container, about) as stream:
            digest = _hash_stream(stream)
    if digest != about.digest:
        raise Trouble("damaged", reason="SHA-256")
    return about


def read_about(file: Path) -> BackupFacts:
    """Return the facts of a file; the data are not read."""
    with _open_container(file) as container:
        return parse_about(_read_member(container, ABOUT_FILE, LARGEST_ABOUT))


def unpack_backup(file: Path, target: Path) -> tuple[BackupFacts, str]:
    """Write the data to `target`; return their facts and the secret key."""
    with _open_container(file) as container:
        about, key = _read_checked_about(container)
        with _open_data(container, about) as stream, open_private(target) as out:
            shutil.copyfileobj(stream, out, _CHUNK)
            sync_to_disk(out)
    if hash_file(target) != about.digest:
        raise Trouble("damaged", reason="SHA-256")
    return about, key


def read_data(file: Path, most: int) -> tuple[BackupFacts, bytes] | None:
    """Return the facts and the data; None if these are larger than `most`."""
    with _open_container(file) as container:
        about, _key = _read_checked_about(container)
        if container.getinfo(DATA[about.engine]).file_size > most:
            return None
        with _open_data(container, about) as stream:
            content = stream.read()
    if hashlib.sha256(content).hexdigest() != about.digest:
        raise Trouble("damaged", reason="SHA-256")
    return about, content


def _read_checked_about(container: zipfile.ZipFile) -> tuple[BackupFacts, str]:
    """Return the facts and the key, checked by their checksums; older backups have one of the data alone."""
    text, key = _read_member(container, ABOUT_FILE, LARGEST_ABOUT), _read_member(container, KEY, LARGEST_KEY)
    about = parse_about(text)
    if SUMS in container.namelist():
        lines = _read_member(container, SUMS, LARGEST_KEY).splitlines()
        expected = {name: digest for digest, _, name in (line.partition("  ") for line in lines)}
        actual = {ABOUT_FILE: _hash_text(text), KEY: _hash_text(key), DATA.get(about.engine, ""): about.digest}
        if expected != actual:
            raise Trouble("damaged", reason="SHA-256")
    return about, key


def is_container(file: Path) -> bool:
    """Return whether a file begins like a ZIP, or an encrypted one."""
    try:
        with file.open("rb") as stream:
            return stream.read(len(MAGIC)).startswith((b"PK\x03\x04", MAGIC))
    except OSError as error:
        raise convert_os_error(error, file, reading=True) from error


def hash_file(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as stream:
        return _hash_stream(stream)


@contextlib.contextmanager
def open_private(file: Path) -> Iterator[IO[bytes]]:
    """Open a new file that only its owner may read."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(file, flags, 0o600), "w+b") as stream:
        yield stream


def sync_to_disk(stream: IO[bytes]) -> None:
    """Wait until the file is on the disk."""
    stream.flush()
    os.fsync(stream.fileno())


def put_in_place(part: Path, target: Path) -> None:
    """Rename a finished file, and wait until the name is on the disk too."""
    part.replace(target)
    if os.name == "posix":
        folder = os.open(target.parent, os.O_RDONLY)
        with contextlib.suppress(OSError):  # not supported by the file systems of all sticks
            os.fsync(folder)
        os.close(folder)


def _hash_text(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _hash_stream(stream: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while chunk := stream.read(_CHUNK):
        digest.update(chunk)
    return digest.hexdigest()


@contextlib.contextmanager
def _open_container(file: Path) -> Iterator[zipfile.ZipFile]:
    """Open a container; every error in it becomes a Trouble."""
    try:
        with open_plain(file) as plain, zipfile.ZipFile(plain) as container:
            names = sorted(container.namelist())
            if names not in [
                sorted((ABOUT_FILE, KEY, data, *sums)) for data in DATA.values() for sums in ((), (SUMS,))
            ]:
                raise Trouble("foreign", reason=", ".join(names[:3]))
            yield container
    except OSError as error:
        raise convert_os_error(error, file, reading=True) from error
    except DAMAGES as error:
        raise Trouble("damaged", reason=str(error) or type(error).__name__) from error


def _read_member(container: zipfile.ZipFile, name: str, limit: int) -> str:
    """Read a member that must fit into memory."""
    if container.getinfo(name).file_size > limit:
        raise Trouble("foreign", reason=name)
    with container.open(name) as stream:
        return stream.read(limit).decode("utf-8")


@contextlib.contextmanager
def _open_data(container: zipfile.ZipFile, about: BackupFacts) -> Iterator[IO[bytes]]:
    """Open the data; data larger than any book are not unpacked (zipfile itself never reads beyond the stated size)."""
    name = DATA.get(about.engine, "")
    if container.getinfo(name).file_size > LARGEST_DATA:
        raise Trouble("foreign", reason=name)
    with container.open(name) as stream:
        yield stream
