"""The folder of the files in the making; a finished one goes into the database, where all machines find it."""

import contextlib
import time
import uuid
from pathlib import Path

from django.conf import settings

KEPT_SECONDS = 24 * 60 * 60


def build_new_path() -> Path:
    """Return the path of a new file; its folder is created if missing, for its owner alone."""
    folder = _get_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / f"{uuid.uuid4().hex}.part"


def delete_old_files() -> None:
    """Delete what killed processes have left behind a day ago."""
    for path in _get_folder().glob("*"):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > KEPT_SECONDS:
                path.unlink()


def _get_folder() -> Path:
    return Path(settings.DATA_DIR) / "exports"
