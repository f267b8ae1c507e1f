"""Sites as zip files: each is a job (tarockclub/platform/jobs) that a process of its own works on."""

import uuid
from pathlib import Path

from tarockclub.models import Club, Job
from tarockclub.office.static_site.builder import Thing, describe
from tarockclub.office.static_site.files import write_zip
from tarockclub.platform.jobs.made_files import MadeFile, build_made_file, list_jobs, start_job
from tarockclub.platform.jobs.runner import Beat
from tarockclub.platform.jobs.services import JobRequest
from tournaments.models import Season, Tournament

_MODELS: dict[str, type[Thing]] = {str(model._meta.model_name): model for model in (Tournament, Season, Club)}


def start_site(thing: Thing, key: str) -> MadeFile:
    """Begin to make a file; the same key is the same file. Raise BusyError, and ValueError for a bad key."""
    club = find_club(thing)
    arguments: dict[str, str | int] = {"kind": str(thing._meta.model_name), "thing": thing.pk, "club": club}
    return build_made_file(start_job(JobRequest(Job.Kind.SITE, key, _format_about(thing), arguments, 1), club))


def find_club(thing: Thing) -> int:
    """Return the club (id) whose pages these are."""
    return thing.pk if isinstance(thing, Club) else thing.club_id


def list_site_files(thing: Thing) -> list[MadeFile]:
    """Return the files that are still there, the latest first."""
    return [build_made_file(job) for job in list_jobs(Job.Kind.SITE, [_format_about(thing)])]


def find_site_file(thing: Thing, key: uuid.UUID) -> MadeFile | None:
    """Return a file by its key, if it is about this."""
    return next((file for file in list_site_files(thing) if file.key == str(key)), None)


def make_site(job: Job, target: Path, beat: Beat) -> None:
    """Write the file of a job, in its own process."""
    thing = _MODELS[job.arguments["kind"]]._default_manager.get(pk=job.arguments["thing"])
    write_zip(describe(thing), target, beat.tell)


def _format_about(thing: Thing) -> str:
    return f"{thing._meta.model_name} {thing.pk}"
