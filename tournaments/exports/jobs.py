"""Exports in progress: jobs (tarockclub/jobs) that processes of their own work on, so that the site goes on answering.

Each has the key of its form: resubmitting the form does not start a second export.
"""

import uuid
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from django.utils import translation

from tarockclub.jobs.runner import Beat, resume_jobs, start_runner
from tarockclub.jobs.selectors import load_result
from tarockclub.jobs.services import JobRequest, add_job
from tarockclub.models import Job
from tarockclub.server.reading import read_caught_up
from tournaments.exports.services import FORMS, count_tables, format_export_name, write_export
from tournaments.models import Tournament

AT_ONCE = 2  # for all tournaments of a club: the laptop has other things to do


class Export(NamedTuple):
    """An export as pages and the API show it."""

    job: int
    key: str
    form: str
    name: str  # of its file
    state: str
    done: int  # tables
    of: int
    begun: datetime

    @property
    def is_running(self) -> bool:
        """Tell whether the export is still being made."""
        return self.state == Job.State.RUNNING

    @property
    def is_done(self) -> bool:
        """Tell whether the file can be fetched."""
        return self.state == Job.State.DONE

    def load_file(self) -> bytes:
        """Return the exported file."""
        return load_result(self.job)


def start(tournament: Tournament, key: str, form: str, language: str) -> Export:
    """Begin an export; the same key is the same export, and one that is being made already is not started again.

    Raises BusyError, and ValueError for an invalid key or form.
    """
    key = str(uuid.UUID(key))
    if form not in FORMS:
        raise ValueError(form)
    resume_jobs(Job.Kind.EXPORT)
    arguments: dict[str, str | int] = {"tournament": tournament.pk, "form": form, "language": language}
    about = _format_about(tournament, form)
    asked = JobRequest(Job.Kind.EXPORT, key, about, arguments, count_tables(tournament))
    job, is_new = add_job(asked, AT_ONCE, tournament.club_id)
    if is_new:
        start_runner(Job.Kind.EXPORT)
    return _build_export(tournament, job)


def make_export(job: Job, target: Path, beat: Beat) -> None:
    """Write the file of an export, in its own process."""
    tournament = Tournament.everything.select_related("club", "sheet_version").get(pk=job.arguments["tournament"])
    language = job.arguments["language"]

    def write() -> None:
        beat.begin_anew()
        write_export(tournament, job.arguments["form"], language, target, beat.tell)

    with translation.override(language):
        read_caught_up(write)


def find_export(tournament: Tournament, key: str) -> Export | None:
    """Find an export of a tournament by its key."""
    resume_jobs(Job.Kind.EXPORT)
    job = Job.objects.filter(kind=Job.Kind.EXPORT, key=key, about__in=_list_abouts(tournament)).first()
    return _build_export(tournament, job) if job else None


def list_exports(tournament: Tournament) -> list[Export]:
    """Return the exports of a tournament that are still there, the latest first."""
    resume_jobs(Job.Kind.EXPORT)
    found = Job.objects.filter(kind=Job.Kind.EXPORT, about__in=_list_abouts(tournament)).order_by("-begun", "-pk")
    return [_build_export(tournament, job) for job in found]


def _list_abouts(tournament: Tournament) -> list[str]:
    return [_format_about(tournament, form) for form in FORMS]


def _format_about(tournament: Tournament, form: str) -> str:
    return f"{tournament.pk} {form}"


def _build_export(tournament: Tournament, job: Job) -> Export:
    form = job.arguments["form"]
    state = Job.State.RUNNING if job.state in Job.OPEN else job.state
    return Export(job.pk, job.key, form, format_export_name(tournament, form), state, job.done, job.of, job.begun)
