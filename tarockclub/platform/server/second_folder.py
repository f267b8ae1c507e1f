"""The second folder of the backups: named by TAROCKCLUB_BACKUP_FOLDER, or chosen on the page of backups.

A chosen one is known again by a mark in it: at the same place there may be another stick, and the stick at another
place. The choice is about this computer, so it is in the data folder, not in the book, which a backup brings elsewhere.
"""

import json
import os
import re
import secrets
import sys
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

MOUNTED_UNDER = ("/media/", "/run/media/", "/mnt/")
REMOVABLE = 2  # DRIVE_REMOVABLE of Windows
_ESCAPED = re.compile(rb"\\([0-7]{3})")


def list_drives() -> list[Path]:
    """Return the folders where writable drives are mounted."""
    try:
        if sys.platform == "win32":
            return _list_letters()
        if sys.platform == "darwin":
            return sorted(volume for volume in Path("/Volumes").iterdir() if os.path.ismount(volume))
        return parse_mounts(Path("/proc/mounts").read_bytes())
    except OSError:
        return []


def parse_mounts(table: bytes) -> list[Path]:
    r"""Return the mounted drives of Linux's table.

    >>> [str(drive) for drive in parse_mounts(
    ...     b"/dev/sdb1 /media/eva/ALTE\\040LINDE vfat rw,nosuid 0 0\n/dev/sdc1 /media/cd iso9660 ro 0 0\n"
    ...     b"tmpfs /mnt/memory tmpfs rw 0 0\n/dev/sda1 / ext4 rw 0 0\n")]
    ['/media/eva/ALTE LINDE']
    """
    drives = set()
    for line in table.splitlines():
        device, place, _kind, options, *_rest = (*line.split(b" "), b"", b"", b"")
        path = os.fsdecode(_ESCAPED.sub(lambda escaped: bytes([int(escaped[1], 8) & 0xFF]), place))
        if device.startswith(b"/dev/") and path.startswith(MOUNTED_UNDER) and b"rw" in options.split(b","):
            drives.add(Path(path))
    return sorted(drives)


def _list_letters() -> list[Path]:
    letters: list[str] = []
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.WinDLL("kernel32")
        bits = kernel.GetLogicalDrives()
        letters = [f"{chr(ord('A') + bit)}:\\" for bit in range(26) if bits >> bit & 1]
        letters = [letter for letter in letters if kernel.GetDriveTypeW(letter) == REMOVABLE]
    return list(map(Path, letters))


CHOICE, MARK = "second-folder.json", ".tarockclub-mark"
ON_DRIVES = "Tarockclub"  # the folder on a stick
_LONGEST_MARK = 64


class SecondFolder(NamedTuple):
    """A second folder, which may be away."""

    path: Path
    mark: str = ""  # in its file; "": whatever is at this place is taken
    is_drive: bool = False  # the folder of ours on a stick

    @property
    def name(self) -> str:
        """Its name for people: a stick's, or the folder's."""
        where = self.path.parent if self.is_drive else self.path
        return where.name or str(where)

    def is_there(self) -> bool:
        """Return whether it can be used: not another one at the same place."""
        return self.has_any() and (not self.mark or read_mark(self.path) == self.mark)

    def has_any(self) -> bool:
        """Return whether there is any folder at its place; a pulled stick may leave one that cannot be read."""
        try:
            return self.path.is_dir()
        except OSError:
            return False


def load_second_folder() -> SecondFolder | None:
    """Return the second folder as it was named or chosen, without a look at it; None: there is none."""
    if settings.BACKUP_FOLDER:
        return SecondFolder(settings.BACKUP_FOLDER)
    try:
        choice = json.loads((Path(settings.DATA_DIR) / CHOICE).read_text(encoding="utf-8"))
        return SecondFolder(Path(choice["path"]), str(choice["mark"]), bool(choice["is_drive"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def find_second_folder() -> SecondFolder | None:
    """Return the second folder where it is now: a stick may have got another letter or name."""
    chosen = load_second_folder()
    if chosen is None or not chosen.is_drive or chosen.is_there():
        return chosen
    places = (chosen._replace(path=drive / ON_DRIVES) for drive in list_drives())
    return next((place for place in places if place.is_there()), chosen)


def choose_second_folder(folder: Path, *, is_drive: bool) -> None:
    """Mark a folder, and use it from now on; a mark that is there stays, since others may know the folder by it."""
    mark = read_mark(folder) or secrets.token_hex(16)
    (folder / MARK).write_text(mark, encoding="ascii")
    choice = {"path": str(folder), "mark": mark, "is_drive": is_drive}
    part = Path(settings.DATA_DIR) / f"{CHOICE}.part"
    part.write_text(json.dumps(choice), encoding="utf-8")
    part.replace(part.with_name(CHOICE))


def give_up_second_folder() -> None:
    """Use no second folder any more; what is in it stays."""
    (Path(settings.DATA_DIR) / CHOICE).unlink(missing_ok=True)


def read_mark(folder: Path) -> str:
    """Return the mark of a folder; "" if it has none."""
    try:
        with (folder / MARK).open(encoding="ascii") as file:
            return file.read(_LONGEST_MARK).strip()
    except (OSError, ValueError):
        return ""
