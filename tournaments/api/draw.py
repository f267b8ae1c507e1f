"""The draw of a round: drafts, what is to be said about them, publishing, late players."""

import uuid
from typing import Literal

from django.http import HttpRequest
from pydantic import Field

from tarockclub.api.authentication import DIRECTOR
from tarockclub.api.errors import Failed, Mistake
from tarockclub.api.operations import Part
from tarockclub.api.schemas import Done, Keyed, Number, Out, Reason, key_of
from tournaments.api.common import FAILS, entrant_at, numbers_by_id, own, reason_in, refusals, who
from tournaments.draw.codec import tables_of, wanted_from
from tournaments.draw.history import hoch_deals
from tournaments.draw.interim_standing import usual_way
from tournaments.draw.late_entries import seat_late
from tournaments.draw.messages import told, told_of
from tournaments.draw.quality import report
from tournaments.draw.separations import apart_in, keep_apart
from tournaments.draw.services import draft, draft_of, mend, publish, swap, type_in
from tournaments.draw.typed_draw import read_cards
from tournaments.entrants.selectors import present
from tournaments.models import Draw
from tournaments.selectors import Found
from tournaments.teams.rosters import Pair
from tournaments.view_helpers import own_round

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

    draft: Number = Field(description="Its number, from 1 in its round.")
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


@part.get(f"{_ROUND}/drafts", gives=DraftsOut, door=DIRECTOR, fails=(404,))
def list_drafts(request: HttpRequest, slug: uuid.UUID, number: Number) -> DraftsOut:
    """List all drafts of a round."""
    found = own_round(request, slug, number)
    return DraftsOut(drafts=[_shown(found, one) for one in found.round.draws.order_by("-number")])


@part.post(f"{_ROUND}/drafts", gives=DraftOut, door=DIRECTOR, fails=FAILS)
def draw_round(request: HttpRequest, slug: uuid.UUID, number: Number, body: NewDraft) -> DraftOut:
    """Draw the tables of a round again; no tables exist until a draft is published."""
    found = own_round(request, slug, number)
    by = usual_way(found.tournament, found.round) if body.way == "usual" else body.way
    with refusals(told_of):
        made = draft(found.round, key_of(request, body), who(request), reason_in(body.reason), by=by)
    return _shown(found, made)


@part.post(f"{_ROUND}/drafts/typed", gives=DraftOut, door=DIRECTOR, fails=FAILS)
def type_draft(request: HttpRequest, slug: uuid.UUID, number: Number, body: Cards) -> DraftOut:
    """Save a draw made by cards."""
    found = own_round(request, slug, number)
    by_number = {number: pk for pk, number in numbers_by_id(found.tournament).items()}
    text = "\n".join(" ".join(map(str, table)) for table in body.tables)
    cards = read_cards(text, by_number, set(present(found.round)))
    if cards.wrong:
        raise Failed(400, "invalid", errors=[Mistake("tables", one.code, told(one)) for one in cards.wrong])
    with refusals(told_of):
        made = type_in(found.round, key_of(request, body), cards.tables, who(request), reason_in(body.reason))
    return _shown(found, made)


@part.get(f"{_ROUND}/drafts/{{int:draft_number}}", gives=DraftOut, door=DIRECTOR, fails=(404,))
def read_draft(request: HttpRequest, slug: uuid.UUID, number: Number, draft_number: Number) -> DraftOut:
    """Return one draft."""
    found = own_round(request, slug, number)
    return _shown(found, _draft(found, draft_number))


@part.post(f"{_ROUND}/drafts/{{int:draft_number}}/swap", gives=DraftOut, door=DIRECTOR, fails=FAILS)
def swap_in_draft(
    request: HttpRequest, slug: uuid.UUID, number: Number, draft_number: Number, body: SeatSwap
) -> DraftOut:
    """Swap the seats of two players, in a new draft."""
    found = own_round(request, slug, number)
    with refusals(told_of):
        pair = entrant_at(found.tournament, body.one), entrant_at(found.tournament, body.other)
        key, by = key_of(request, body), who(request)
        made = swap(found.round, key, draft_number, pair, by, reason_in(body.reason))
    return _shown(found, made)


@part.post(f"{_ROUND}/drafts/{{int:draft_number}}/mend", gives=DraftOut, door=DIRECTOR, fails=FAILS)
def mend_draft(
    request: HttpRequest, slug: uuid.UUID, number: Number, draft_number: Number, body: DrawWithReason
) -> DraftOut:
    """Fix a draft for the current players, moving as few as possible."""
    found = own_round(request, slug, number)
    with refusals(told_of):
        made = mend(found.round, key_of(request, body), draft_number, who(request), reason_in(body.reason))
    return _shown(found, made)


@part.post(f"{_ROUND}/drafts/{{int:draft_number}}/publish", gives=Done, door=DIRECTOR, fails=FAILS)
def publish_draft(
    request: HttpRequest, slug: uuid.UUID, number: Number, draft_number: Number, body: DrawPublication
) -> Done:
    """Publish a draft: creates the tables."""
    found = own_round(request, slug, number)
    with refusals(told_of):
        key, by = key_of(request, body), who(request)
        publish(found.round, key, draft_number, by, reason_in(body.reason), without=body.without)
    return Done()


@part.post(f"{_ROUND}/late", gives=Done, door=DIRECTOR, fails=FAILS)
def seat_late_player(request: HttpRequest, slug: uuid.UUID, number: Number, body: LateSeat) -> Done:
    """Seat a player who came after the tables were published, as an additional player."""
    found = own_round(request, slug, number)
    with refusals(told_of):
        entrant = entrant_at(found.tournament, body.entrant)
        seat_late(found.round, key_of(request, body), entrant, body.table, who(request))
    return Done()


@part.get("tournaments/{uuid:slug}/apart", gives=PairsOut, door=DIRECTOR, fails=(404,))
def list_pairs_apart(request: HttpRequest, slug: uuid.UUID) -> PairsOut:
    """List the players who must not sit at the same table."""
    tournament = own(request, slug)
    number_of = numbers_by_id(tournament)
    return PairsOut(pairs=[[number_of[one] for one in pair] for pair in apart_in(tournament)])


@part.post("tournaments/{uuid:slug}/apart", gives=Done, door=DIRECTOR, fails=FAILS)
def keep_pair_apart(request: HttpRequest, slug: uuid.UUID, body: PairApart) -> Done:
    """Set that two players must not sit at the same table, or may again."""
    tournament = own(request, slug)
    with refusals(told_of):
        pair = entrant_at(tournament, body.one), entrant_at(tournament, body.other)
        keep_apart(tournament.pk, key_of(request, body), pair, who(request), apart=body.apart)
    return Done()


def _draft(found: Found, number: int) -> Draw:
    with refusals(told_of):
        return draft_of(found.round, number)


def _shown(found: Found, draw: Draw) -> DraftOut:
    number_of = numbers_by_id(found.tournament)
    tables = tables_of(draw, hoch_deals=hoch_deals(found.tournament))
    wanted = wanted_from(draw.made_from, draw.seed)
    seated = tuple(player for table in tables for player in table.seats)
    said = report(wanted if wanted.players else wanted._replace(players=seated), tables)  # or it was not made here
    published = type(found.round)._default_manager.values_list("draw", flat=True).get(pk=found.round.pk)

    def pair(one: Pair) -> list[int]:
        return [number_of[player] for player in one]

    return DraftOut.model_validate(
        {
            "draft": draw.number,
            "way": draw.way,
            "seed": draw.seed,
            "published": draw.pk == published,
            "tables": [
                DraftTable(number=at, seats=[number_of[one] for one in table.seats], high=table.high)
                for at, table in enumerate(tables, 1)
            ],
            "repeats": [Meeting(table=at + 1, pair=pair(one.pair), before=one.before) for at, one in said.repeats],
            "least": said.least,
            "together": [Meeting(table=at + 1, pair=pair(one), before=0) for at, one in said.together],
        }
    )
