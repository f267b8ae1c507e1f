"""The existing backups in both folders, for the page."""

import re
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from django.utils import timezone

from tarockclub.office.backups import container, folder
from tarockclub.office.backups.changes import find_last_moment
from tarockclub.office.backups.container import BackupFacts
from tarockclub.office.backups.errors import Trouble, format_backup_trouble
from tarockclub.office.backups.second_folder import find_changes, load_second_state
from tarockclub.platform.server.wsgi.uploads import open_uploads_folder

OF_SECOND = ("second_missing", "second_other")  # its watch sees them within seconds, and that they are over
_UPLOAD = re.compile(r"uploaded-\d{8}-\d{6}-\d{6}\.zip")


class StoredBackup(NamedTuple):
    """A backup that can be downloaded and restored."""

    name: str
    moment: datetime
    size: int  # bytes
    about: BackupFacts | None  # None: unreadable
    first: bool  # in the first folder
    second: bool
    safety: str  # "before-restore", "before-update"; else ""
    until: datetime | None  # of the changes beside it
    trouble: Trouble | None  # why it is unreadable


def list_stored() -> list[StoredBackup]:
    """Return all backups of the first folder, and those that only the second one has, newest first."""
    first, second = _list_names(folder.get_home_folder()), _list_names(folder.get_second_folder())
    backups = [_load_stored(name, name in first, name in second) for name in sorted(first | second, reverse=True)]
    return [backup for backup in backups if backup]


def load_last_moment() -> datetime | None:
    """Return the moment of the last backup."""
    name = folder.parse_name(str(folder.load_run_state().get("last", "")))
    return None if name is None else name.moment


def list_last_troubles() -> list[str]:
    """Return the troubles of the last backup, in sentences; not those that the watch on the second folder says."""
    watched = load_second_state()
    covered = OF_SECOND if watched and (watched.until or watched.trouble) else ()
    troubles = folder.load_run_state().get("troubles", ())
    return [
        format_backup_trouble(trouble["code"], trouble["facts"])
        for trouble in troubles
        if trouble["code"] not in covered
    ]


def build_upload_name() -> str:
    """Return a name for an upload."""
    return f"uploaded-{timezone.now():%Y%m%d-%H%M%S-%f}.zip"


def find_backup(name: str) -> Path | None:
    """Return the file of a backup, by its name alone: no other file can be reached this way."""
    if _UPLOAD.fullmatch(name):
        return _find_existing(open_uploads_folder(), name)
    if folder.parse_name(name) is None:
        return None
    second = folder.get_second_folder()
    return _find_existing(folder.get_home_folder(), name) or (_find_existing(second, name) if second else None)


def _find_existing(where: Path, name: str) -> Path | None:
    return where / name if (where / name).is_file() else None


def _list_names(where: Path | None) -> set[folder.BackupName]:
    try:
        return set(folder.list_backups(where)) if where else set()
    except Trouble:
        return set()  # a missing stick


def _load_stored(name: folder.BackupName, first: bool, second: bool) -> StoredBackup | None:
    """Load the facts of a backup; None if the rotation has just deleted it."""
    file = find_backup(str(name))
    try:
        size = file.stat().st_size if file else 0
    except OSError:
        file = None
    if file is None:
        return None
    about = trouble = None
    try:
        about = container.read_about(file)
    except Trouble as caught:
        trouble = caught
    changes = find_changes(file)
    until = find_last_moment(changes) if changes else None
    return StoredBackup(str(name), name.moment, size, about, first, second, name.safety, until, trouble)
