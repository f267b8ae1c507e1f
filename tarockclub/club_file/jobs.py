"""Club files in the making: jobs like exports (tarockclub/jobs), done by the same process."""

import uuid
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from django.utils.text import slugify
from django.utils.timezone import localtime

from tarockclub.club_file.writer import count_rows, write_club
from tarockclub.jobs.runner import Beat, resume_jobs, start_runner
from tarockclub.jobs.selectors import load_result
from tarockclub.jobs.services import JobRequest, add_job
from tarockclub.models import Club, Job
from tarockclub.server.reading import read_caught_up

AT_ONCE = 2  # with the exports of tournaments: the laptop has other things to do
ARGUMENT = "club"


class MadeFile(NamedTuple):
    """The file of a club as pages show it."""

    job: int
    key: str
    name: str
    state: str
    done: int  # rows
    of: int
    begun: datetime

    @property
    def is_running(self) -> bool:
        """Tell whether the file is still being made."""
        return self.state == Job.State.RUNNING

    @property
    def is_done(self) -> bool:
        """Tell whether the file can be fetched."""
        return self.state == Job.State.DONE

    def load_file(self) -> bytes:
        """Return the file."""
        return load_result(self.job)


def start_file(club: Club, key: str) -> MadeFile:
    """Begin a file; the same key is the same file. Raise BusyError, and ValueError for an invalid key."""
    key = str(uuid.UUID(key))
    resume_jobs(Job.Kind.EXPORT)
    asked = JobRequest(Job.Kind.EXPORT, key, _format_about(club), {ARGUMENT: club.pk}, count_rows(club))
    job, is_new = add_job(asked, AT_ONCE, club.pk)
    if is_new:
        start_runner(Job.Kind.EXPORT)
    return _build_file(club, job)


def make_club_file(job: Job, target: Path, beat: Beat) -> None:
    """Write the file of a job, in its own process."""
    club = Club.objects.get(pk=job.arguments[ARGUMENT])

    def write() -> None:
        beat.begin_anew()
        write_club(club, target, beat.tell)

    read_caught_up(write)


def find_file(club: Club, key: str) -> MadeFile | None:
    """Find a file of a club by its key."""
    resume_jobs(Job.Kind.EXPORT)
    job = Job.objects.filter(kind=Job.Kind.EXPORT, key=key, about=_format_about(club)).first()
    return _build_file(club, job) if job else None


def list_files(club: Club) -> list[MadeFile]:
    """Return the files of a club that are still there, the latest first."""
    resume_jobs(Job.Kind.EXPORT)
    found = Job.objects.filter(kind=Job.Kind.EXPORT, about=_format_about(club)).order_by("-begun", "-pk")
    return [_build_file(club, job) for job in found]


def _format_about(club: Club) -> str:
    return f"{ARGUMENT} {club.pk}"


def _build_file(club: Club, job: Job) -> MadeFile:
    state = Job.State.RUNNING if job.state in Job.OPEN else job.state
    name = f"{slugify(club.name) or 'club'}-{localtime(job.begun):%Y-%m-%d-%H%M}.zip"
    return MadeFile(job.pk, job.key, name, state, job.done, job.of, job.begun)
