"""manage.py publish_live: sends public pages to an installation on the internet, as long as they change."""

from typing import Any

from tarockclub.jobs.runner import let_site_go_first, run_jobs
from tarockclub.models import Job
from tarockclub.server.database_state import DatabaseCommand
from tournaments.live_publishing.process import work_off

NICE = 10  # phones come first


class Command(DatabaseCommand):
    """The process that sends; it ends when nothing changes any more, and with the server."""

    help = "Sends public pages to the installation on the internet; not meant to be called by hand."

    def handle(self, *args: Any, **options: Any) -> None:
        let_site_go_first(NICE)
        run_jobs(Job.Kind.PUBLISH, work_off)
