"""manage.py make_exports: makes the exports that pages have asked for."""

import contextlib
import os
from typing import Any

from tarockclub.jobs.runner import run_jobs
from tarockclub.models import Job
from tarockclub.server.database_state import DatabaseCommand
from tournaments.exports.jobs import make_export

NICE = 5  # the site comes first


class Command(DatabaseCommand):
    """The process of exports; it ends when none is waiting."""

    help = "Creates the exports of tournaments that pages have asked for; not meant to be called by hand."

    def handle(self, *args: Any, **options: Any) -> None:
        with contextlib.suppress(AttributeError, OSError):  # Windows has none
            os.nice(NICE)
        run_jobs(Job.Kind.EXPORT, make_export)
