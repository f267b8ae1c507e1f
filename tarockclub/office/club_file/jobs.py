"""Club files in the making: jobs like exports (tarockclub/platform/jobs), done by the same process."""

from pathlib import Path

from django.utils.text import slugify
from django.utils.timezone import localtime

from tarockclub.models import Club, Job
from tarockclub.office.club_file.writer import count_rows, write_club
from tarockclub.platform.jobs.made_files import MadeFile, build_made_file, list_jobs, start_job
from tarockclub.platform.jobs.runner import Beat
from tarockclub.platform.jobs.services import JobRequest
from tarockclub.platform.server.reading import read_caught_up

ARGUMENT = "club"


def start_file(club: Club, key: str) -> MadeFile:
    """Begin a file; the same key is the same file. Raise BusyError, and ValueError for an invalid key."""
    about = _format_about(club)
    return _build_file(
        club, start_job(JobRequest(Job.Kind.EXPORT, key, about, {ARGUMENT: club.pk}, count_rows(club)), club.pk)
    )


def make_club_file(job: Job, target: Path, beat: Beat) -> None:
    """Write the file of a job, in its own process."""
    club = Club.objects.get(pk=job.arguments[ARGUMENT])

    def write() -> None:
        beat.begin_anew()
        write_club(club, target, beat.tell)

    read_caught_up(write)


def find_made_file(club: Club, key: str) -> MadeFile | None:
    """Find a file of a club by its key."""
    job = list_jobs(Job.Kind.EXPORT, [_format_about(club)]).filter(key=key).first()
    return _build_file(club, job) if job else None


def list_made_files(club: Club) -> list[MadeFile]:
    """Return the files of a club that are still there, the latest first."""
    return [_build_file(club, job) for job in list_jobs(Job.Kind.EXPORT, [_format_about(club)])]


def _format_about(club: Club) -> str:
    return f"{ARGUMENT} {club.pk}"


def _build_file(club: Club, job: Job) -> MadeFile:
    return build_made_file(job, f"{slugify(club.name) or 'club'}-{localtime(job.begun):%Y-%m-%d-%H%M}.zip")
