"""Exports in progress, each in a process of its own: the site goes on answering, and knows their progress.

Each has the key of its form: resubmitting the form does not start a second export. Its state is a small
file beside the one that it makes; the process renews it all the time, so that one that has stopped is noticed.
"""

import contextlib
import json
import os
import subprocess
import sys
import time
import uuid
from pathlib import Path
from typing import Any, NamedTuple

from tarockclub.time_source import now
from tournaments.exports.services import FORMS, count_tables, find_export_folder, format_file_name
from tournaments.models import Tournament

RUNNING, JOB_DONE, FAILED = "running", "done", "failed"
KEPT_SECONDS = 24 * 60 * 60
SILENT_SECONDS = 30  # after which a process is taken for dead
AT_ONCE = 2  # for all tournaments: the laptop has other things to do
ROOT = Path(__file__).resolve().parents[2]
_processes: dict[str, subprocess.Popen[bytes]] = {}


class Job(NamedTuple):
    """The state of an export, as in its file."""

    key: str
    tournament: int
    form: str
    name: str  # of its file
    state: str
    done: int  # tables
    of: int
    begun: float  # Unix time, seconds

    @property
    def file(self) -> Path:
        """Return the path of the exported file; complete as soon as it is done."""
        return find_export_folder() / f"{self.key}.file"

    @property
    def is_running(self) -> bool:
        """Tell whether the export is still being made."""
        return self.state == RUNNING

    @property
    def is_done(self) -> bool:
        """Tell whether the file can be fetched."""
        return self.state == JOB_DONE


class Busy(Exception):  # noqa: N818 -- no error of the program, but an answer
    """A refusal because too many exports are being made already."""


def start(tournament: Tournament, key: str, form: str, language: str) -> Job:
    """Begin an export; the same key is the same export, and one that is being made already is not started again.

    Raises Busy, and ValueError for an invalid key or form.
    """
    key = str(uuid.UUID(key))
    if form not in FORMS:
        raise ValueError(form)
    _clear_away()
    known = find_job(key)
    if known is not None:
        return known
    running = [job for job in _list_all_jobs() if job.is_running]
    same = next((job for job in running if (job.tournament, job.form) == (tournament.pk, form)), None)
    if same is not None:
        return same
    if len(running) >= AT_ONCE:
        raise Busy
    name, begun = format_file_name(tournament, form), now().timestamp()
    job = Job(key, tournament.pk, form, name, RUNNING, 0, count_tables(tournament), begun)
    write_job(job)
    _run(job=job, language=language)
    return job


def _run(*, job: Job, language: str) -> None:
    command = [sys.executable, str(ROOT / "manage.py"), "export_tournament", job.key, "--language", language]
    with (find_export_folder() / f"{job.key}.log").open("wb") as log:
        _processes[job.key] = subprocess.Popen(  # noqa: S603 -- this program itself
            command,
            cwd=ROOT,
            env={**os.environ, "PYTHONUTF8": "1"},
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,  # Ctrl+C is for the server; a running export is finished
        )


def find_job(key: str) -> Job | None:
    """Find an export by its key; one whose process is gone has failed."""
    ended = _has_ended(key)
    job = _read_job(_build_path(key))  # read again afterwards: its last state is there
    if job is None or not job.is_running:
        return job
    if ended:
        write_job(job._replace(state=FAILED))
    return job._replace(state=FAILED) if ended or _compute_silence(_build_path(key)) > SILENT_SECONDS else job


def _has_ended(key: str) -> bool:
    """Tell whether a process that this program has begun is known to have ended."""
    process = _processes.get(key)
    if process is None or process.poll() is None:
        return False
    del _processes[key]
    return True


def list_jobs(tournament: Tournament) -> list[Job]:
    """Return the exports of a tournament that are still there, the latest first."""
    _clear_away()
    here = [job for job in _list_all_jobs() if job.tournament == tournament.pk]
    return sorted(here, key=lambda job: job.begun, reverse=True)


def write_job(job: Job) -> None:
    """Write the state of an export; a reader sees the old or the new one, never a part."""
    said = _build_path(job.key)
    part = said.with_suffix(".new")
    part.write_text(json.dumps(job._asdict()), encoding="utf-8")
    part.replace(said)


def _list_all_jobs() -> list[Job]:
    jobs = (find_job(path.stem) for path in find_export_folder().glob("*.job"))
    return [job for job in jobs if job is not None]


def _build_path(key: str) -> Path:
    return find_export_folder() / f"{key}.job"


def _read_job(path: Path) -> Job | None:
    try:
        said: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return Job(**said)


def _compute_silence(path: Path) -> float:
    """Return the seconds since the last sign of life of an export."""
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return float("inf")


def _clear_away() -> None:
    """Delete exports older than a day."""
    for path in find_export_folder().iterdir():
        if _compute_silence(path) > KEPT_SECONDS:
            with contextlib.suppress(OSError):
                path.unlink()
