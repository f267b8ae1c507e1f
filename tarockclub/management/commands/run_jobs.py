"""manage.py run_jobs KIND: works on the jobs of a kind until none is waiting (tarockclub/platform/jobs)."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils.module_loading import import_string

from tarockclub.models import Job
from tarockclub.platform.clubs.features import collect_job_work
from tarockclub.platform.jobs.runner import Beat, let_site_go_first, run_jobs
from tarockclub.platform.server.database_state import DatabaseCommand

NICE = 5  # the site comes first
NICER = {Job.Kind.FOLDER: 10}  # phones come first


class Command(DatabaseCommand):
    """The process of jobs of one kind."""

    help = "Works on the jobs of a kind that pages have asked for; not meant to be called by hand."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the kind."""
        parser.add_argument("kind", choices=sorted(collect_job_work()))

    def handle(self, *args: Any, kind: str, **options: Any) -> None:
        let_site_go_first(NICER.get(Job.Kind(kind), NICE))
        run_jobs(kind, import_string(collect_job_work()[kind]))


def make_file(job: Job, target: Path, beat: Beat) -> None:
    """Make a tournament's export, or the file of a club."""
    from tarockclub.office.club_file.writer import ARGUMENT, make_club_file
    from tournaments.results.exports.services import make_export

    (make_club_file if ARGUMENT in job.arguments else make_export)(job, target, beat)
