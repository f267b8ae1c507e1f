"""The choice of the second folder on the page: among the sticks that this computer sees, or a folder that is typed."""

import os
import shutil
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

from tarockclub.office.backups.errors import Trouble, convert_os_error
from tarockclub.platform.server.drives import list_drives
from tarockclub.platform.server.installation import PACKAGE
from tarockclub.platform.server.second_folder import ON_DRIVES, choose_second_folder, find_second_folder

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
