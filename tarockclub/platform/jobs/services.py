"""The table of jobs: each is taken by one process, and by another one if that process dies; with the files of jobs."""

import contextlib
import time
import uuid
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Now

from tarockclub.kit.time_source import now
from tarockclub.models import Job, JobPart
from tarockclub.platform.privacy.public_names import load_export_days

# The folder of the files in the making; a finished one goes into the database, where all machines find it.

KEPT_SECONDS = 24 * 60 * 60


def build_new_path() -> Path:
    """Return the path of a new file; its folder is created if missing, for its owner alone."""
    folder = _get_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / f"{uuid.uuid4().hex}.part"


def delete_old_files() -> None:
    """Delete what killed processes have left behind a day ago."""
    for path in _get_folder().glob("*"):
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > KEPT_SECONDS:
                path.unlink()


def write_sign(job: int, done: int) -> None:
    """Give a sign of life of a job while its own transaction keeps all others from writing (SQLite)."""
    path = _build_sign_path(job)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.write_text(str(done), encoding="ascii")


def read_sign(job: int, seconds: float) -> int | None:
    """Return how much of a job is done; None without a sign of life in these seconds."""
    path = _build_sign_path(job)
    try:
        is_fresh = abs(time.time() - path.stat().st_mtime) < seconds
        return int(path.read_text(encoding="ascii") or 0) if is_fresh else None
    except (OSError, ValueError):
        return None


def delete_sign(job: int) -> None:
    """Delete the sign of life of a job that has ended."""
    _build_sign_path(job).unlink(missing_ok=True)


def _build_sign_path(job: int) -> Path:
    return _get_folder() / f"{job}.sign"


def _get_folder() -> Path:
    return Path(settings.DATA_DIR) / "exports"


SILENT = timedelta(seconds=30)  # without a sign of life, after which a process is taken for dead
LATE = timedelta(seconds=120)  # the same for a process that has not begun yet: a busy machine takes long
PAUSE_SECONDS = 0.05  # after each piece that is stored or deleted: SQLite has one writer, and hands come first
MOST_ATTEMPTS = 3
MOST_SLOTS = 30_000  # divisible by any `most` there is; a few more fit into the column
MOST_LOOKS = 20  # for a job that somebody else adds at the same moment


class BusyError(Exception):
    """Raised if as many jobs of a kind are open as may be at once."""


class LostJobError(Exception):
    """Raised in a process whose job another process has taken over."""


class JobRequest(NamedTuple):
    """A request for a job."""

    kind: str
    key: str
    about: str
    arguments: Mapping[str, str | int]
    of: int


def _build_silence(limit: timedelta) -> Q:
    """Return the condition that the last sign of life is too long ago, by the database's clock alone.

    A sign from the future was given before that clock was set back.
    """
    return Q(sign__lt=Now() - limit) | Q(sign__gt=Now() + SILENT)


IS_SILENT = Q(state=Job.State.RUNNING) & _build_silence(SILENT)
IS_LATE = Q(state=Job.State.WAITING) & _build_silence(LATE)


def add_job(asked: JobRequest, most: int, club: int = 0) -> tuple[Job, bool]:
    """Return the job of a request and whether it is new; raise BusyError if `most` others of this club (id) are open.

    The same key is the same job, and so is one about the same thing that is still open. If several servers add one at
    the same moment, the constraints of the table let one of them through; the others look again.
    """
    first = club * most % MOST_SLOTS  # no club uses up what another one needs
    for _look in range(MOST_LOOKS):
        jobs = list(Job.objects.filter(Q(key=asked.key) | Q(state__in=Job.OPEN), kind=asked.kind))
        matches = [job for job in jobs if job.key == asked.key] or [job for job in jobs if job.about == asked.about]
        if matches:
            return matches[0], False
        used = {job.slot for job in jobs}
        slot = next((slot for slot in range(first, first + most) if slot not in used), None)
        if slot is None:
            break
        try:
            with transaction.atomic():
                return Job.objects.create(**asked._asdict(), slot=slot, begun=now()), True
        except IntegrityError:
            continue
    raise BusyError


def take_over_silent_jobs(kind: str) -> bool:
    """Let the jobs of dead processes wait for others; return whether there is one. After some attempts they fail."""
    silent = Job.objects.filter(IS_SILENT | IS_LATE, kind=kind)
    ids = list(silent.values_list("pk", flat=True))
    if not ids:
        return False
    if is_locking(kind):  # whoever is at work keeps us from writing
        silent = silent.filter(pk__in=[job for job in ids if read_sign(job, SILENT.total_seconds()) is None])
        if not silent.exists():
            return False
    waiting = False
    with transaction.atomic():
        for job in silent.select_for_update(skip_locked=True).order_by("pk"):
            can_try = job.attempts < MOST_ATTEMPTS
            state = Job.State.WAITING if can_try else Job.State.FAILED
            change = {"state": state, "runner": "", "attempts": job.attempts + can_try, "sign": Now()}
            Job.objects.filter(pk=job.pk).update(**change)
            waiting = waiting or can_try
    return waiting


def is_locking(kind: str) -> bool:
    """Tell whether the work of a kind is one long transaction, beside which nobody can write."""
    return kind == Job.Kind.IMPORT and connection.vendor == "sqlite"


def note_outcome(job: Job, arguments: Mapping[str, Any]) -> None:
    """Note the outcome of a job beside its arguments, within the transaction of its work.

    Raise LostJobError if another process has taken the job over: then the work is rolled back.
    """
    job.arguments = dict(arguments)
    if not _select_own(job).update(arguments=job.arguments, sign=Now()):
        raise LostJobError


def claim_job(kind: str, runner: str) -> Job | None:
    """Return a waiting job that now belongs to this process alone; None if there is none."""
    with transaction.atomic():
        waiting = Job.objects.filter(kind=kind, state=Job.State.WAITING)
        job = waiting.select_for_update(skip_locked=True).order_by("pk").first()
        if job is None:
            return None
        JobPart.objects.filter(job=job).delete()  # of a process that has died
        return _begin(job, runner)


def take_turn(kind: str, runner: str, kept: timedelta) -> Job | None:
    """Return the job of a kind that one process repeats for all; None if it is the turn of another one.

    The turn stays with a process until it gives it up, or has not used it for the time `kept`.
    """
    Job.objects.get_or_create(kind=kind, key=kind, defaults={"state": Job.State.DONE, "begun": now()})
    is_free = ~Q(state=Job.State.RUNNING) & (Q(runner__in=["", runner]) | _build_silence(kept))
    with transaction.atomic():
        free = Job.objects.filter(is_free | IS_SILENT, kind=kind, key=kind)
        job = free.select_for_update(skip_locked=True).first()
        return None if job is None else _begin(job, runner)


def give_turn_up(kind: str, runner: str) -> None:
    """Let any other process have the next turn."""
    Job.objects.filter(kind=kind, key=kind, runner=runner).exclude(state=Job.State.RUNNING).update(runner="")


def _begin(job: Job, runner: str) -> Job:
    """Note the process that works on a locked job."""
    job.state, job.runner, job.done = Job.State.RUNNING, runner, 0
    Job.objects.filter(pk=job.pk).update(state=job.state, runner=runner, done=0, sign=Now())
    return job


def renew_job(job: Job, done: int) -> bool:
    """Give a sign of life; return whether the job still belongs to its process."""
    return bool(_select_own(job).update(done=done, sign=Now()))


def store_part(job: Job, number: int, content: bytes) -> None:
    """Store a piece of the result; raise LostJobError if the job belongs to another process now."""
    with transaction.atomic():
        if not _select_own(job).update(sign=Now()):
            raise LostJobError
        JobPart.objects.create(job=job, number=number, content=content)
    time.sleep(PAUSE_SECONDS)


def end_job(job: Job, state: str, done: int = 0) -> None:
    """Note the outcome, unless the job belongs to another process now."""
    _select_own(job).update(state=state, done=done, sign=Now())


def delete_old_jobs() -> None:
    """Delete the jobs that nobody has worked on for some days, with their results."""
    keep_time = timedelta(days=load_export_days())
    old = list(Job.objects.filter(sign__lt=Now() - keep_time).values_list("pk", flat=True))
    for part in list(JobPart.objects.filter(job__in=old).values_list("pk", flat=True)):
        JobPart.objects.filter(pk=part).delete()
        time.sleep(PAUSE_SECONDS)
    if old:
        Job.objects.filter(pk__in=old).delete()
    delete_old_files()


def load_result(job: int) -> bytes:
    """Return the file that a job has made."""
    parts = JobPart.objects.filter(job=job).order_by("number").values_list("content", flat=True)
    return b"".join(bytes(part) for part in parts.iterator(chunk_size=8))


def _select_own(job: Job) -> QuerySet[Job]:
    """Return the query for a job as long as its process has it."""
    return Job.objects.filter(pk=job.pk, runner=job.runner, state=Job.State.RUNNING)


UPLOAD = Job.Kind.UPLOAD
PART_BYTES = 150_000  # SQLite has one writer, and hands come first


class KeyTaken(ValueError):  # noqa: N818 -- no error of the program, but an answer
    """The key is that of a file about something else."""


def store_upload(path: Path, key: str, about: str, **arguments: Any) -> int:
    """Store a file, and return its id; the same key is the same file. Raise KeyTaken."""
    row = {"about": about, "arguments": arguments, "begun": now(), "state": Job.State.DONE}
    job, _is_new = Job.objects.get_or_create(kind=UPLOAD, key=key, defaults=row)
    if job.about != about:
        raise KeyTaken
    number = 0
    with path.open("rb") as stream:
        while content := stream.read(PART_BYTES):
            JobPart.objects.update_or_create(job=job, number=number, defaults={"content": content})
            number += 1
    return job.pk


def write_upload(job: int, target: Path) -> bool:
    """Write a stored file (its id) into the file system, part by part; return whether there was one."""
    parts = JobPart.objects.filter(job=job, job__kind=UPLOAD).order_by("number").values_list("content", flat=True)
    with target.open("wb") as stream:
        target.chmod(0o600)
        for content in parts.iterator(chunk_size=8):
            stream.write(bytes(content))
    return target.stat().st_size > 0


def delete_upload(job: int) -> None:
    """Delete a stored file (its id) that nobody needs any more."""
    Job.objects.filter(pk=job, kind=UPLOAD).delete()
