"""The process that works on jobs: it gives signs of life, stores results, looks for more; the files made by jobs."""

import contextlib
import logging
import os
import socket
import subprocess
import sys
import threading
import uuid
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple

from django.db import Error, connection, transaction
from django.db.models import QuerySet

from tarockclub.models import Job
from tarockclub.platform.jobs.services import (
    JobRequest,
    LostJobError,
    add_job,
    build_new_path,
    claim_job,
    delete_old_jobs,
    delete_sign,
    end_job,
    is_locking,
    load_result,
    renew_job,
    store_part,
    take_over_silent_jobs,
    write_sign,
)
from tarockclub.platform.server import windows_console
from tarockclub.platform.server.installation import build_child_command, build_child_environment

BEAT_SECONDS = 2.0
LONG_BEATS = {Job.Kind.FOLDER: 10.0}  # of work that goes on for hours: SQLite has one writer, and hands come first
PART_BYTES = 1 << 19
_PARENT = os.getppid()
Work = Callable[[Job, Path, "Beat"], None]  # writes a file, and tells how much more is done
logger = logging.getLogger(__name__)
_processes: list[subprocess.Popen[bytes]] = []


def start_runner(kind: str) -> None:
    """Start the process that works on the waiting jobs of a kind, as soon as it can see them."""
    transaction.on_commit(partial(start_process, kind))


def resume_jobs(kind: str) -> None:
    """Have the jobs of dead processes done by another one."""
    if take_over_silent_jobs(kind):
        start_runner(kind)


def start_process(kind: str) -> None:
    """Start such a process now; without it, whoever looks later starts one."""
    _processes[:] = [process for process in _processes if process.poll() is None]
    try:
        process = subprocess.Popen(  # noqa: S603 -- this program itself
            build_child_command("tarockclub", "run_jobs", kind),
            env=build_child_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            **windows_console.OWN_GROUP_BEHIND,  # Ctrl+C is for the server; a running job is finished
        )
    except OSError:
        logger.exception("No process could be started.")
    else:
        _processes.append(process)


def let_site_go_first(nice: int) -> None:
    """Let the site come first; Windows is asked for that when the process is started."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.nice(nice)


def has_server() -> bool:
    """Return whether the process that started this one still lives: work that goes on for hours ends with the server.

    Windows does not tell; there such work ends by its own limits.
    """
    return os.getppid() == _PARENT


def run_jobs(kind: str, work: Work) -> None:
    """Work on waiting jobs until there is none; then tidy up."""
    runner = f"{socket.gethostname()[:64]} {os.getpid()} {uuid.uuid4().hex}"
    while (job := claim_job(kind, runner)) is not None:
        _run_job(job, work, build_new_path())
    delete_old_jobs()


def _run_job(job: Job, work: Work, target: Path) -> None:
    state = Job.State.FAILED
    with Beat(job) as beat:
        try:
            work(job, target, beat)
            _store_file(job, target)
            state = Job.State.DONE
        except LostJobError:
            logger.warning("Another process has taken over: %s", job)
        except Exception:
            logger.exception("A job has failed: %s", job)
        finally:
            target.unlink(missing_ok=True)
    end_job(job, state, beat.done)


def _store_file(job: Job, file: Path) -> None:
    with file.open("rb") as stream:
        number = 0
        while content := stream.read(PART_BYTES):
            store_part(job, number, content)
            number += 1


class Beat:
    """A thread that gives a sign of life every few seconds while its process works on a job."""

    def __init__(self, job: Job) -> None:
        self.done = 0
        self._job, self._is_lost = job, False
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def __enter__(self) -> "Beat":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._ended.set()
        self._thread.join()

    def tell(self, more: int) -> None:
        """Count more as done; raise LostJobError if another process has taken the job over."""
        self.done += more
        if self._is_lost:
            raise LostJobError

    def _beat(self) -> None:
        while not self._ended.wait(LONG_BEATS.get(Job.Kind(self._job.kind), BEAT_SECONDS)):
            try:
                if is_locking(self._job.kind):
                    write_sign(self._job.pk, self.done)
                else:
                    self._is_lost = not renew_job(self._job, self.done)
            except (Error, OSError):  # it is away: the next one may arrive
                connection.close()
        delete_sign(self._job.pk)
        connection.close()  # of this thread


FILES_AT_ONCE = 2  # for all files of a kind of a club: the laptop has other things to do


class MadeFile(NamedTuple):
    """A file that is made, as pages and programs show it."""

    job: int
    key: str
    form: str  # of an export
    name: str
    state: str
    done: int
    of: int
    begun: datetime

    @property
    def is_running(self) -> bool:
        """Return whether the file is still being made."""
        return self.state == Job.State.RUNNING

    @property
    def is_done(self) -> bool:
        """Return whether the file can be fetched."""
        return self.state == Job.State.DONE

    def load_file(self) -> bytes:
        """Return the file."""
        return load_result(self.job)


def build_made_file(job: Job, name: str = "") -> MadeFile:
    """Return the file of a job; whether a process has begun already is nothing to people."""
    state = Job.State.RUNNING if job.state in Job.OPEN else job.state
    return MadeFile(job.pk, job.key, job.arguments.get("form", ""), name, state, job.done, job.of, job.begun)


def start_job(request: JobRequest, club: int) -> Job:
    """Begin to make a file of a club (id); the same key is the same file, and one that is open is not begun again.

    Raise BusyError, and ValueError for an invalid key.
    """
    request = request._replace(key=str(uuid.UUID(request.key)))
    resume_jobs(request.kind)
    job, is_new = add_job(request, FILES_AT_ONCE, club)
    if is_new:
        start_runner(request.kind)
    return job


def list_jobs(kind: str, abouts: Sequence[str]) -> QuerySet[Job]:
    """Return the files about these things that are still there, the latest first; those of dead processes go on."""
    resume_jobs(kind)
    return Job.objects.filter(kind=kind, about__in=abouts).order_by("-begun", "-pk")
