"""The backups that there are, in both folders, as the page lists them."""

import re
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from django.utils import timezone

from tarockclub.backups import container, folder
from tarockclub.backups.errors import Trouble
from tarockclub.backups.manifest import About

_UPLOAD = re.compile(r"uploaded-\d{8}-\d{6}-\d{6}\.zip")


class Kept(NamedTuple):
    """A backup that can be downloaded and restored."""

    name: str
    made: datetime
    size: int  # bytes
    about: About | None  # none: it cannot be read
    first: bool  # lies in the first folder
    second: bool
    safety: str  # "before-restore", "before-update"; else ""


def shelf() -> list[Kept]:
    """All backups of the first folder, and those that only the second one has, newest first."""
    first, second = _names(folder.home()), _names(folder.second())
    found = [_kept(name, name in first, name in second) for name in sorted(first | second, reverse=True)]
    return [one for one in found if one]


def upload_name() -> str:
    """A name for what somebody uploads."""
    return f"uploaded-{timezone.now():%Y%m%d-%H%M%S-%f}.zip"


def find(name: str) -> Path | None:
    """The file of a backup, by its name alone: nothing else can be reached this way."""
    if _UPLOAD.fullmatch(name):
        return _existing(folder.home() / folder.UPLOADS, name)
    if folder.parse(name) is None:
        return None
    second = folder.second()
    return _existing(folder.home(), name) or (_existing(second, name) if second else None)


def _existing(where: Path, name: str) -> Path | None:
    return where / name if (where / name).is_file() else None


def _names(where: Path | None) -> set[folder.Name]:
    try:
        return set(folder.listed(where)) if where else set()
    except Trouble:
        return set()  # a stick that is not there


def _kept(name: folder.Name, first: bool, second: bool) -> Kept | None:
    """The facts of one; none where the rotation has just taken it away."""
    file = find(str(name))
    try:
        size = file.stat().st_size if file else 0
    except OSError:
        file = None
    if file is None:
        return None
    try:
        about = container.about_of(file)
    except Trouble:
        about = None
    return Kept(str(name), name.made, size, about, first, second, name.safety)
