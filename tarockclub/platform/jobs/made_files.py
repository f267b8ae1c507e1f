"""Files that jobs make: begun by a page or a program, looked for until they are there, and fetched."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from tarockclub.models import Job
from tarockclub.platform.jobs.runner import resume_jobs, start_runner
from tarockclub.platform.jobs.services import JobRequest, add_job, load_result

AT_ONCE = 2  # for all files of a kind of a club: the laptop has other things to do


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
    job, is_new = add_job(request, AT_ONCE, club)
    if is_new:
        start_runner(request.kind)
    return job


def list_jobs(kind: str, abouts: Sequence[str]) -> QuerySet[Job]:
    """Return the files about these things that are still there, the latest first; those of dead processes go on."""
    resume_jobs(kind)
    return Job.objects.filter(kind=kind, about__in=abouts).order_by("-begun", "-pk")
