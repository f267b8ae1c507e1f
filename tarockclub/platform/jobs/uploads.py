"""Files that somebody has sent for a job to work on: in the database, where every machine finds them."""

from pathlib import Path
from typing import Any

from tarockclub.kit.time_source import now
from tarockclub.models import Job, JobPart

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
