"""manage.py send_club: sends the whole club to the installation on the internet, as a page has asked."""

from typing import Any

from tarockclub.club_file.sending import run_sending
from tarockclub.jobs.runner import let_site_go_first, run_jobs
from tarockclub.models import Job
from tarockclub.server.database_state import DatabaseCommand

NICE = 10  # phones come first


class Command(DatabaseCommand):
    """The process that sends whole clubs; it ends when none is waiting."""

    help = "Sends the whole club to the installation on the internet; not meant to be called by hand."

    def handle(self, *args: Any, **options: Any) -> None:
        let_site_go_first(NICE)
        run_jobs(Job.Kind.SEND, run_sending)
