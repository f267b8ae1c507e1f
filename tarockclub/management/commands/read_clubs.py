"""manage.py read_clubs: reads the club files that pages and laptops have sent."""

from typing import Any

from tarockclub.club_file.imports import run_import
from tarockclub.jobs.runner import let_site_go_first, run_jobs
from tarockclub.models import Job
from tarockclub.server.database_state import DatabaseCommand

NICE = 5  # the site comes first


class Command(DatabaseCommand):
    """The process of club files on their way in; it ends when none is waiting."""

    help = "Reads the club files that pages and laptops have sent; not meant to be called by hand."

    def handle(self, *args: Any, **options: Any) -> None:
        let_site_go_first(NICE)
        run_jobs(Job.Kind.IMPORT, run_import)
