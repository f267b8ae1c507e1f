"""Pieces on their way in, from another installation or from a browser: in the database, where every machine finds them.

They wait there until somebody takes the whole; after a day without a sign of life they go.
"""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models.functions import Now

from tarockclub.kit.time_source import now
from tarockclub.models import Job, JobPart
from tarockclub.platform.parcels.pieces import compute_digest, iter_pieces

UPLOAD = Job.Kind.UPLOAD
PIECES = "pieces"  # in the arguments of the job: the digests, in their order
MOST_ARRIVING = 3  # parcels about one thing of which pieces are missing
MOST_NAMED = 400  # missing pieces in an answer


class KeyTaken(ValueError):  # noqa: N818 -- no error of the program, but an answer
    """The key is that of a parcel about something else."""


class Arrival(NamedTuple):
    """A parcel of which some pieces are here, or all."""

    job: int
    name: str
    missing: tuple[str, ...]
    is_taken: bool  # as a whole


def name_parcel(about: str, digests: Sequence[str]) -> str:
    """Return the name of a parcel: the same pieces about the same thing are the same."""
    return str(uuid.uuid5(uuid.NAMESPACE_OID, f"{about} {compute_digest(' '.join(digests).encode())}"))


def open_arrival(
    name: str, about: str, digests: Sequence[str], known: frozenset[str] = frozenset(), **arguments: Any
) -> Arrival:
    """Return a parcel, known or new, and which pieces are missing except those known elsewhere; raise KeyTaken."""
    job = _find(name, about) or _create(name, about, {**arguments, PIECES: list(digests)})
    there = set(JobPart.objects.filter(job=job).values_list("number", flat=True))
    numbers = _number_pieces(job)
    missing = [digest for digest, number in numbers.items() if number not in there and digest not in known]
    return Arrival(job.pk, name, tuple(missing), job.state == Job.State.DONE)


def _create(name: str, about: str, arguments: Mapping[str, Any]) -> Job:
    arriving = Job.objects.filter(kind=UPLOAD, about=about, state=Job.State.ARRIVING).order_by("-pk")
    old = list(arriving.values_list("pk", flat=True)[MOST_ARRIVING - 1 :])
    Job.objects.filter(pk__in=old).delete()  # whoever sends anew has given those up
    row = {"about": about, "arguments": arguments, "begun": now()}
    try:
        with transaction.atomic():
            return Job.objects.create(kind=UPLOAD, key=name, state=Job.State.ARRIVING, **row)
    except IntegrityError as error:  # the same message at the same moment, or somebody else's key
        known = _find(name, about)
        if known is None:
            raise KeyTaken from error
        return known


def _find(name: str, about: str) -> Job | None:
    return Job.objects.filter(kind=UPLOAD, key=name, about=about).first()


def _number_pieces(job: Job) -> dict[str, int]:
    """Return under which number each piece is stored: one that comes twice is stored once."""
    numbers: dict[str, int] = {}
    for number, digest in enumerate(job.arguments[PIECES]):
        numbers.setdefault(digest, number)
    return numbers


def store_contents(name: str, about: str, contents: Mapping[str, bytes]) -> bool:
    """Store pieces of a parcel; the same again changes nothing. Return whether there is such a parcel, with these."""
    job = _find(name, about)
    numbers = {} if job is None else _number_pieces(job)
    if not contents.keys() <= numbers.keys():
        return False
    rows = [JobPart(job=job, number=numbers[digest], content=content) for digest, content in contents.items()]
    with transaction.atomic():
        if job is not None and Job.objects.filter(pk=job.pk, state=Job.State.ARRIVING).update(sign=Now()):
            JobPart.objects.bulk_create(rows, ignore_conflicts=True)
    return job is not None


def end_arrival(arrival: Arrival) -> None:
    """Note that a parcel is there as a whole, and taken."""
    Job.objects.filter(pk=arrival.job, state=Job.State.ARRIVING).update(state=Job.State.DONE, sign=Now())


def store_file(path: Path, name: str, about: str, **arguments: Any) -> Arrival:
    """Store a whole file that is here; the same name is the same file."""
    with path.open("rb") as stream:
        digests = [compute_digest(content) for content in iter_pieces(stream)]
        arrival = open_arrival(name, about, digests, **arguments)
        stream.seek(0)
        for digest, content in zip(digests, iter_pieces(stream), strict=True):
            if digest in arrival.missing:
                store_contents(name, about, {digest: content})
    end_arrival(arrival)
    return arrival


def write_arrival(job: int, target: Path) -> bool:
    """Write a parcel (its id) into the file system, piece by piece; return whether there was one."""
    with target.open("wb") as stream:
        target.chmod(0o600)
        for content in iter_contents(job):
            stream.write(content)
    return target.stat().st_size > 0


def iter_contents(job: int) -> Iterator[bytes]:
    """Yield the pieces of a parcel (its id) in their order."""
    row = Job.objects.filter(pk=job, kind=UPLOAD).first()
    if row is None:
        return
    parts = JobPart.objects.filter(job=job).order_by("number")
    if PIECES not in row.arguments:  # stored before pieces had digests
        yield from map(bytes, parts.values_list("content", flat=True).iterator(chunk_size=8))
        return
    numbers = _number_pieces(row)
    for digest in row.arguments[PIECES]:
        yield bytes(parts.get(number=numbers[digest]).content)


def delete_arrival(job: int) -> None:
    """Delete a parcel (its id) that nobody needs any more."""
    Job.objects.filter(pk=job, kind=UPLOAD).delete()
