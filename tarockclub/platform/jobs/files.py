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


def write_sign(job: int, done: int) -> None:
    """Give a sign of life of a job while its own transaction keeps all others from writing (SQLite)."""
    path = _build_sign_path(job)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.write_text(str(done), encoding="ascii")


def read_sign(job: int, seconds: float) -> int | None:
    """Return how much of a job is done; None without a sign of life in these seconds."""
    path = _build_sign_path(job)
    try:
        is_fresh = abs(time.time() - path.stat().st_mtime) < seconds
        return int(path.read_text(encoding="ascii") or 0) if is_fresh else None
    except (OSError, ValueError):
        return None


def delete_sign(job: int) -> None:
    """Delete the sign of life of a job that has ended."""
    _build_sign_path(job).unlink(missing_ok=True)


def _build_sign_path(job: int) -> Path:
    return _get_folder() / f"{job}.sign"


def _get_folder() -> Path:
    return Path(settings.DATA_DIR) / "exports"
