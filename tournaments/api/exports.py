"""A tournament to take along: begun, looked after, fetched; made by a process of its own."""

import uuid
from typing import Literal

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import content_disposition_header
from django.utils.translation import get_language
from pydantic import Field

from tarockclub.api.authentication import SECRETARY
from tarockclub.api.errors import Failed, wrong
from tarockclub.api.operations import Part
from tarockclub.api.schemas import Keyed, Number, Out, key_of
from tournaments.api.common import own
from tournaments.exports import jobs
from tournaments.exports.jobs import Busy, Job
from tournaments.exports.services import FORMS
from tournaments.models import Tournament

part = Part("exports", "A tournament as workbook, CSV files or JSON.")
_EXPORTS = "tournaments/{uuid:slug}/exports"


class NewExport(Keyed):
    """A requested export; its key is a UUID."""

    form: Literal["xlsx", "csv", "json"]


class ExportOut(Out):
    """The progress of an export."""

    key: str
    state: Literal["running", "done", "failed"]
    done: Number = Field(description="Finished tables.")
    of: Number
    name: str = Field(description="Size of its file.")


@part.post(_EXPORTS, gives=ExportOut, door=SECRETARY, fails=(404, 409))
def begin_export(request: HttpRequest, slug: uuid.UUID, body: NewExport) -> ExportOut:
    """Start an export; one that is already being created is not started again."""
    tournament = own(request, slug)
    try:
        key = str(uuid.UUID(key_of(request, body)))
    except ValueError as error:
        raise wrong("key", "wrong_form") from error
    try:
        return _shown(jobs.start(tournament, key, body.form, get_language() or "de"))
    except Busy as busy:
        raise Failed(409, "busy") from busy


@part.get(f"{_EXPORTS}/{{uuid:key}}", gives=ExportOut, door=SECRETARY, fails=(404,))
def read_export(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> ExportOut:
    """Return the progress of an export."""
    return _shown(_job(own(request, slug), key))


@part.file(
    f"{_EXPORTS}/{{uuid:key}}/file",
    kinds=sorted({kind for _ending, kind in FORMS.values()}),
    door=SECRETARY,
    fails=(404,),
    says={200: "The file."},
)
def read_export_file(request: HttpRequest, slug: uuid.UUID, key: uuid.UUID) -> HttpResponse:
    """Return the file of an export that is ready."""
    job = _job(own(request, slug), key)
    if not job.is_done or not job.file.exists():
        raise Http404
    named = content_disposition_header(as_attachment=True, filename=job.name) or "attachment"
    return HttpResponse(job.file.read_bytes(), content_type=FORMS[job.form][1], headers={"Content-Disposition": named})


def _job(tournament: Tournament, key: uuid.UUID) -> Job:
    job = jobs.found(str(key))
    if job is None or job.tournament != tournament.pk:
        raise Http404
    return job


def _shown(job: Job) -> ExportOut:
    said = {"key": job.key, "state": job.state, "done": job.done, "of": job.of, "name": job.name}
    return ExportOut.model_validate(said)
