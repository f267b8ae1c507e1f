"""Results: missing parts, publications, lots; the prizes and the next to choose."""

import uuid
from datetime import datetime
from typing import Literal

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from pydantic import Field

from tarockclub.kit.text import clean_reason
from tarockclub.office.api.tournaments.common import FAILS, add_operations, answer_refusals, clean_name
from tarockclub.platform.api.authentication import TO_DIRECT, TO_READ_RESULTS, find_author
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Cents, Done, Keyed, KeyOnly, Name, Number, Out, Reason, Whole, get_key
from tournaments.core.selectors import load_settings
from tournaments.core.view_helpers import find_own_round, find_own_tournament
from tournaments.hall.setup.actions import GiveUpRound
from tournaments.hall.standing.players import load_people
from tournaments.hall.standing.progress import load_progress
from tournaments.hall.standing.standing import CHOICE, RANK
from tournaments.models import Prize, Tournament
from tournaments.results.final_results.page import load_result_sections
from tournaments.results.final_results.prizes import NONE, add_prize, record_choice, remove_prize
from tournaments.results.final_results.prizes_page import ScopeSection, load_scope_sections
from tournaments.results.final_results.raffle import MOST_WINNERS, draw_raffle
from tournaments.results.final_results.services import draw_lots, publish_edition
from tournaments.results.final_results.special_page import load_page
from tournaments.results.final_results.special_prizes import draw_special_lots
from tournaments.results.standings.editions import TournamentEdition, load_standing_editions

part = Part("results", "Published results, what is missing before publication, lots, prizes.")
_RESULT = "tournaments/{uuid:slug}/results/{int:of}"
_OF = "Number of the round; 0: the final result."


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

    of: Number = Field(description=_OF)
    edition: Number = Field(validation_alias="number")
    at: datetime
    reason: str
    rows: list[ResultRow]
    withdrawn: datetime | None = Field(description="The time it was withdrawn; it no longer counts.")


class SectionOut(Out):
    """A result that is published, or can be."""

    of: Number = Field(description=_OF)
    editions: Number = Field(description="Number of editions.")
    missing: list[str] = Field(description="Sentences: everything to be done before it can be published.")
    seen: str = Field(validation_alias="sign", description="Must be sent on publication: the result that was viewed.")
    is_new: bool = Field(description="Something has changed since the last publication.")
    prizes_chosen: bool = Field(validation_alias="were_chosen")


class ResultsOut(Out):
    """All results of a tournament."""

    results: list[SectionOut]


class Publication(Keyed):
    """The publication of a result."""

    seen: str = Field(max_length=64)
    confirmed: bool = Field(default=False, description="Even if prizes were chosen, or another round could be played.")
    reason: Reason = Field(default="", description="Reason for another edition.")


class Lots(Keyed):
    """The purpose of drawing lots."""

    what: Literal["rank", "choice"] = "rank"


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


class SpecialLots(Keyed):
    """The special prize for which lots are drawn."""

    kind: str = Field(max_length=60)


class RaffleWanted(Keyed):
    """A raffle to hold."""

    winners: int = Field(ge=1, le=MOST_WINNERS)
    everybody: bool = Field(default=False, description="Among all players, not only those without a prize.")


class PrizesOf(Out):
    """The prizes of a round, or of the whole tournament."""

    of: Number = Field(description=_OF)
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


class NewPrize(Keyed):
    """A prize."""

    of: Number = Field(default=0, description=_OF)
    name: Name
    cents: Cents = 0


class Choosing(Keyed):
    """A player's choice."""

    person: Number
    prize: Number = Field(description="Number of the prize; 0: none.")
    reason: Reason = ""


def _find_tournament(request: HttpRequest, slug: uuid.UUID, of: int) -> Tournament:
    return find_own_round(request, slug, of).tournament if of else find_own_tournament(request, slug)


@part.get("tournaments/{uuid:slug}/results", gives=ResultsOut, door=TO_DIRECT)
def list_results(request: HttpRequest, slug: uuid.UUID) -> ResultsOut:
    """List the published results, those that can be published, and what is missing before."""
    sections = load_result_sections(load_progress(find_own_tournament(request, slug)), directs=True)
    return ResultsOut(
        results=[
            SectionOut.read(
                section, editions=len(section.editions), missing=[sentence.text for sentence in section.missing]
            )
            for section in sections
        ]
    )


@part.get(f"{_RESULT}/editions/{{int:edition}}", gives=EditionOut, door=TO_READ_RESULTS)
def read_edition(request: HttpRequest, slug: uuid.UUID, of: Number, edition: Number) -> EditionOut:
    """Return a published result."""
    tournament = find_own_tournament(request, slug)
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


@part.post(f"{_RESULT}/publish", gives=EditionOut, door=TO_DIRECT, fails=FAILS)
def publish_result(request: HttpRequest, slug: uuid.UUID, of: Number, body: Publication) -> EditionOut:
    """Publish the result of a round, or the final one: exactly what was viewed."""
    tournament = _find_tournament(request, slug, of)
    with answer_refusals():
        key, reason = get_key(request, body), clean_reason(body.reason)
        done = publish_edition(
            tournament.pk, key, of, body.seen, find_author(request), reason=reason, confirmed=body.confirmed
        )
    return _build_edition(
        tournament,
        next(edition for edition in load_standing_editions(tournament) if (edition.of, edition.at) == (of, done.at)),
    )


@part.post(f"{_RESULT}/lots", gives=Done, door=TO_DIRECT, fails=FAILS)
def draw_result_lots(request: HttpRequest, slug: uuid.UUID, of: Number, body: Lots) -> Done:
    """Draw lots between tied players: for their rank, or for who chooses first."""
    tournament = _find_tournament(request, slug, of)
    with answer_refusals():
        what = RANK if body.what == "rank" else CHOICE
        draw_lots(tournament.pk, get_key(request, body), of, what, find_author(request))
    return Done()


add_operations(part, GiveUpRound)


@part.get("tournaments/{uuid:slug}/prizes", gives=PrizesOut, door=TO_READ_RESULTS)
def list_prizes(request: HttpRequest, slug: uuid.UUID) -> PrizesOut:
    """List all prizes, who has chosen them, and whose turn it is."""
    return PrizesOut(
        scopes=[_build_scope(section) for section in load_scope_sections(find_own_tournament(request, slug))]
    )


def _build_scope(scope: ScopeSection) -> PrizesOf:
    names = {chosen.prize.pk: chosen.name for chosen in scope.chosen if chosen.prize is not None}
    return PrizesOf.read(
        scope,
        of=scope.scope.of,
        prizes=[PrizeOut.read(prize, chosen_by=names.get(prize.pk, "")) for prize in scope.scope.prizes],
        turn=scope.scope.turn,
        waiting=[chooser.name for chooser in scope.waiting],
    )


@part.post("tournaments/{uuid:slug}/prizes", gives=Done, door=TO_DIRECT, fails=FAILS)
def put_prize_on_list(request: HttpRequest, slug: uuid.UUID, body: NewPrize) -> Done:
    """Add a prize to the list of a round, or of the whole tournament."""
    tournament = find_own_tournament(request, slug)
    with answer_refusals():
        add_prize(
            tournament.pk, get_key(request, body), body.of, clean_name(body.name), body.cents, find_author(request)
        )
    return Done()


@part.post("tournaments/{uuid:slug}/prizes/{int:number}/take-off", gives=Done, door=TO_DIRECT, fails=FAILS)
def take_prize_off_list(request: HttpRequest, slug: uuid.UUID, number: Number, body: KeyOnly) -> Done:
    """Remove a prize that nobody has chosen from the list."""
    prize = _find_prize(find_own_tournament(request, slug), number)
    with answer_refusals():
        remove_prize(prize, get_key(request, body), find_author(request))
    return Done()


@part.get("tournaments/{uuid:slug}/prizes/special", gives=SpecialPrizesOut, door=TO_READ_RESULTS)
def read_special_prizes(request: HttpRequest, slug: uuid.UUID) -> SpecialPrizesOut:
    """Return the special prizes as the books and the register say now, and the raffles."""
    shown = load_page(find_own_tournament(request, slug))
    return SpecialPrizesOut(
        prizes=[SpecialPrizeOut.read(line) for line in shown.lines],
        raffles=[RaffleOut.read(raffle) for raffle in shown.raffles],
    )


@part.post("tournaments/{uuid:slug}/prizes/special/lots", gives=Done, door=TO_DIRECT, fails=FAILS)
def draw_lots_for_special_prize(request: HttpRequest, slug: uuid.UUID, body: SpecialLots) -> Done:
    """Draw lots between the players who are tied for a special prize."""
    tournament = find_own_tournament(request, slug)
    with answer_refusals():
        draw_special_lots(tournament.pk, get_key(request, body), body.kind, find_author(request))
    return Done()


@part.post("tournaments/{uuid:slug}/prizes/raffle", gives=Done, door=TO_DIRECT, fails=FAILS)
def hold_raffle(request: HttpRequest, slug: uuid.UUID, body: RaffleWanted) -> Done:
    """Draw winners by lot from the tournament's seed."""
    tournament = find_own_tournament(request, slug)
    with answer_refusals():
        draw_raffle(
            tournament.pk, get_key(request, body), body.winners, find_author(request), others=not body.everybody
        )
    return Done()


@part.post(f"{_RESULT}/choice", gives=Done, door=TO_DIRECT, fails=FAILS)
def choose_prize(request: HttpRequest, slug: uuid.UUID, of: Number, body: Choosing) -> Done:
    """Record which prize a player takes; a second choice for the same person replaces the first, with a reason."""
    tournament = _find_tournament(request, slug, of)
    prize = _find_prize(tournament, body.prize).pk if body.prize else NONE
    with answer_refusals():
        key, reason = get_key(request, body), clean_reason(body.reason)
        record_choice(tournament.pk, key, of, body.person, prize, find_author(request), reason=reason)
    return Done()


def _find_prize(tournament: Tournament, number: int) -> Prize:
    return get_object_or_404(Prize, tournament=tournament, number=number)
