"""Results: missing parts, publications, lots; the prizes and the next to choose; exports."""

import uuid
from typing import Literal

from django.http import Http404, HttpRequest, HttpResponse
from pydantic import Field

from tarockclub.kit.words import get_current_language
from tarockclub.office.api.tournaments.common import OwnTournament, add_operations
from tarockclub.platform.accounts.looks import TOURNAMENT_FILE, note_file
from tarockclub.platform.api.authentication import TO_DIRECT, TO_ENTER, TO_READ_RESULTS, find_author
from tarockclub.platform.api.errors import REFUSALS, ApiError, build_input_error
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Cents, Keyed, Number, Out, get_key
from tarockclub.platform.jobs.runner import MadeFile
from tarockclub.platform.jobs.services import BusyError
from tarockclub.platform.server.downloads import build_download
from tournaments.hall.setup.actions import GiveUpRound
from tournaments.hall.standing.players import load_progress
from tournaments.models import Tournament
from tournaments.results.exports import services
from tournaments.results.exports.formats import FORMS, MEDIA_TYPES, Form
from tournaments.results.final_results.prize_actions import AddPrize, ChoosePrize, DrawLots, RemovePrize
from tournaments.results.final_results.prizes import ScopeSection, load_scope_sections
from tournaments.results.final_results.result_actions import SCOPE_ABOUT, PublishResult
from tournaments.results.final_results.views import load_result_sections
from tournaments.results.special_prizes.actions import DrawSpecialLots, HoldRaffle

part = Part("results", "Published results, what is missing before publication, lots, prizes.")


class SectionOut(Out):
    """A result that is published, or can be."""

    of: Number = Field(description=SCOPE_ABOUT)
    editions: Number = Field(description="Number of editions.")
    missing: list[str] = Field(description="Sentences: everything to be done before it can be published.")
    seen: str = Field(validation_alias="sign", description="Must be sent on publication: the result that was viewed.")
    is_new: bool = Field(description="Something has changed since the last publication.")
    prizes_chosen: bool = Field(validation_alias="were_chosen")


class ResultsOut(Out):
    """All results of a tournament."""

    results: list[SectionOut]


class PrizeOut(Out):
    """A prize."""

    number: Number
    name: str
    cents: Cents
    chosen_by: str


class PrizesOf(Out):
    """The prizes of a round, or of the whole tournament."""

    of: Number = Field(description=SCOPE_ABOUT)
    prizes: list[PrizeOut]
    turn: Number = Field(description="The person whose turn it is to choose; 0: nobody, or lots decide first.")
    waiting: list[str] = Field(description="Who has not chosen yet, in order; before lots are drawn all of a rank.")


class PrizesOut(Out):
    """All prizes of a tournament."""

    scopes: list[PrizesOf]


@part.get("results", door=TO_DIRECT)
def list_results(request: HttpRequest, tournament: OwnTournament) -> ResultsOut:
    """List the published results, those that can be published, and what is missing before."""
    sections = load_result_sections(load_progress(tournament), directs=True)
    return ResultsOut(
        results=[
            SectionOut.read(
                section, editions=len(section.editions), missing=[sentence.text for sentence in section.missing]
            )
            for section in sections
        ]
    )


@part.get("prizes", door=TO_READ_RESULTS)
def list_prizes(request: HttpRequest, tournament: OwnTournament) -> PrizesOut:
    """List all prizes, who has chosen them, and whose turn it is."""
    return PrizesOut(scopes=[_build_scope(section) for section in load_scope_sections(tournament)])


def _build_scope(scope: ScopeSection) -> PrizesOf:
    names = {chosen.prize.pk: chosen.name for chosen in scope.chosen if chosen.prize is not None}
    return PrizesOf.read(
        scope,
        of=scope.scope.of,
        prizes=[PrizeOut.read(prize, chosen_by=names.get(prize.pk, "")) for prize in scope.scope.prizes],
        turn=scope.scope.turn,
        waiting=[chooser.name for chooser in scope.waiting],
    )


add_operations(part, GiveUpRound, AddPrize, RemovePrize, ChoosePrize, DrawLots, DrawSpecialLots, HoldRaffle)
add_operations(part, PublishResult)


export_part = Part("exports", "A tournament as workbook, CSV files or JSON.")
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


@export_part.post("exports", door=TO_ENTER)
def begin_export(request: HttpRequest, tournament: OwnTournament, body: NewExport) -> ExportOut:
    """Start an export; one that is already being created is not started again."""
    try:
        key = str(uuid.UUID(get_key(request, body)))
    except ValueError as error:
        raise build_input_error("key", "wrong_form") from error
    return ExportOut.read(services.start_export(tournament, key, body.form, get_current_language()))


@export_part.get("exports/{uuid:key}", door=TO_ENTER)
def read_export(request: HttpRequest, tournament: OwnTournament, key: uuid.UUID) -> ExportOut:
    """Return the progress of an export."""
    return ExportOut.read(_find_export(tournament, key))


@export_part.offer_file(
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
