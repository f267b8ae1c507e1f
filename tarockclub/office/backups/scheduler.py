"""Backups every few minutes while the server runs: a separate process that ends with the server.

The server's only worker must stay free for requests, and forking a process with threads is unsafe. The pipe to the
standard input of the process closes when the server ends, for whatever reason.
"""

import contextlib
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial

from django.conf import settings

from tarockclub.platform.server import windows_console
from tarockclub.platform.server.installation import build_child_command, build_child_environment

FIRST_SECONDS = 10.0
LAST_SECONDS = 20.0  # for the backup at the end of the evening
HURRIED_SECONDS = 0.5  # the same if somebody waits at the terminal: it is finished in the background
logger = logging.getLogger(__name__)


class BackupWatch:
    """The backup process, as seen by the server."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._patience = LAST_SECONDS

    def start(self) -> None:
        """Start the process, if automatic backups are enabled; a server without them is better than none."""
        from tarockclub.office.backups.second_folder import forget_second_state

        forget_second_state()
        if not settings.BACKUP_MINUTES:
            return
        try:
            self._process = subprocess.Popen(  # noqa: S603 -- this program itself
                build_child_command(__name__),
                env=build_child_environment(),
                stdin=subprocess.PIPE,
                # Ctrl+C and a closed terminal are for the server, which informs the process.
                **windows_console.OWN_GROUP,
            )
        except OSError:
            logger.exception("No backups are made by themselves.")

    def stop_waiting(self) -> None:
        """Do not wait long for the last backup: somebody is waiting at the terminal, or has closed it."""
        self._patience = HURRIED_SECONDS

    def stop(self) -> None:
        """Let the process make a last backup, and wait for its end; in a hurry, do not wait for it."""
        if self._process is None:
            return
        assert self._process.stdin is not None  # noqa: S101 -- for the types
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(self._patience)
        except subprocess.TimeoutExpired:
            if self._patience == LAST_SECONDS:
                self._process.terminate()
                self._process.wait()


class BackupLoop:
    """The loop that makes due backups, does what else is due while the server runs, and reports each trouble once."""

    def __init__(self, make: Callable[[], object], look_around: Callable[[], str] = str) -> None:
        self._make, self._look_around = make, look_around
        self._told = ""
        self.due = threading.Event()  # do not wait any longer

    def run(self, stopped: threading.Event, first: float, seconds: float) -> None:
        """Run rounds until `stopped` is set, and one more after that."""
        wait = first
        while not stopped.is_set():
            self.due.wait(wait)
            self.due.clear()
            if stopped.is_set():
                break
            self.run_once()
            wait = seconds
        self._look_around = str  # nothing: the server waits for the last backup
        self.run_once()

    def run_once(self) -> None:
        """Run one round; whatever error occurs, the next one follows."""
        from django.db import connection

        from tarockclub.office.backups import folder
        from tarockclub.office.backups.errors import Trouble, format_backup_trouble

        try:
            self._make()
            troubles = folder.load_run_state().get("troubles", [])
            message = " ".join(format_backup_trouble(trouble["code"], trouble["facts"]) for trouble in troubles)
        except Trouble as trouble:
            message = "" if trouble.code == "busy" else str(trouble)
        except Exception as error:  # noqa: BLE001 -- a fault in here must not end the backups of this evening
            message = f"{type(error).__name__}: {error}"
        try:
            message = " ".join(filter(None, (message, self._look_around())))
        except Exception as error:  # noqa: BLE001 -- the same
            message = f"{message} {type(error).__name__}: {error}".strip()
        finally:
            connection.close()
        if message and message != self._told:
            logger.warning(message)
        self._told = message


def main() -> int:
    """Run until standard input ends."""
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarockclub.settings")
    django.setup(set_prefix=False)
    from django.utils import translation
    from django.utils.module_loading import import_string

    from tarockclub.office.backups.audit import format_damage, prove_some
    from tarockclub.office.backups.second_folder import SecondWatch
    from tarockclub.office.backups.services import AutomaticNotes, leave_turn, make_in_turn
    from tarockclub.office.backups.stand_by import Follower
    from tarockclub.platform.clubs.features import collect_job_work, collect_watch_parts
    from tarockclub.platform.jobs.runner import resume_jobs

    def look_around() -> str:
        """Have the jobs of dead processes done, and what else is due; prove a slice of the book."""
        for kind in collect_job_work():
            resume_jobs(kind)
        for part in collect_watch_parts():
            import_string(part)()
        return format_damage(prove_some())

    translation.activate(settings.LANGUAGE_CODE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then informs us
    windows_console.leave_end_to_server()
    stopped, loop = threading.Event(), BackupLoop(partial(AutomaticNotes().watch, make_in_turn), look_around)
    threading.Thread(target=_wait_for_the_end, args=(stopped, loop.due), daemon=True).start()
    # A stick that does not answer holds this thread alone.
    threading.Thread(target=SecondWatch(loop.due).run, args=(stopped,), daemon=True).start()
    threading.Thread(target=Follower().run, args=(stopped,), daemon=True).start()
    seconds = settings.BACKUP_MINUTES * 60.0
    loop.run(stopped, min(FIRST_SECONDS, seconds), seconds)
    leave_turn()
    return 0


def _wait_for_the_end(stopped: threading.Event, due: threading.Event) -> None:
    while os.read(0, 1024):
        pass
    stopped.set()
    due.set()


if __name__ == "__main__":
    sys.exit(main())
