"""Exports of a tournament: begun, watched, fetched; made by a process of its own."""

import uuid
from typing import Literal

from django.http import Http404, HttpRequest, HttpResponse
from pydantic import Field

from tarockclub.kit.words import get_current_language
from tarockclub.office.api.tournaments.common import OwnTournament
from tarockclub.platform.accounts.looks import TOURNAMENT_FILE, note_file
from tarockclub.platform.api.authentication import TO_ENTER, find_author
from tarockclub.platform.api.errors import REFUSALS, ApiError, build_input_error
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Keyed, Number, Out, get_key
from tarockclub.platform.jobs.made_files import MadeFile
from tarockclub.platform.jobs.services import BusyError
from tarockclub.platform.server.downloads import build_download
from tournaments.models import Tournament
from tournaments.results.exports import services
from tournaments.results.exports.formats import FORMS, MEDIA_TYPES, Form

part = Part("exports", "A tournament as workbook, CSV files or JSON.")
REFUSALS[BusyError] = lambda _busy: ApiError(409, "busy")


class NewExport(Keyed):
    """A requested export; its key is a UUID."""

    form: Form


class ExportOut(Out):
    """The progress of an export."""

    key: str
    state: Literal["running", "done", "failed"]
    done: Number = Field(description="Finished tables.")
    of: Number
    name: str = Field(description="Size of its file.")


@part.post("exports", door=TO_ENTER)
def begin_export(request: HttpRequest, tournament: OwnTournament, body: NewExport) -> ExportOut:
    """Start an export; one that is already being created is not started again."""
    try:
        key = str(uuid.UUID(get_key(request, body)))
    except ValueError as error:
        raise build_input_error("key", "wrong_form") from error
    return ExportOut.read(services.start_export(tournament, key, body.form, get_current_language()))


@part.get("exports/{uuid:key}", door=TO_ENTER)
def read_export(request: HttpRequest, tournament: OwnTournament, key: uuid.UUID) -> ExportOut:
    """Return the progress of an export."""
    return ExportOut.read(_find_export(tournament, key))


@part.offer_file(
    "exports/{uuid:key}/file",
    kinds=MEDIA_TYPES,
    door=TO_ENTER,
    says="The file.",
)
def read_export_file(request: HttpRequest, tournament: OwnTournament, key: uuid.UUID) -> HttpResponse:
    """Return the file of an export that is ready."""
    job = _find_export(tournament, key)
    if not job.is_done:
        raise Http404
    note_file(request, tournament.club_id, TOURNAMENT_FILE, job.form, find_author(request), of=tournament.pk)
    return build_download(job.load_file(), job.name, FORMS[job.form].media_type)


def _find_export(tournament: Tournament, key: uuid.UUID) -> MadeFile:
    export = services.find_export(tournament, str(key))
    if export is None:
        raise Http404
    return export
