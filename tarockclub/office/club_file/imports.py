"""Club files on their way in: jobs (tarockclub/platform/jobs) that read a stored file, and what came of them."""

import json
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from django.contrib.auth.hashers import make_password

from tarockclub.models import Job, Person
from tarockclub.office.club_file.errors import FileRefused, format_refusal
from tarockclub.office.club_file.reader import count_rows
from tarockclub.office.club_file.services import Director, read_club
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.jobs.files import build_new_path, read_sign
from tarockclub.platform.jobs.runner import Beat, resume_jobs, start_runner
from tarockclub.platform.jobs.services import SILENT, BusyError, JobRequest, add_job, note_outcome
from tarockclub.platform.jobs.uploads import delete_upload, store_upload, write_upload
from tarockclub.platform.server.apart.pool import run_apart

IMPORT = Job.Kind.IMPORT
AT_ONCE = 1  # a file is one long transaction
ABOUT = "new club"
UPLOAD, WHO, LOGIN, PASSWORD, OUTCOME, CLUB = "upload", "who", "login", "password", "outcome", "club"
AS_CLUB, REFUSED, FAILED, RUNNING = "taken_over", "refused", "failed", "running"


class Import(NamedTuple):
    """A file on its way in, as pages show it."""

    key: str
    state: str  # RUNNING, AS_CLUB, REFUSED, FAILED
    done: int  # rows
    of: int
    outcome: Mapping[str, Any]

    @property
    def is_running(self) -> bool:
        """Tell whether the file is still being read."""
        return self.state == RUNNING

    @property
    def problem(self) -> str:
        """The sentence of a refusal."""
        refusal = self.outcome[REFUSED]
        return format_refusal(refusal["code"], refusal["facts"])


def hash_password(login: str, password: str) -> Director:
    """Return a director who gets a password, of which the hash alone is kept."""
    return Director(login, make_password(password)) if login else Director()


def begin_import(path: Path, key: str, who: Actor, director: Director) -> Import:
    """Store a file and begin to make a club of it; the same key is the same import.

    Raise FileRefused for what is no club file at all, BusyError, ValueError for a bad key.
    """
    key = str(uuid.UUID(key))
    if (earlier := find_import(key)) is not None:
        return earlier
    rows = run_apart(count_rows, path)
    arguments: dict[str, str | int] = {
        UPLOAD: store_upload(path, key, ABOUT),
        WHO: json.dumps([who.person, who.device, who.browser, who.way]),
        LOGIN: director.login,
        PASSWORD: director.password,
    }
    resume_jobs(IMPORT)
    job, is_new = add_job(JobRequest(IMPORT, key, ABOUT, arguments, rows), AT_ONCE)
    if job.key != key:  # another file is being read
        raise BusyError
    if is_new:
        start_runner(IMPORT)
    return _build_import(job)


def run_import(job: Job, target: Path, beat: Beat) -> None:
    """Read the file of a job, in its own process; whatever comes of it stands in the job."""
    target.touch()
    arguments = job.arguments
    if OUTCOME in arguments:  # the process before this one ended between its work and this note
        return
    path = build_new_path()
    try:
        if not write_upload(arguments[UPLOAD], path):
            raise FileRefused("no_zip")
        director = Director(arguments[LOGIN], arguments[PASSWORD])
        read_club(
            path,
            beat.tell,
            _build_actor(arguments[WHO]),
            director,
            lambda club: note_outcome(job, _end(job, {CLUB: club.pk})),
        )
    except FileRefused as refused:
        note_outcome(job, _end(job, {REFUSED: {"code": refused.code, "facts": refused.facts}}))
    finally:
        path.unlink(missing_ok=True)
    delete_upload(arguments[UPLOAD])


def _build_actor(text: str) -> Actor:
    """Return who has asked for a job; somebody who is gone meanwhile is nobody."""
    person, device, browser, way = json.loads(text)
    author = person if Person.objects.filter(pk=person).exists() else None
    return Actor(author, device, browser=browser, way=way)


def _end(job: Job, outcome: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a job that is over: without what was secret."""
    left = {name: value for name, value in job.arguments.items() if name not in (LOGIN, PASSWORD)}
    return {**left, OUTCOME: dict(outcome)}


def find_import(key: str) -> Import | None:
    """Return an import by its key."""
    resume_jobs(IMPORT)
    job = Job.objects.filter(kind=IMPORT, key=key, about=ABOUT).first()
    return _build_import(job) if job else None


def _build_import(job: Job) -> Import:
    """Return a job as pages show it."""
    outcome = job.arguments.get(OUTCOME, {})
    state = AS_CLUB if CLUB in outcome else REFUSED if REFUSED in outcome else ""
    if not state:
        state = RUNNING if job.state in Job.OPEN else FAILED
    sign = read_sign(job.pk, SILENT.total_seconds()) if state == RUNNING else None
    done = min(job.done if sign is None else sign, job.of)
    return Import(job.key, state, done, job.of, outcome)
