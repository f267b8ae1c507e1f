"""manage.py make_exports: makes the exports and files of clubs that pages have asked for."""

from pathlib import Path
from typing import Any

from tarockclub.club_file.jobs import ARGUMENT, make_club_file
from tarockclub.jobs.runner import Beat, let_site_go_first, run_jobs
from tarockclub.models import Job
from tarockclub.server.database_state import DatabaseCommand
from tournaments.exports.jobs import make_export

NICE = 5  # the site comes first


class Command(DatabaseCommand):
    """The process of exports; it ends when none is waiting."""

    help = "Creates the exports and files of clubs that pages have asked for; not meant to be called by hand."

    def handle(self, *args: Any, **options: Any) -> None:
        let_site_go_first(NICE)
        run_jobs(Job.Kind.EXPORT, make)


def make(job: Job, target: Path, beat: Beat) -> None:
    """Make a tournament's export, or the file of a club."""
    (make_club_file if ARGUMENT in job.arguments else make_export)(job, target, beat)
