"""Files from elsewhere, for jobs to work on: in pieces in the database, where every machine finds them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Sum
from django.db.models.functions import Length, Now

from tarockclub.jobs.runner import PART_BYTES
from tarockclub.models import Job, JobPart
from tarockclub.time_source import now

UPLOAD = Job.Kind.UPLOAD
MOST_ARRIVING = 3  # files of a club of which pieces are missing


class KeyTaken(ValueError):  # noqa: N818 -- no error of the program, but an answer
    """The key is that of a file about something else."""


def begin_upload(key: str, about: str, arguments: Mapping[str, Any], size: int) -> Job:
    """Return the file with this key, known or new, of which pieces arrive; raise KeyTaken."""
    known = find_upload(key, about)
    if known is not None:
        return known
    arriving = Job.objects.filter(kind=UPLOAD, about=about, state=Job.State.ARRIVING).order_by("-pk")
    old = list(arriving.values_list("pk", flat=True)[MOST_ARRIVING - 1 :])
    Job.objects.filter(pk__in=old).delete()  # whoever sends anew has given those up
    row = {"about": about, "arguments": dict(arguments), "of": size, "begun": now()}
    try:
        with transaction.atomic():
            return Job.objects.create(kind=UPLOAD, key=key, state=Job.State.ARRIVING, **row)
    except IntegrityError as error:  # the same message at the same moment, or somebody else's key
        known = find_upload(key, about)
        if known is None:
            raise KeyTaken from error
        return known


def find_upload(key: str, about: str) -> Job | None:
    """Return a file by its key, if it is about this."""
    return Job.objects.filter(kind=UPLOAD, key=key, about=about).first()


def list_pieces(upload: Job) -> set[int]:
    """Return the numbers of the pieces that have arrived."""
    return set(JobPart.objects.filter(job=upload).values_list("number", flat=True))


def store_piece(upload: Job, number: int, content: bytes) -> int:
    """Store a piece; the same again changes nothing. Return how many bytes are there."""
    with transaction.atomic():
        if Job.objects.filter(pk=upload.pk, state=Job.State.ARRIVING).update(sign=Now()):
            JobPart.objects.get_or_create(job=upload, number=number, defaults={"content": content})
    return measure_upload(upload)


def measure_upload(upload: Job) -> int:
    """Return how many bytes of a file are there."""
    sizes = JobPart.objects.filter(job=upload).annotate(bytes=Length("content"))
    return int(sizes.aggregate(size=Sum("bytes"))["size"] or 0)


def end_upload(upload: Job) -> None:
    """Note that a file is there as a whole."""
    Job.objects.filter(pk=upload.pk, state=Job.State.ARRIVING).update(state=Job.State.DONE, sign=Now())


def store_upload(path: Path, key: str, about: str, arguments: Mapping[str, Any]) -> Job:
    """Store a whole file; the same key is the same file."""
    upload = begin_upload(key, about, arguments, path.stat().st_size)
    there = list_pieces(upload)
    with path.open("rb") as stream:
        number = 0
        while content := stream.read(PART_BYTES):
            if number not in there:
                store_piece(upload, number, content)
            number += 1
    end_upload(upload)
    return upload


def write_upload(upload: int, target: Path) -> bool:
    """Write a file (its id) into the file system, piece by piece; return whether there was one."""
    with target.open("wb") as stream:
        target.chmod(0o600)
        for content in iter_content(upload):
            stream.write(content)
    return target.stat().st_size > 0


def iter_content(upload: int) -> Iterator[bytes]:
    """Yield the pieces of a file (its id)."""
    parts = JobPart.objects.filter(job=upload).order_by("number").values_list("content", flat=True)
    return map(bytes, parts.iterator(chunk_size=8))


def delete_upload(upload: int) -> None:
    """Delete a file that nobody needs any more."""
    Job.objects.filter(pk=upload, kind=UPLOAD).delete()
