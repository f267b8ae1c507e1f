"""The folder of the backups: names, content, a lock for one worker at a time, and the last troubles."""

import contextlib
import hashlib
import json
import os
import re
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.utils import timezone

from tarockclub.office.backups import container, encryption
from tarockclub.office.backups.changes import SUFFIX
from tarockclub.office.backups.errors import Trouble, convert_os_error, encode_trouble
from tarockclub.platform.server.second_folder import SecondFolder, find_second_folder
from tarockclub.platform.server.wsgi.uploads import open_uploads_folder

# The choice of backups to keep: all of the last hour, the last of each hour for a day, of each day for a month.
#
# A laptop's clock may be wrong, and nothing must be deleted because of it. While a backup is in the future, nothing
# is deleted. A long pause may be the jump of a clock: until the clock has run for some days, backups before the pause
# keep the age that they had when it began.

ALL_FOR = timedelta(minutes=75)
HOURLY_FOR = timedelta(days=1, hours=1)
DAILY_FOR = timedelta(days=31)
CORRECTION = timedelta(minutes=1)  # a clock corrected by up to this much was not wrong
LONG_PAUSE = timedelta(days=2)
PROVED_AFTER = timedelta(days=5)


def find_superfluous(made: Collection[datetime], now: datetime) -> set[datetime]:
    """Return the moments (UTC) whose backups can be deleted; the newest never."""
    if is_any_in_future(made, now):
        return set()
    ages = compute_ages(made, now)
    needed = {max(made)} if made else set()
    needed |= {moment for moment in made if ages[moment] <= ALL_FOR}
    needed |= _find_last_of_each(ages, HOURLY_FOR, lambda moment: moment.strftime("%Y%m%d%H"))
    needed |= _find_last_of_each(ages, DAILY_FOR, lambda moment: moment.strftime("%Y%m%d"))
    return set(made) - needed


def is_any_in_future(made: Collection[datetime], now: datetime) -> bool:
    """Return whether the clock is or was wrong: something was made in the future."""
    return any(moment > now + CORRECTION for moment in made)


def compute_ages(made: Collection[datetime], now: datetime) -> dict[datetime, timedelta]:
    """Return the age of each; a long pause counts once the clock has proved right by running on."""
    ages, age, later = {}, timedelta(), now
    for moment in sorted(made, reverse=True):
        pause = later - moment
        if pause <= LONG_PAUSE or now - later >= PROVED_AFTER:
            age += pause
        ages[moment], later = age, moment
    return ages


def _find_last_of_each(
    ages: Mapping[datetime, timedelta], longest: timedelta, name: Callable[[datetime], str]
) -> set[datetime]:
    """Return the last moment of each hour or day among those that are not too old."""
    young = sorted(moment for moment, age in ages.items() if age <= longest)
    return set({name(moment): moment for moment in young}.values())


UNFINISHED_PREFIX = ".unfinished-"
LOCK = ".lock"
STATE = "state.json"
PROOF = "proof.json"  # the state of the repeated proof (audit.py)
SUMS = "SHA256SUMS"  # of the backups in a folder, in the format of `sha256sum --check`
LOCK_SECONDS = 20.0
SAFETY_FOR = timedelta(days=31)
LONGEST_FOR = max(DAILY_FOR, SAFETY_FOR)  # what was erased from the book is in a backup
UPLOADS_FOR = timedelta(days=1)
_TIME = "%Y-%m-%d-%H%M%S"
_NAME = re.compile(
    r"tarockclub-(\d{4}-\d\d-\d\d-\d{6})-(\d{3})Z-([0-9a-f]{6})(?:-(before-restore|before-update))?\.zip"
)
BEFORE_RESTORE, BEFORE_UPDATE = "before-restore", "before-update"


class BackupName(NamedTuple):
    """The parts of a backup's name; sorted by time."""

    moment: datetime
    installation: str
    safety: str = ""  # made before a restore or an update; kept for a month

    def __str__(self) -> str:
        end = f"-{self.safety}" if self.safety else ""
        return f"tarockclub-{self.moment:{_TIME}}-{self.moment.microsecond // 1000:03}Z-{self.installation}{end}.zip"


def get_home_folder() -> Path:
    """Return the first folder; created if missing, for its owner alone."""
    folder = Path(settings.DATA_DIR) / "backups"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise convert_os_error(error, folder) from error
    return folder


def get_second_folder() -> Path | None:
    """Return the second folder, if there is one; it is never created, so that a missing stick is noticed."""
    second = find_second_folder()
    return second.path if second else None


def require_there(second: SecondFolder) -> None:
    """Raise the trouble if the second folder is away, or another one is in its place."""
    if not second.is_there():
        raise Trouble("second_other" if second.has_any() else "second_missing", where=str(second.path))


def get_installation_id() -> str:
    """Return six digits that identify this installation's backups in a folder shared with another."""
    return hashlib.sha256(f"tarockclub.backups:{settings.BOOK_KEY}".encode()).hexdigest()[:6]


def parse_name(name: str) -> BackupName | None:
    """Parse a backup's name; None if it is not one of ours."""
    match = _NAME.fullmatch(name)
    if not match:
        return None
    try:
        moment = datetime.strptime(match[1], _TIME).replace(tzinfo=UTC, microsecond=int(match[2]) * 1000)
    except ValueError:
        return None
    return BackupName(moment, match[3], match[4] or "")


def find_free_name(folder: Path, *, safety: str = "") -> BackupName:
    """Return a free name for a backup made now."""
    now = timezone.now()
    moment = now.replace(microsecond=now.microsecond // 1000 * 1000)
    taken = {name.moment for name in list_backups(folder)}
    while moment in taken:
        moment += timedelta(milliseconds=1)
    return BackupName(moment, get_installation_id(), safety)


def list_backups(folder: Path) -> list[BackupName]:
    """Return the backups in a folder, of all installations, newest first."""
    try:
        names = [parse_name(file.name) for file in folder.iterdir()]
    except OSError as error:
        raise convert_os_error(error, folder, reading=True) from error
    return sorted((name for name in names if name), reverse=True)


def thin_out(folder: Path) -> None:
    """Delete this installation's backups that the rotation does not keep."""
    now, own = timezone.now(), list_own(folder)
    if is_clock_wrong(own):
        return
    usual = {name.moment: name for name in own if not name.safety}
    old = [usual[moment] for moment in find_superfluous(usual, now)]
    ages = compute_ages({name.moment for name in own}, now)
    old += [name for name in own if name.safety and ages[name.moment] > SAFETY_FOR]
    pinned = load_json(PROOF).get("good")  # the newest intact backup, if the book is damaged
    for name in old:
        if str(name) != pinned:
            (folder / str(name)).unlink(missing_ok=True)
            (folder / str(name)).with_suffix(SUFFIX).unlink(missing_ok=True)


def list_own(folder: Path) -> list[BackupName]:
    """Return the backups of this installation in a folder, newest first."""
    return [name for name in list_backups(folder) if name.installation == get_installation_id()]


def is_clock_wrong(names: Collection[BackupName]) -> bool:
    """Return whether any of these backups is in the future: then nothing is deleted."""
    return is_any_in_future([name.moment for name in names], timezone.now())


def remove_leftovers(folder: Path) -> None:
    """Remove files of interrupted runs, and old uploads; only while the lock is held."""
    for file in folder.glob(f"{UNFINISHED_PREFIX}{get_installation_id()}-*"):
        file.unlink(missing_ok=True)
    oldest = (timezone.now() - UPLOADS_FOR).timestamp()
    for file in open_uploads_folder().iterdir():
        if file.stat().st_mtime < oldest:
            file.unlink(missing_ok=True)


def get_unfinished_path(folder: Path, what: str) -> Path:
    """Return the path of a file in the making."""
    return folder / f"{UNFINISHED_PREFIX}{get_installation_id()}-{os.getpid()}-{what}"


@contextlib.contextmanager
def lock_folder(folder: Path, seconds: float = LOCK_SECONDS) -> Iterator[None]:
    """Let one process at a time work in the folder; SQLite's lock works on every system and ends with its process."""
    with contextlib.closing(sqlite3.connect(folder / LOCK, timeout=seconds, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorname", "") == "SQLITE_BUSY":
                raise Trouble("busy") from error
            raise Trouble("not_writable", where=str(folder), reason=str(error)) from error
        yield


def save_run_state(*, made: BackupName | None, troubles: list[Trouble]) -> None:
    """Save the result of the last run; if that is impossible too, the caller has reported it."""
    before = load_run_state()
    now = timezone.now().isoformat()
    new = {
        "at": now,
        "last": str(made) if made else before.get("last", ""),
        "troubles": list(map(encode_trouble, troubles)),
    }
    text = json.dumps(new)
    with contextlib.suppress(OSError, Trouble):
        file, part = get_home_folder() / STATE, get_unfinished_path(get_home_folder(), STATE)
        try:
            part.touch(mode=0o600)
            part.write_text(text, encoding="utf-8")
            part.replace(file)
        except OSError:
            # On a full disk there is no room for a new file, but the old one can be overwritten.
            part.unlink(missing_ok=True)
            with file.open("r+", encoding="utf-8") as old:
                old.write(text)
                old.truncate()


def load_run_state() -> dict[str, Any]:
    """Return the result of the last run: `at`, `last` (name of the newest backup made) and `troubles`."""
    return load_json(STATE)


def load_json(name: str) -> dict[str, Any]:
    """Return the content of a file in the first folder; empty if it is unreadable."""
    try:
        content = json.loads((get_home_folder() / name).read_text(encoding="utf-8"))
    except (OSError, ValueError, Trouble):
        return {}
    return content if isinstance(content, dict) else {}


def replace_file(file: Path, text: str) -> None:
    """Write a file beside the backups as a whole, or leave it as it is."""
    part = get_unfinished_path(file.parent, file.name)
    part.write_text(text, encoding="utf-8")
    part.replace(file)


def load_checksums(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of the backups in a folder at the time of writing, by name."""
    try:
        lines = (folder / SUMS).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return {}
    parts = (line.partition("  ") for line in lines)
    return {name: digest for digest, _, name in parts}


def save_checksum(file: Path, digest: str) -> None:
    """Save the SHA-256 of a backup beside it; those of deleted files are dropped."""
    checksums = {name: old for name, old in load_checksums(file.parent).items() if (file.parent / name).exists()}
    text = "".join(f"{checksum}  {name}\n" for name, checksum in sorted({**checksums, file.name: digest}.items()))
    replace_file(file.parent / SUMS, text)


def copy_to_second(file: Path, prepare: Callable[[Path, Path], object] = lambda _part, _target: None) -> list[Trouble]:
    """Copy a backup to the second folder, read it back there, and tidy up; return the troubles.

    `prepare` gets the finished copy and its place, before it is there under its name.
    """
    second = find_second_folder()
    if second is None:
        return []
    other = second.path
    part = get_unfinished_path(other, "zip")
    try:
        require_there(second)
        remove_leftovers(other)
        if not (other / file.name).exists():
            with file.open("rb") as source, container.open_private(part) as target:
                encryption.seal_stream(source, target)
                container.sync_to_disk(target)
            container.check_backup(part)
            digest = container.hash_file(part)
            prepare(part, other / file.name)
            container.put_in_place(part, other / file.name)
            save_checksum(other / file.name, digest)
        return try_thin_out(other)
    except OSError as error:
        return [convert_os_error(error, other)]
    except Trouble as trouble:
        return [trouble]
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)


def try_thin_out(where: Path) -> list[Trouble]:
    """Delete backups that the rotation does not keep; return the troubles."""
    try:
        thin_out(where)
    except OSError as error:
        return [convert_os_error(error, where)]
    except Trouble as trouble:
        return [trouble]
    return []
