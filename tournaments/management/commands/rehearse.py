"""manage.py rehearse: the robots at the tables of the rehearsals that directors have begun."""

from typing import Any

from tarockclub.jobs.runner import let_site_go_first, run_jobs
from tarockclub.models import Job
from tarockclub.server.database_state import DatabaseCommand
from tournaments.rehearsal.jobs import play_rehearsal

NICE = 5  # the site comes first


class Command(DatabaseCommand):
    """The process of robots; it ends with the rehearsal."""

    help = "Plays at the tables of a rehearsal that a director has begun; not meant to be called by hand."

    def handle(self, *args: Any, **options: Any) -> None:
        let_site_go_first(NICE)
        run_jobs(Job.Kind.REHEARSE, play_rehearsal)
