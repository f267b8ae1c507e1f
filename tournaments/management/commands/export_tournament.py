"""manage.py export_tournament: makes one export that a page has begun."""

import contextlib
import os
import threading
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from tarockclub.server.reading import read_caught_up
from tournaments.exports import jobs
from tournaments.exports.services import write_export
from tournaments.models import Tournament

BEAT_SECONDS = 1.0
NICE = 5  # the site comes first
LAST_ATTEMPTS = 5  # to record the outcome


class Command(BaseCommand):
    """The command that makes an export; exit code 1 where there is none to be made."""

    help = "Creates an export of a tournament that a page has started; not meant to be called by hand."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("key", help="of the export")
        parser.add_argument("--language", default="de")

    def handle(self, *args: Any, **options: Any) -> None:
        job = jobs.find_job(options["key"])
        if job is None or not job.is_running:
            raise CommandError("There is no such export to create.")
        with contextlib.suppress(AttributeError, OSError):  # Windows has none
            os.nice(NICE)
        tournament = Tournament.objects.select_related("club", "sheet_version").get(pk=job.tournament)
        beat = Beat(job)
        beat.start()
        state, part = jobs.FAILED, job.file.with_suffix(".part")

        def write() -> None:
            beat.begin_anew()
            write_export(tournament, job.form, options["language"], part, beat.tell)

        try:
            with translation.override(options["language"]):
                read_caught_up(write)
            part.replace(job.file)
            state = jobs.JOB_DONE
        finally:
            part.unlink(missing_ok=True)
            beat.end(state)


class Beat:
    """A thread that records the progress of an export every second."""

    def __init__(self, job: jobs.Job) -> None:
        self._job, self._done = job, 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._beat, daemon=True)

    def start(self) -> None:
        """Begin to say so."""
        self._thread.start()

    def begin_anew(self) -> None:
        """Count no table as done."""
        self._done = 0

    def tell(self, tables: int) -> None:
        """Count more tables as done."""
        self._done += tables

    def end(self, state: str) -> None:
        """Record the outcome of the export."""
        self._ended.set()
        self._thread.join()
        for _attempt in range(LAST_ATTEMPTS - 1):
            with contextlib.suppress(OSError):
                return jobs.write_job(self._job._replace(done=self._done, state=state))
            time.sleep(BEAT_SECONDS)
        return jobs.write_job(self._job._replace(done=self._done, state=state))

    def _beat(self) -> None:
        while not self._ended.wait(BEAT_SECONDS):
            with contextlib.suppress(OSError):  # on Windows while the site reads it; the next beat says the same
                jobs.write_job(self._job._replace(done=self._done))
