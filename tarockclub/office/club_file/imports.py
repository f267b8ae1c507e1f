"""Club files on their way in: jobs (tarockclub/platform/jobs) that read a stored file, and what came of them."""

import json
import uuid
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from django.contrib.auth.hashers import make_password

from tarockclub.models import Club, Job, Person
from tarockclub.office.club_file.errors import FileRefused, format_refusal
from tarockclub.office.club_file.merging import Conflict, MergeResult, merge_club
from tarockclub.office.club_file.reader import count_rows
from tarockclub.office.club_file.services import Director, read_club
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.jobs.files import build_new_path, read_sign
from tarockclub.platform.jobs.runner import Beat, resume_jobs, start_runner
from tarockclub.platform.jobs.services import SILENT, BusyError, JobRequest, add_job, note_outcome
from tarockclub.platform.parcels.arrivals import delete_arrival, store_file, write_arrival
from tarockclub.platform.server.apart.pool import run_apart

IMPORT = Job.Kind.IMPORT
AT_ONCE = 1  # of a club: a file is one long transaction
CLUB, UPLOAD, WHO, CHOICES, LOGIN, PASSWORD, OUTCOME, LAPTOP = (
    *("club", "upload", "who", "choices", "login", "password", "outcome", "laptop"),
)
AS_JOINED, CHOOSE, REFUSED, FAILED, RUNNING = "joined", "choose", "refused", "failed", "running"
_NO_CLUB = 0  # of a file that becomes a new one


class ImportRequest(NamedTuple):
    """A request to read a stored file: as a new club (None), or as the newer file of one that is here."""

    club: Club | None
    who: Actor
    choices: Mapping[str, str] = {}
    director: Director = Director()
    laptop: str = ""  # the name of the one that has sent it


class Import(NamedTuple):
    """A file on its way in, as pages show it."""

    job: int
    key: str
    state: str  # RUNNING, AS_JOINED, CHOOSE, REFUSED, FAILED
    done: int  # rows
    of: int
    begun: datetime
    outcome: Mapping[str, Any]
    upload: int
    laptop: str

    @property
    def is_running(self) -> bool:
        """Tell whether the file is still being read."""
        return self.state == RUNNING

    @property
    def numbers(self) -> MergeResult:
        """The numbers of what it brought."""
        return MergeResult(*self.outcome[AS_JOINED])

    @property
    def problem(self) -> str:
        """The sentence of a refusal."""
        said = self.outcome[REFUSED]
        return format_refusal(said["code"], said["facts"])


def hash_password(login: str, password: str) -> Director:
    """Return a director who gets a password, of which the hash alone is kept."""
    return Director(login, make_password(password)) if login else Director()


def begin_import(path: Path, key: str, asked: ImportRequest) -> Import:
    """Store a file and begin to read it; the same key is the same import.

    Raise FileRefused for what is no club file at all, BusyError, ValueError for a bad key.
    """
    key = str(uuid.UUID(key))
    rows = run_apart(count_rows, path)
    about = format_about(asked.club)
    upload = store_file(path, key, about, **({CLUB: asked.club.pk} if asked.club is not None else {}))
    return start_import(key, upload.job, rows, asked)


def start_import(key: str, upload: int, rows: int, asked: ImportRequest) -> Import:
    """Begin to read a file that is stored; raise BusyError."""
    resume_jobs(IMPORT)
    arguments: dict[str, str | int] = {
        CLUB: _NO_CLUB if asked.club is None else asked.club.pk,
        UPLOAD: upload,
        WHO: json.dumps([asked.who.person, asked.who.device, asked.who.browser, asked.who.way]),
        CHOICES: json.dumps(dict(asked.choices)),
        LOGIN: asked.director.login,
        PASSWORD: asked.director.password,
        LAPTOP: asked.laptop,
    }
    about = format_about(asked.club)
    request = JobRequest(IMPORT, key, about, arguments, rows)
    job, is_new = add_job(request, AT_ONCE, arguments[CLUB])  # type: ignore[arg-type]
    if job.key != key:  # another file of the same club is being read
        raise BusyError
    if is_new:
        start_runner(IMPORT)
    return build_import(job)


def run_import(job: Job, target: Path, beat: Beat) -> None:
    """Read the file of a job, in its own process; whatever comes of it stands in the job."""
    target.touch()
    said = job.arguments
    if OUTCOME in said:  # the process before this one ended between its work and this note
        return
    path = build_new_path()
    try:
        if not write_arrival(said[UPLOAD], path):
            raise FileRefused("no_zip")
        _read(job, path, beat)
    except FileRefused as refused:
        delete_arrival(said[UPLOAD])
        note_outcome(job, _end(job, {REFUSED: {"code": refused.code, "facts": refused.facts}}))
    except Conflict as conflict:
        forks = [
            {
                "kind": fork.model._meta.label_lower,
                "name": fork.name,
                "here": _describe_end(fork.compared.here),
                "there": _describe_end(fork.compared.there),
            }
            for fork in conflict.forks
        ]
        note_outcome(job, _end(job, {CHOOSE: forks}))
    else:
        delete_arrival(said[UPLOAD])
    finally:
        path.unlink(missing_ok=True)


def _read(job: Job, path: Path, beat: Beat) -> None:
    said = job.arguments
    who = build_actor(said[WHO])
    if said[CLUB] == _NO_CLUB:
        director = Director(said[LOGIN], said[PASSWORD])
        read_club(path, beat.tell, who, director, lambda club: note_outcome(job, _end(job, {CLUB: club.pk})))
        return
    club, choices = Club.objects.get(pk=said[CLUB]), json.loads(said[CHOICES])
    merge_club(path, club, beat.tell, who, choices, lambda made: note_outcome(job, _end(job, {AS_JOINED: list(made)})))


def build_actor(text: str) -> Actor:
    """Return who has asked for a job; somebody who is gone meanwhile is nobody."""
    person, device, browser, way = json.loads(text)
    known = person if Person.objects.filter(pk=person).exists() else None
    return Actor(known, device, browser=browser, way=way)


def _end(job: Job, outcome: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a job that is over: without what was secret."""
    left = {name: value for name, value in job.arguments.items() if name not in (LOGIN, PASSWORD)}
    return {**left, OUTCOME: dict(outcome)}


def _describe_end(end: Any) -> list[Any]:
    return [end.sequence, end.hash, None if end.at is None else end.at.isoformat()]


def format_about(club: Club | None) -> str:
    """Return what a file is about: a club, or a new one."""
    return f"club {club.pk} in" if club is not None else "new club"


def find_import(club: Club | None, key: str) -> Import | None:
    """Return an import by its key, if it is about this club (None: about a new one)."""
    resume_jobs(IMPORT)
    job = Job.objects.filter(kind=IMPORT, key=key, about=format_about(club)).first()
    return build_import(job) if job else None


def find_latest(club: Club, key: str) -> Import | None:
    """Return what came of a file, also if somebody has decided meanwhile, by the key with which it was sent first."""
    first = find_import(club, key)
    if first is None or first.state != CHOOSE:
        return first
    found = Job.objects.filter(kind=IMPORT, about=format_about(club), arguments__upload=first.upload)
    return build_import(found.latest("pk"))


def list_imports(club: Club) -> list[Import]:
    """Return the files that were read for a club, and are still remembered, the latest first."""
    resume_jobs(IMPORT)
    found = Job.objects.filter(kind=IMPORT, about=format_about(club)).order_by("-begun", "-pk")
    return [build_import(job) for job in found]


def has_upload(job: Import) -> bool:
    """Tell whether the file of an import is still here: it is kept for a day."""
    return Job.objects.filter(pk=job.upload, kind=Job.Kind.UPLOAD).exists()


def build_import(job: Job) -> Import:
    """Return a job as pages show it."""
    outcome = job.arguments.get(OUTCOME, {})
    kinds = {AS_JOINED: AS_JOINED, CLUB: AS_JOINED, CHOOSE: CHOOSE, REFUSED: REFUSED}
    state = next((state for name, state in kinds.items() if name in outcome), "")
    if not state:
        state = RUNNING if job.state in Job.OPEN else FAILED
    sign = read_sign(job.pk, SILENT.total_seconds()) if state == RUNNING else None
    done = min(job.done if sign is None else sign, job.of)
    facts = (job.begun, outcome, job.arguments.get(UPLOAD, 0), job.arguments.get(LAPTOP, ""))
    return Import(job.pk, job.key, state, done, job.of, *facts)
