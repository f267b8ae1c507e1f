"""Automatic backups in turn: of all machines with one PostgreSQL database, a single one makes them."""

import socket
from datetime import timedelta

from django.conf import settings
from django.db import connection

from tarockclub.models import Job
from tarockclub.office.backups.folder import get_home_folder
from tarockclub.office.backups.services import BackupResult, make_if_changed
from tarockclub.platform.jobs.runner import Beat
from tarockclub.platform.jobs.services import end_job, give_turn_up, take_turn

MISSED = 2  # periods without a backup, after which another machine makes them


def make_in_turn() -> BackupResult | None:
    """Make a backup if the book has changed, unless that is up to another machine.

    A SQLite file is on one machine, whose lock of the folder is enough.
    """
    if connection.vendor == "sqlite":
        return make_if_changed()
    job = take_turn(Job.Kind.BACKUP, _format_runner(), timedelta(minutes=MISSED * settings.BACKUP_MINUTES))
    if job is None:
        return None
    state = Job.State.FAILED
    try:
        with Beat(job):
            made = make_if_changed()
        state = Job.State.DONE
        return made
    finally:
        end_job(job, state)
        if state == Job.State.FAILED:
            leave_turn()  # another machine may have more room


def leave_turn() -> None:
    """Let any other machine make the next backup."""
    if connection.vendor != "sqlite":
        give_turn_up(Job.Kind.BACKUP, _format_runner())


def _format_runner() -> str:
    """Return the name of the machine and its folder: started again, it goes on in its turn."""
    return f"{socket.gethostname()[:40]} {str(get_home_folder())[-80:]}"
