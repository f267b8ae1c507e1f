"""Exports in progress: jobs (platform/jobs) that processes of their own work on, so that the site goes on answering.

Each has the key of its form: resubmitting the form does not start a second export.
"""

from pathlib import Path

from django.utils import translation

from tarockclub.models import Job
from tarockclub.platform.jobs.made_files import MadeFile, build_made_file, list_jobs, start_job
from tarockclub.platform.jobs.runner import Beat
from tarockclub.platform.jobs.services import JobRequest
from tournaments.models import Tournament
from tournaments.results.exports.formats import FORMS
from tournaments.results.exports.services import count_tables, format_export_name, write_export


def start_export(tournament: Tournament, key: str, form: str, language: str) -> MadeFile:
    """Begin an export; the same key is the same export, and one that is being made already is not started again.

    Raises BusyError, and ValueError for an invalid key or form.
    """
    if form not in FORMS:
        raise ValueError(form)
    arguments: dict[str, str | int] = {"tournament": tournament.pk, "form": form, "language": language}
    about = _format_about(tournament, form)
    request = JobRequest(Job.Kind.EXPORT, key, about, arguments, count_tables(tournament))
    return _build_export(tournament, start_job(request, tournament.club_id))


def make_export(job: Job, target: Path, beat: Beat) -> None:
    """Write the file of an export, in its own process."""
    tournament = Tournament.everything.select_related("club", "sheet_version").get(pk=job.arguments["tournament"])
    language = job.arguments["language"]
    with translation.override(language):
        write_export(tournament, job.arguments["form"], language, target, beat.tell)


def find_export(tournament: Tournament, key: str) -> MadeFile | None:
    """Find an export of a tournament by its key."""
    job = list_jobs(Job.Kind.EXPORT, _list_abouts(tournament)).filter(key=key).first()
    return _build_export(tournament, job) if job else None


def list_exports(tournament: Tournament) -> list[MadeFile]:
    """Return the exports of a tournament that are still there, the latest first."""
    return [_build_export(tournament, job) for job in list_jobs(Job.Kind.EXPORT, _list_abouts(tournament))]


def _list_abouts(tournament: Tournament) -> list[str]:
    return [_format_about(tournament, form) for form in FORMS]


def _format_about(tournament: Tournament, form: str) -> str:
    return f"{tournament.pk} {form}"


def _build_export(tournament: Tournament, job: Job) -> MadeFile:
    return build_made_file(job, format_export_name(tournament, job.arguments["form"]))
