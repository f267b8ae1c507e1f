"""The draw of a round: drafts, their reviews, publishing, late players."""

import uuid
from typing import Literal

from django.http import HttpRequest
from pydantic import Field

from tarockclub.kit.text import clean_reason
from tarockclub.office.api.tournaments.common import FAILS, answer_refusals, find_entrant, load_numbers
from tarockclub.platform.api.authentication import TO_DIRECT, find_author
from tarockclub.platform.api.errors import ApiError, Mistake
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Done, Keyed, Number, Out, Reason, get_key
from tournaments.core.messages import DRAW
from tournaments.core.rules.pairs import Pair
from tournaments.core.selectors import RoundContext
from tournaments.core.view_helpers import find_own_round, find_own_tournament
from tournaments.hall.draw.codec import parse_input, parse_tables
from tournaments.hall.draw.history import is_hoch_dealer
from tournaments.hall.draw.interim_standing import find_usual_way
from tournaments.hall.draw.late_entries import seat_late
from tournaments.hall.draw.messages import format_card_problem
from tournaments.hall.draw.quality import build_quality_report
from tournaments.hall.draw.separations import keep_apart, list_apart_pairs
from tournaments.hall.draw.services import draft, find_draft, mend, publish, swap, type_in
from tournaments.hall.draw.typed_draw import read_cards
from tournaments.models import Draw
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


class NewDraft(DrawWithReason):
    """The method of a draw."""

    way: Literal["lots", "standing", "usual"] = Field(
        default="usual", description="By lot, by the standings so far, or according to the settings."
    )


class SeatSwap(DrawWithReason):
    """Two players who swap seats; start numbers."""

    one: StartNumber
    other: StartNumber


class Cards(DrawWithReason):
    """A draw by cards."""

    tables: list[list[StartNumber]] = Field(
        max_length=500,
        description="Start numbers in playing order for each table; the first drew the highest card.",
    )


class DrawPublication(DrawWithReason):
    """The publication of a draft."""

    without: bool = Field(default=False, description="Even if somebody who plays has no seat in it.")


class PairApart(Keyed):
    """Two players who must not sit together, or may again; start numbers."""

    one: StartNumber
    other: StartNumber
    apart: bool = True


class PairsOut(Out):
    """Players who must not sit together."""

    pairs: list[list[StartNumber]]


class LateSeat(Keyed):
    """The seat of a player who came after the tables were published."""

    entrant: StartNumber
    table: Number


_ROUND = "tournaments/{uuid:slug}/rounds/{int:number}"


@part.get(f"{_ROUND}/drafts", gives=DraftsOut, door=TO_DIRECT)
def list_drafts(request: HttpRequest, slug: uuid.UUID, number: Number) -> DraftsOut:
    """List all drafts of a round."""
    found = find_own_round(request, slug, number)
    return DraftsOut(drafts=[_build_draft(found, draw) for draw in found.round.draws.order_by("-number")])


@part.post(f"{_ROUND}/drafts", gives=DraftOut, door=TO_DIRECT, fails=FAILS)
def draw_round(request: HttpRequest, slug: uuid.UUID, number: Number, body: NewDraft) -> DraftOut:
    """Draw the tables of a round again; no tables exist until a draft is published."""
    found = find_own_round(request, slug, number)
    by = find_usual_way(found.tournament, found.round) if body.way == "usual" else body.way
    with answer_refusals(DRAW):
        made = draft(found.round, get_key(request, body), find_author(request), clean_reason(body.reason), by=by)
    return _build_draft(found, made)


@part.post(f"{_ROUND}/drafts/typed", gives=DraftOut, door=TO_DIRECT, fails=FAILS)
def type_draft(request: HttpRequest, slug: uuid.UUID, number: Number, body: Cards) -> DraftOut:
    """Save a draw made by cards."""
    found = find_own_round(request, slug, number)
    by_number = {number: pk for pk, number in load_numbers(found.tournament).items()}
    text = "\n".join(" ".join(map(str, table)) for table in body.tables)
    cards = read_cards(text, by_number, set(list_present(found.round)))
    if cards.wrong:
        raise ApiError(
            400,
            "invalid",
            errors=[Mistake("tables", problem.code, format_card_problem(problem)) for problem in cards.wrong],
        )
    with answer_refusals(DRAW):
        made = type_in(
            found.round, get_key(request, body), cards.tables, find_author(request), clean_reason(body.reason)
        )
    return _build_draft(found, made)


@part.get(f"{_ROUND}/drafts/{{int:draft_number}}", gives=DraftOut, door=TO_DIRECT)
def read_draft(request: HttpRequest, slug: uuid.UUID, number: Number, draft_number: Number) -> DraftOut:
    """Return one draft."""
    found = find_own_round(request, slug, number)
    return _build_draft(found, _find_draft(found, draft_number))


@part.post(f"{_ROUND}/drafts/{{int:draft_number}}/swap", gives=DraftOut, door=TO_DIRECT, fails=FAILS)
def swap_in_draft(
    request: HttpRequest, slug: uuid.UUID, number: Number, draft_number: Number, body: SeatSwap
) -> DraftOut:
    """Swap the seats of two players, in a new draft."""
    found = find_own_round(request, slug, number)
    with answer_refusals(DRAW):
        pair = find_entrant(found.tournament, body.one), find_entrant(found.tournament, body.other)
        key, by = get_key(request, body), find_author(request)
        made = swap(found.round, key, draft_number, pair, by, clean_reason(body.reason))
    return _build_draft(found, made)


@part.post(f"{_ROUND}/drafts/{{int:draft_number}}/mend", gives=DraftOut, door=TO_DIRECT, fails=FAILS)
def mend_draft(
    request: HttpRequest, slug: uuid.UUID, number: Number, draft_number: Number, body: DrawWithReason
) -> DraftOut:
    """Fix a draft for the current players, moving as few as possible."""
    found = find_own_round(request, slug, number)
    with answer_refusals(DRAW):
        made = mend(found.round, get_key(request, body), draft_number, find_author(request), clean_reason(body.reason))
    return _build_draft(found, made)


@part.post(f"{_ROUND}/drafts/{{int:draft_number}}/publish", gives=Done, door=TO_DIRECT, fails=FAILS)
def publish_draft(
    request: HttpRequest, slug: uuid.UUID, number: Number, draft_number: Number, body: DrawPublication
) -> Done:
    """Publish a draft: creates the tables."""
    found = find_own_round(request, slug, number)
    with answer_refusals(DRAW):
        key, by = get_key(request, body), find_author(request)
        publish(found.round, key, draft_number, by, clean_reason(body.reason), without=body.without)
    return Done()


@part.post(f"{_ROUND}/late", gives=Done, door=TO_DIRECT, fails=FAILS)
def seat_late_player(request: HttpRequest, slug: uuid.UUID, number: Number, body: LateSeat) -> Done:
    """Seat a player who came after the tables were published: in a free seat, or as an additional player."""
    found = find_own_round(request, slug, number)
    with answer_refusals(DRAW):
        entrant = find_entrant(found.tournament, body.entrant)
        seat_late(found.round, get_key(request, body), entrant, body.table, find_author(request))
    return Done()


@part.get("tournaments/{uuid:slug}/apart", gives=PairsOut, door=TO_DIRECT)
def list_pairs_apart(request: HttpRequest, slug: uuid.UUID) -> PairsOut:
    """List the players who must not sit at the same table."""
    tournament = find_own_tournament(request, slug)
    number_of = load_numbers(tournament)
    return PairsOut(pairs=[[number_of[player] for player in pair] for pair in list_apart_pairs(tournament)])


@part.post("tournaments/{uuid:slug}/apart", gives=Done, door=TO_DIRECT, fails=FAILS)
def keep_pair_apart(request: HttpRequest, slug: uuid.UUID, body: PairApart) -> Done:
    """Set that two players must not sit at the same table, or may again."""
    tournament = find_own_tournament(request, slug)
    with answer_refusals(DRAW):
        pair = find_entrant(tournament, body.one), find_entrant(tournament, body.other)
        keep_apart(tournament.pk, get_key(request, body), pair, find_author(request), apart=body.apart)
    return Done()


def _find_draft(context: RoundContext, number: int) -> Draw:
    with answer_refusals(DRAW):
        return find_draft(context.round, number)


def _build_draft(context: RoundContext, draw: Draw) -> DraftOut:
    number_of = load_numbers(context.tournament)
    tables = parse_tables(draw, hoch_deals=is_hoch_dealer(context.tournament))
    wanted = parse_input(draw.made_from, draw.seed)
    seated = tuple(player for table in tables for player in table.seats)
    said = build_quality_report(
        wanted if wanted.players else wanted._replace(players=seated), tables
    )  # or it was not made here
    published = type(context.round)._default_manager.values_list("draw", flat=True).get(pk=context.round.pk)

    def list_numbers(players: Pair) -> list[int]:
        return [number_of[player] for player in players]

    return DraftOut.read(
        draw,
        published=draw.pk == published,
        tables=[
            DraftTable.read(table, number=at, seats=[number_of[seat] for seat in table.seats])
            for at, table in enumerate(tables, 1)
        ],
        repeats=[Meeting.read(repeat, table=at + 1, pair=list_numbers(repeat.pair)) for at, repeat in said.repeats],
        least=said.least,
        together=[Meeting(table=at + 1, pair=list_numbers(players), before=0) for at, players in said.together],
    )
