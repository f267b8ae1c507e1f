"""Sites as zip files: each is a job (tarockclub/jobs) that a process of its own works on."""

import uuid
from pathlib import Path
from typing import NamedTuple

from tarockclub.jobs.runner import Beat, resume_jobs, start_runner
from tarockclub.jobs.selectors import load_result
from tarockclub.jobs.services import JobRequest, add_job
from tarockclub.models import Club, Job
from tournaments.models import Season, Tournament
from tournaments.static_site.builder import (
    CLUB,
    SEASON,
    TOURNAMENT,
    Subject,
    describe_club,
    describe_season,
    describe_tournament,
)
from tournaments.static_site.files import write_zip

AT_ONCE = 2


class SiteFile(NamedTuple):
    """A zip file, or one that is being made."""

    job: int
    key: str
    state: str
    done: int  # pages

    @property
    def is_running(self) -> bool:
        """Tell whether it is still being made."""
        return self.state in Job.OPEN

    @property
    def is_done(self) -> bool:
        """Tell whether it can be fetched."""
        return self.state == Job.State.DONE

    def load_file(self) -> bytes:
        """Return the file."""
        return load_result(self.job)


def start_site(kind: str, thing: int, key: str, club: int) -> SiteFile:
    """Begin to make a file of a club (id); the same key is the same file. Raise BusyError, ValueError for a bad key."""
    resume_jobs(Job.Kind.SITE)
    about = f"{kind} {thing}"
    arguments: dict[str, str | int] = {"kind": kind, "thing": thing, "club": club}
    asked = JobRequest(Job.Kind.SITE, str(uuid.UUID(key)), about, arguments, 1)
    job, is_new = add_job(asked, AT_ONCE, club)
    if is_new:
        start_runner(Job.Kind.SITE)
    return _build_file(job)


def list_files(kind: str, thing: int) -> list[SiteFile]:
    """Return the files that are still there, the latest first."""
    resume_jobs(Job.Kind.SITE)
    found = Job.objects.filter(kind=Job.Kind.SITE, about=f"{kind} {thing}").order_by("-begun", "-pk")
    return [_build_file(job) for job in found]


def find_file(kind: str, thing: int, key: uuid.UUID) -> SiteFile | None:
    """Return a file by its key, if it is about this."""
    job = Job.objects.filter(kind=Job.Kind.SITE, about=f"{kind} {thing}", key=str(key)).first()
    return None if job is None else _build_file(job)


def _build_file(job: Job) -> SiteFile:
    return SiteFile(job.pk, job.key, job.state, job.done)


def make_site(job: Job, target: Path, beat: Beat) -> None:
    """Write the file of a job, in its own process."""
    write_zip(_find_subject(job.arguments["kind"], job.arguments["thing"]), target, beat.tell)


def _find_subject(kind: str, thing: int) -> Subject:
    if kind == TOURNAMENT:
        return describe_tournament(Tournament.objects.select_related("club", "sheet_version").get(pk=thing))
    if kind == SEASON:
        return describe_season(Season.objects.select_related("club").get(pk=thing))
    return describe_club(Club.objects.get(pk=thing))


__all__ = ["CLUB", "SEASON", "TOURNAMENT", "SiteFile", "find_file", "list_files", "make_site", "start_site"]
