"""Writing a club as one file, in a process of its own: row by row, never a whole table in memory."""

import hashlib
import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.db.models import Model
from django.utils.text import slugify
from django.utils.timezone import localtime

from tarockclub.kit.hash_chain import encode_compact
from tarockclub.kit.time_source import now
from tarockclub.models import Club, Job
from tarockclub.office.club_file.contents import (
    FORMAT,
    MANIFEST,
    SCHEMA,
    describe_type,
    encode_value,
    format_member,
    list_fields,
    list_models,
    select_rows,
)
from tarockclub.platform.jobs.runner import Beat, MadeFile, build_made_file, list_jobs, start_job
from tarockclub.platform.jobs.services import JobRequest
from tarockclub.platform.server.databases import read_long_snapshot

CHUNK = 500
Tell = Callable[[int], None]
ARGUMENT = "club"


def count_rows(club: Club) -> int:
    """Return the number of rows of a club, for the progress."""
    return sum(select_rows(model, club.pk).count() for model in list_models())


def write_club(club: Club, target: Path, tell: Tell) -> None:
    """Write the file of a club; `tell` gets how many more rows are written."""
    with read_long_snapshot(), zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as container:
        container.writestr(SCHEMA, json.dumps(build_schema(), ensure_ascii=False, indent=1))
        members = {format_member(model): _write_rows(container, model, club.pk, tell) for model in list_models()}
        manifest = {
            "format": FORMAT,
            "club": club.name,
            "made": now().isoformat(),
            "members": members,
        }
        container.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))


def _write_rows(container: zipfile.ZipFile, model: type[Model], club: int, tell: Tell) -> dict[str, Any]:
    """Write the rows of a model; return their number, the last id, and a digest."""
    fields = list_fields(model)
    names, digest, count, last = [field.name for field in fields], hashlib.sha256(), 0, 0
    key = [field.primary_key for field in fields].index(True)
    rows = select_rows(model, club).values_list(*(field.attname for field in fields))
    with container.open(format_member(model), "w") as stream:
        for values in rows.iterator(chunk_size=CHUNK):
            line = encode_compact(dict(zip(names, map(encode_value, values), strict=True))).encode() + b"\n"
            stream.write(line)
            digest.update(line)
            count, last = count + 1, values[key]
            tell(1)
    return {"rows": count, "last": last, "sha256": digest.hexdigest()}


def build_schema() -> dict[str, Any]:
    """Return the schema: for each file with rows what a line looks like."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tarockclub, the file of a club",
        "format": FORMAT,
        "$defs": {format_member(model): _build_row_schema(model) for model in list_models()},
    }


def _build_row_schema(model: Any) -> dict[str, Any]:
    fields = list_fields(model)
    return {
        "type": "object",
        "description": " ".join((model.__doc__ or "").split()),
        "properties": {field.name: describe_type(field) for field in fields},
        "required": [field.name for field in fields],
        "additionalProperties": False,
    }


def start_file(club: Club, key: str) -> MadeFile:
    """Begin a file; the same key is the same file. Raise BusyError, and ValueError for an invalid key."""
    about = _format_about(club)
    return _build_file(
        club, start_job(JobRequest(Job.Kind.EXPORT, key, about, {ARGUMENT: club.pk}, count_rows(club)), club.pk)
    )


def make_club_file(job: Job, target: Path, beat: Beat) -> None:
    """Write the file of a job, in its own process."""
    club = Club.objects.get(pk=job.arguments[ARGUMENT])
    write_club(club, target, beat.tell)


def find_made_file(club: Club, key: str) -> MadeFile | None:
    """Find a file of a club by its key."""
    job = list_jobs(Job.Kind.EXPORT, [_format_about(club)]).filter(key=key).first()
    return _build_file(club, job) if job else None


def list_made_files(club: Club) -> list[MadeFile]:
    """Return the files of a club that are still there, the latest first."""
    return [_build_file(club, job) for job in list_jobs(Job.Kind.EXPORT, [_format_about(club)])]


def _format_about(club: Club) -> str:
    return f"{ARGUMENT} {club.pk}"


def _build_file(club: Club, job: Job) -> MadeFile:
    return build_made_file(job, f"{slugify(club.name) or 'club'}-{localtime(job.begun):%Y-%m-%d-%H%M}.zip")
