"""The draw of a round: drafts, their reviews, publishing, late players."""

from typing import Literal

from django.http import HttpRequest
from pydantic import Field

from tarockclub.office.api.tournaments.common import (
    OwnRound,
    OwnTournament,
    add_operations,
    load_numbers,
    perform,
)
from tarockclub.platform.api.authentication import TO_DIRECT
from tarockclub.platform.api.errors import ApiError, Mistake
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Keyed, Number, Out, Reason
from tournaments.hall.draw.actions import DrawSeats, KeepApart, MendDraft, PublishDraft, SwapPlayers, TypeCards
from tournaments.hall.draw.history import is_hoch_dealer
from tournaments.hall.draw.late_entries import SeatLate
from tournaments.hall.draw.page import examine_draft
from tournaments.hall.draw.separations import list_apart_pairs
from tournaments.hall.draw.services import find_draft, find_made_draft
from tournaments.hall.draw.typed_draw import format_card_problem, read_cards
from tournaments.hall.draw.values import Pair
from tournaments.models import Act, Draw, Round
from tournaments.people.entrants.selectors import list_present

part = Part("draw", "Seats: drafts with remarks, and publishing one.")
StartNumber = Number


class DraftTable(Out):
    """A table of a draft."""

    number: Number
    seats: list[StartNumber] = Field(description="Start numbers in playing order.")
    high: Number = Field(description="Index of the seat that drew the highest card.")


class Meeting(Out):
    """Two players at the same table."""

    table: Number
    pair: list[StartNumber]
    before: Number = Field(description="Number of earlier meetings.")


class DraftOut(Out):
    """A draft, with its remarks."""

    draft: Number = Field(validation_alias="number", description="Its number, from 1 in its round.")
    way: Literal["drawn", "swapped", "typed", "standing"]
    seed: str = Field(
        description="Hexadecimal: the same seed and players give the same tables. Empty: entered by hand."
    )
    published: bool
    tables: list[DraftTable]
    repeats: list[Meeting]
    least: Number = Field(description="No draw of these players has fewer repeats.")
    together: list[Meeting] = Field(description="Players who must not sit at the same table but do.")


class DraftsOut(Out):
    """All drafts of a round, the last one first."""

    drafts: list[DraftOut]


class DrawWithReason(Keyed):
    """A reason, if one is needed."""

    reason: Reason = ""


class Cards(DrawWithReason):
    """A draw by cards."""

    tables: list[list[StartNumber]] = Field(
        max_length=500,
        description="Start numbers in playing order for each table; the first drew the highest card.",
    )


class PairsOut(Out):
    """Players who must not sit together."""

    pairs: list[list[StartNumber]]


@part.get("drafts", door=TO_DIRECT)
def list_drafts(request: HttpRequest, round_: OwnRound) -> DraftsOut:
    """List all drafts of a round."""
    return DraftsOut(drafts=[_build_draft(round_, draw) for draw in round_.draws.order_by("-number")])


@part.post("drafts/typed", door=TO_DIRECT)
def type_draft(request: HttpRequest, round_: OwnRound, body: Cards) -> DraftOut:
    """Save a draw made by cards."""
    by_number = {number: pk for pk, number in load_numbers(round_.tournament).items()}
    text = "\n".join(" ".join(map(str, table)) for table in body.tables)
    cards = read_cards(text, by_number, set(list_present(round_)))
    if cards.wrong:
        raise ApiError(
            400,
            "invalid",
            errors=[Mistake("tables", problem.code, format_card_problem(problem)) for problem in cards.wrong],
        )
    return _build_made_draft(round_, perform(request, round_, TypeCards(tables=cards.tables), body))


@part.get("drafts/{int:draft_number}", door=TO_DIRECT)
def read_draft(request: HttpRequest, round_: OwnRound, draft_number: Number) -> DraftOut:
    """Return one draft."""
    return _build_draft(round_, find_draft(round_, draft_number))


@part.get("apart", door=TO_DIRECT)
def list_pairs_apart(request: HttpRequest, tournament: OwnTournament) -> PairsOut:
    """List the players who must not sit at the same table."""
    number_of = load_numbers(tournament)
    return PairsOut(pairs=[[number_of[player] for player in pair] for pair in list_apart_pairs(tournament)])


def _build_made_draft(round_: Round, act: Act) -> DraftOut:
    return _build_draft(round_, find_made_draft(act))


def _build_draft(round_: Round, draw: Draw) -> DraftOut:
    number_of = load_numbers(round_.tournament)
    tables, _wanted, report = examine_draft(draw, hoch_deals=is_hoch_dealer(round_.tournament))
    published = Round.objects.values_list("draw", flat=True).get(pk=round_.pk)

    def list_numbers(players: Pair) -> list[int]:
        return [number_of[player] for player in players]

    return DraftOut.read(
        draw,
        published=draw.pk == published,
        tables=[
            DraftTable.read(table, number=at, seats=[number_of[seat] for seat in table.seats])
            for at, table in enumerate(tables, 1)
        ],
        repeats=[Meeting.read(repeat, table=at + 1, pair=list_numbers(repeat.pair)) for at, repeat in report.repeats],
        least=report.least,
        together=[Meeting(table=at + 1, pair=list_numbers(players), before=0) for at, players in report.together],
    )


add_operations(part, DrawSeats, SwapPlayers, MendDraft, with_reason=DrawWithReason, answer=_build_made_draft)
add_operations(part, PublishDraft, SeatLate, KeepApart)
