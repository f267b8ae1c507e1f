"""Results: missing parts, publications, lots; the prizes and the next to choose."""

from datetime import datetime

from django.http import Http404, HttpRequest
from pydantic import Field

from tarockclub.office.api.tournaments.common import OwnTournament, add_operations
from tarockclub.platform.api.authentication import TO_DIRECT, TO_READ_RESULTS
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Cents, Number, Out, Whole
from tournaments.core.selectors import load_settings
from tournaments.hall.setup.actions import GiveUpRound
from tournaments.hall.standing.players import load_people
from tournaments.hall.standing.progress import load_progress
from tournaments.models import Act, Round, Tournament
from tournaments.results.final_results.lot_actions import DrawLots
from tournaments.results.final_results.page import load_result_sections
from tournaments.results.final_results.prize_actions import AddPrize, ChoosePrize, RemovePrize
from tournaments.results.final_results.prizes_page import ScopeSection, load_scope_sections
from tournaments.results.final_results.result_actions import PublishResult
from tournaments.results.final_results.scopes import SCOPE_ABOUT, Scope
from tournaments.results.special_prizes.actions import DrawSpecialLots, HoldRaffle
from tournaments.results.special_prizes.page import load_page
from tournaments.results.standings.editions import TournamentEdition, load_standing_editions

part = Part("results", "Published results, what is missing before publication, lots, prizes.")


class ResultRow(Out):
    """A player in a published result; values the settings do not rank by are 0."""

    rank: Number
    name: str
    number: Number = Field(description="Start number; 0: only took over a seat.")
    person: Number = Field(description="Id for choosing a prize.")
    table: Number = Field(description="0 in the final result.")
    capital: Whole = Field(description="Play money as ranked, in sixths of a cent.")
    replaced: Number = Field(description="Number of replacement capitals.")
    written: Whole = Field(description="Written score, in sixths of a point.")
    place_points: Whole = Field(validation_alias="points", description="In sixtieths of a point.")


class EditionOut(Out):
    """A published result."""

    of: Number = Field(description=SCOPE_ABOUT)
    edition: Number = Field(validation_alias="number")
    at: datetime
    reason: str
    rows: list[ResultRow]
    withdrawn: datetime | None = Field(description="The time it was withdrawn; it no longer counts.")


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


class SpecialPrizeOut(Out):
    """A special prize."""

    kind: str
    label: str
    amount: str = Field(description="In words.")
    winner: str = Field(description="Empty: lots are to be drawn.")
    number: Number = Field(description="The winner's start number; 0: none.")
    equals: list[str] = Field(description="Names of the players who are tied, if there are several.")


class RaffleOut(Out):
    """A raffle."""

    number: Number
    winners: list[str] = Field(description="In the order of the draw.")
    among: Number


class SpecialPrizesOut(Out):
    """Special prizes and raffles."""

    prizes: list[SpecialPrizeOut]
    raffles: list[RaffleOut]


class PrizesOf(Out):
    """The prizes of a round, or of the whole tournament."""

    of: Number = Field(description=SCOPE_ABOUT)
    prizes: list[PrizeOut]
    turn: Number = Field(description="The person whose turn it is to choose; 0: nobody.")
    waiting: list[str] = Field(description="Players who have not chosen yet, in order.")
    order_then: list[str] = Field(description="Players who have chosen but would choose at a different turn now.")
    order_now: list[str] = Field(
        description="Players who would have chosen according to it; nothing is changed automatically."
    )


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


@part.get("results/{int:of}/editions/{int:edition}", door=TO_READ_RESULTS)
def read_edition(request: HttpRequest, tournament: OwnTournament, of: Number, edition: Number) -> EditionOut:
    """Return a published result."""
    found = next((row for row in load_standing_editions(tournament) if (row.of, row.number) == (of, edition)), None)
    if found is None:
        raise Http404
    return _build_edition(tournament, found)


def _build_edition(tournament: Tournament, found: TournamentEdition) -> EditionOut:
    people, plays = load_people(tournament, {row.person for row in found.rows}), load_settings(tournament).start > 0
    rows = []
    for row in found.rows:
        player = people.get_player(row.person)
        capital = row.ranked_amount if plays else 0
        rows.append(ResultRow.read(row, name=player.real, number=player.number or 0, capital=capital))
    return EditionOut.read(found, rows=rows)


def _read_published(spot: Scope, act: Act) -> EditionOut:
    tournament = spot.tournament if isinstance(spot, Round) else spot
    editions = load_standing_editions(tournament)
    return _build_edition(tournament, next(edition for edition in editions if edition.sequence == act.sequence))


add_operations(part, GiveUpRound)


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


@part.get("prizes/special", door=TO_READ_RESULTS)
def read_special_prizes(request: HttpRequest, tournament: OwnTournament) -> SpecialPrizesOut:
    """Return the special prizes as the books and the register say now, and the raffles."""
    shown = load_page(tournament)
    return SpecialPrizesOut(
        prizes=[SpecialPrizeOut.read(line) for line in shown.lines],
        raffles=[RaffleOut.read(raffle) for raffle in shown.raffles],
    )


add_operations(part, AddPrize, RemovePrize, ChoosePrize, DrawLots, DrawSpecialLots, HoldRaffle)
add_operations(part, PublishResult, answer=_read_published)
