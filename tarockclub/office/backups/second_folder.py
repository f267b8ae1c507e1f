"""The second folder: the watch on it, every few seconds beside the backups, and its choice on the page.

Pages read what it has last seen, and never wait for a stick themselves.
"""

import contextlib
import json
import logging
import os
import shutil
import sys
import threading
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection
from django.utils import timezone
from django.utils.translation import gettext as _

from tarockclub.kit.days import parse_moment
from tarockclub.office.backups import container, contents, folder, sqlite
from tarockclub.office.backups.changes import LARGEST_BOOK, SUFFIX, ChangesFile, hash_pages, read_page_size
from tarockclub.office.backups.errors import Trouble, convert_os_error, encode_trouble, format_backup_trouble
from tarockclub.platform.server.installation import PACKAGE
from tarockclub.platform.server.second_folder import (
    ON_DRIVES,
    SecondFolder,
    choose_second_folder,
    find_second_folder,
    list_drives,
    load_second_folder,
)

# The changes since the last backup in the second folder, kept up with the book of this computer; SQLite only.
#
# A dump of PostgreSQL has no pages to compare: there the second folder gets whole backups.

LARGEST_CHANGES = 16 << 20  # then they are written anew, as the pages that differ from the backup
SETTLED_SECONDS = 1.0  # two writes within one tick of the file system's clock look like one
Sign = tuple[tuple[int, int], ...]


class ChangesWriter:
    """The writer of the changes beside the newest backup of the second folder."""

    def __init__(self) -> None:
        self._changes: ChangesFile | None = None
        self._sign: Sign | None = None

    def bring(self, backup: Path) -> datetime | None:
        """Bring the changes beside a backup up to now; return the moment, None if the book is too large."""
        live = Path(contents.get_database_name())
        moment, sign = timezone.now(), _read_sign(live)
        changes, self._changes = self._changes, None  # after an error it begins anew
        if changes is None or changes.file != get_changes_path(backup) or not _is_as_written(changes):
            changes = begin_changes(backup, backup)
            if changes is None:
                return None
            _remove_older(changes.file)
        elif sign is None or sign != self._sign:
            changes.append(sqlite.read_image(live), moment)
        self._changes, self._sign = changes, sign
        return moment


def begin_beside(backup: Path, target: Path) -> None:
    """Begin the changes beside a backup that comes to `target`, so that hands entered during its copy are there too."""
    name = folder.parse_name(target.name)
    if connection.vendor == "sqlite" and name and not name.safety:
        with contextlib.suppress(Trouble, OSError):  # the watch begins them, or says why not
            begin_changes(backup, target)


def begin_changes(backup: Path, target: Path) -> ChangesFile | None:
    """Write the changes since a backup anew; None if the book is too large for that."""
    live, moment = Path(contents.get_database_name()), timezone.now()
    if live.stat().st_size > LARGEST_BOOK:
        return None
    data = container.read_data(backup, LARGEST_BOOK)
    if data is None:
        return None
    about, content = data
    changes = ChangesFile(get_changes_path(target), about.digest, hash_pages(content, read_page_size(content)))
    part = folder.get_unfinished_path(target.parent, f"changes-{threading.get_native_id()}")
    changes.begin(part, sqlite.read_image(live), moment)
    return changes


def get_changes_path(backup: Path) -> Path:
    """Return the place of the changes since a backup."""
    return backup.with_suffix(SUFFIX)


def find_changes(backup: Path) -> Path | None:
    """Return the changes since a backup: beside it, or beside its copy in the second folder."""
    second = folder.get_second_folder()
    places = [get_changes_path(backup), *([get_changes_path(second / backup.name)] if second else [])]
    return next((place for place in places if place.is_file()), None)


def _is_as_written(changes: ChangesFile) -> bool:
    """Return whether the file is still there as it was left, and not too long."""
    try:
        is_same = changes.file.stat().st_size == changes.length
    except FileNotFoundError:
        return False
    return is_same and changes.length <= LARGEST_CHANGES + 2 * changes.first_length


def _read_sign(live: Path) -> Sign | None:
    """Return what changes with every write of the book; None if that is not certain."""
    stats = [file.stat() for tail in ("", "-wal") if (file := live.with_name(live.name + tail)).exists()]
    if sys.platform == "win32" or any(time.time() - stat.st_mtime < SETTLED_SECONDS for stat in stats):
        return None
    return tuple((stat.st_mtime_ns, stat.st_size) for stat in stats)


def _remove_older(newest: Path) -> None:
    """Remove the changes since earlier backups: the newest one has them."""
    for file in newest.parent.glob(f"tarockclub-*{SUFFIX}"):
        name = folder.parse_name(file.with_suffix(".zip").name)
        if file != newest and name and name.installation == folder.get_installation_id():
            file.unlink(missing_ok=True)


PAUSE_SECONDS = 4.0
BEAT_SECONDS, BEAT_SHARE = 0.25, 4  # where each hand gets there: a quarter of a second, and four times what a look took
SLOW_SECONDS = 6.0  # with the pause, what is entered would get there after more than ten seconds
STATE = "second.json"  # beside the backups of the first folder
SILENT_AFTER = timedelta(seconds=15)  # a stick may hold the watch itself
logger = logging.getLogger(__name__)


class SecondWatch:
    """The watch; `due` is set when the second folder has come and needs a whole backup at once."""

    def __init__(self, due: threading.Event) -> None:
        self._due = due
        self._was_there: SecondFolder | None = None
        self._writer = ChangesWriter()
        self._told = ""

    def run(self, stopped: threading.Event) -> None:
        """Look again and again, until `stopped` is set."""
        pause = PAUSE_SECONDS
        while not stopped.wait(pause):
            begun, has_each_hand = time.monotonic(), False
            try:
                has_each_hand = self.look()
            except Exception as error:  # a fault in here must not end the watch of this evening
                if repr(error) != self._told:
                    logger.exception("The watch on the second folder has failed.")
                self._told = repr(error)
                save_second_state(None, False, Trouble("second_failed", reason=self._told))
            took = time.monotonic() - begun
            pause = min(PAUSE_SECONDS, max(BEAT_SECONDS, BEAT_SHARE * took)) if has_each_hand else PAUSE_SECONDS

    def look(self) -> bool:
        """Look once, and save what is seen; return whether each hand gets there."""
        second = find_second_folder()
        if second is None:
            self._was_there = None
            forget_second_state()
            return False
        until, has_each_hand, trouble, begun = None, False, None, time.monotonic()
        try:
            until, has_each_hand = self._bring(second)
        except Trouble as caught:
            trouble = caught
        except OSError as error:
            trouble = convert_os_error(error, second.path)
        if trouble is None and time.monotonic() - begun > SLOW_SECONDS:
            trouble = Trouble("second_slow", where=str(second.path))
        save_second_state(until, has_each_hand, trouble)
        message = str(trouble or "")
        if message and message != self._told:
            logger.warning(message)
        self._told = message
        return has_each_hand

    def _bring(self, second: SecondFolder) -> tuple[datetime | None, bool]:
        """See to it that the second folder has everything; return until when it has, and whether it has each hand."""
        try:
            folder.require_there(second)
        except Trouble:
            self._was_there = None
            raise
        if self._was_there != second:
            self._was_there = second
            self._writer = ChangesWriter()
            self._due.set()
        newest = next((name for name in folder.list_own(second.path) if not name.safety), None)
        if newest is None:
            return None, False
        moment = self._writer.bring(second.path / str(newest)) if connection.vendor == "sqlite" else None
        return moment or newest.moment, moment is not None


class SecondState(NamedTuple):
    """The second folder, as last seen."""

    second: SecondFolder
    until: datetime | None  # everything that was entered by then is in it
    has_each_hand: bool  # within seconds; else it gets whole backups only
    trouble: str  # in a sentence with the time since when; "": none


def save_second_state(until: datetime | None, has_each_hand: bool, trouble: Trouble | None) -> None:
    """Save what the watch has just seen."""
    chosen, before, now = load_second_folder(), folder.load_json(STATE), timezone.now().isoformat()
    code = trouble.code if trouble else ""
    state = {
        "at": now,
        "path": str(chosen.path) if chosen else "",
        "until": until.isoformat() if until else before.get("until", ""),
        "has_each_hand": has_each_hand,
        "trouble": encode_trouble(trouble) if trouble else None,
        "since": before["since"] if code and (before.get("trouble") or {}).get("code") == code else now,
    }
    with contextlib.suppress(OSError, Trouble):
        folder.replace_file(folder.get_home_folder() / STATE, json.dumps(state))


def forget_second_state() -> None:
    """Forget what a watch of before has seen."""
    with contextlib.suppress(OSError, Trouble):
        (folder.get_home_folder() / STATE).unlink(missing_ok=True)


def load_second_state() -> SecondState | None:
    """Return the state of the second folder; None if there is none."""
    second = load_second_folder()
    if second is None:
        return None
    state = folder.load_json(STATE)
    moment = parse_moment(str(state.get("at", "")))
    if moment is None or state.get("path") != str(second.path):  # just chosen, or nobody watches
        return SecondState(second, None, False, "")
    until, has_each_hand = parse_moment(str(state.get("until", ""))), bool(state.get("has_each_hand"))
    return SecondState(second, until, has_each_hand, _format_trouble(second, state, moment))


def _format_trouble(second: SecondFolder, state: dict[str, Any], moment: datetime) -> str:
    trouble, since = state.get("trouble"), parse_moment(str(state.get("since", ""))) or moment
    if timezone.now() - moment > SILENT_AFTER:
        trouble, since = encode_trouble(Trouble("second_slow", where=str(second.path))), moment
    if not trouble:
        return ""
    sentence = format_backup_trouble(trouble["code"], trouble["facts"])
    return _("Since %(time)s: %(trouble)s") % {"time": f"{timezone.localtime(since):%H:%M}", "trouble": sentence}


_OF_THE_SYSTEM = ("/bin", "/boot", "/etc", "/lib", "/proc", "/sbin", "/sys", "/usr", "/System")
_OF_WINDOWS = ("SystemRoot", "ProgramFiles", "ProgramFiles(x86)", "ProgramData")  # variables


class DriveChoice(NamedTuple):
    """A stick that can be chosen."""

    path: Path
    free: int  # bytes

    @property
    def name(self) -> str:
        """Its name, or its letter."""
        return self.path.name or str(self.path)


def may_choose() -> bool:
    """Return whether the page may choose: not in the internet, nor where whoever starts the program has chosen."""
    return settings.INN_MODE and not settings.BACKUP_FOLDER


def list_drive_choices() -> list[DriveChoice]:
    """Return the sticks that are plugged in, but for the chosen one."""
    choices, second = [], find_second_folder()
    chosen = second.path.parent if second and second.is_drive and second.is_there() else None
    for drive in list_drives():
        if drive == chosen:
            continue
        try:
            choices.append(DriveChoice(drive, shutil.disk_usage(drive).free))
        except OSError:  # just pulled out, or a card reader without a card
            continue
    return choices


def choose_drive(sent: str) -> None:
    """Choose our folder on a stick that is plugged in."""
    drive = next((drive for drive in list_drives() if str(drive) == sent), None)
    if drive is None:
        raise Trouble("second_missing", where=sent)
    folder = drive / ON_DRIVES
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise convert_os_error(error, folder) from error
    _choose(folder, is_drive=True)


def choose_folder(typed: str) -> None:
    """Choose an existing folder."""
    folder = Path(typed)
    if "\0" in typed or not folder.is_absolute():
        raise Trouble("relative")
    folder = Path(os.path.realpath(folder))
    if _is_within(folder, [Path(settings.DATA_DIR), PACKAGE]):
        raise Trouble("own_folder", where=typed)
    windows = [Path(os.environ[name]) for name in _OF_WINDOWS if name in os.environ]
    if str(folder) == "/" or _is_within(folder, [*map(Path, _OF_THE_SYSTEM), *windows]):
        raise Trouble("system_folder", where=typed)
    if not folder.is_dir():
        raise Trouble("no_folder", where=typed)
    _choose(folder, is_drive=False)


def _choose(folder: Path, *, is_drive: bool) -> None:
    try:
        choose_second_folder(folder, is_drive=is_drive)
    except OSError as error:
        raise convert_os_error(error, folder) from error


def _is_within(folder: Path, others: list[Path]) -> bool:
    return any(folder.is_relative_to(os.path.realpath(other)) for other in others)
