"""Sites as zip files: each is a job (tarockclub/platform/jobs) that a process of its own works on."""

import uuid
from pathlib import Path

from tarockclub.models import Club, Job
from tarockclub.office.static_site.builder import (
    CLUB,
    SEASON,
    TOURNAMENT,
    Subject,
    describe_club,
    describe_season,
    describe_tournament,
)
from tarockclub.office.static_site.files import write_zip
from tarockclub.platform.jobs.made_files import MadeFile, build_made_file, list_jobs, start_job
from tarockclub.platform.jobs.runner import Beat
from tarockclub.platform.jobs.services import JobRequest
from tournaments.models import Season, Tournament


def start_site(kind: str, thing: int, key: str, club: int) -> MadeFile:
    """Begin to make a file of a club (id); the same key is the same file. Raise BusyError, ValueError for a bad key."""
    arguments: dict[str, str | int] = {"kind": kind, "thing": thing, "club": club}
    return build_made_file(start_job(JobRequest(Job.Kind.SITE, key, f"{kind} {thing}", arguments, 1), club))


def list_site_files(kind: str, thing: int) -> list[MadeFile]:
    """Return the files that are still there, the latest first."""
    return [build_made_file(job) for job in list_jobs(Job.Kind.SITE, [f"{kind} {thing}"])]


def find_site_file(kind: str, thing: int, key: uuid.UUID) -> MadeFile | None:
    """Return a file by its key, if it is about this."""
    job = list_jobs(Job.Kind.SITE, [f"{kind} {thing}"]).filter(key=str(key)).first()
    return None if job is None else build_made_file(job)


def make_site(job: Job, target: Path, beat: Beat) -> None:
    """Write the file of a job, in its own process."""
    write_zip(_find_subject(job.arguments["kind"], job.arguments["thing"]), target, beat.tell)


def _find_subject(kind: str, thing: int) -> Subject:
    if kind == TOURNAMENT:
        return describe_tournament(Tournament.objects.select_related("club", "sheet_version").get(pk=thing))
    if kind == SEASON:
        return describe_season(Season.objects.select_related("club").get(pk=thing))
    return describe_club(Club.objects.get(pk=thing))


__all__ = ["CLUB", "SEASON", "TOURNAMENT", "find_site_file", "list_site_files", "make_site", "start_site"]
