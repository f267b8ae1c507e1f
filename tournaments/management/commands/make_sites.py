"""manage.py make_sites: makes the sites that pages have asked for."""

from typing import Any

from tarockclub.jobs.runner import let_site_go_first, run_jobs
from tarockclub.models import Job
from tarockclub.server.database_state import DatabaseCommand
from tournaments.static_site.jobs import make_site

NICE = 5  # the site comes first


class Command(DatabaseCommand):
    """The process of sites; it ends when none is waiting."""

    help = "Makes the zip files of public pages that a director has asked for; not meant to be called by hand."

    def handle(self, *args: Any, **options: Any) -> None:
        let_site_go_first(NICE)
        run_jobs(Job.Kind.SITE, make_site)
