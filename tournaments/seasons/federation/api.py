"""Operations with which a laptop or another program offers a club's result to its federation (docs/dev/parcels.md)."""

import uuid
from typing import Annotated, Literal

from django.http import HttpRequest
from pydantic import Field, StringConstraints, ValidationError

from tarockclub.models import FEDERATION_NUMBER_LENGTH, NAME_LENGTH, Club, normalize_federation_number
from tarockclub.platform.accounts.actors import API, Actor
from tarockclub.platform.api.errors import ApiError, build_input_error
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Day, In, Name, Out
from tarockclub.platform.parcels.arrivals import end_arrival, iter_contents, name_parcel, open_arrival
from tarockclub.platform.parcels.door import LAPTOPS, UPGRADE, Digest, ParcelPieces, StoredPieces, get_key, take_pieces
from tarockclub.platform.parcels.sending import STATE_WAITING
from tournaments.models import MADE_PARTS, Season, SeasonOffer
from tournaments.seasons.federation.offers import ResultSource, offer_result
from tournaments.seasons.federation.rows import GivenResult, GivenRow
from tournaments.seasons.federation.selectors import list_federation_seasons
from tournaments.seasons.season.events import MOST_AVERAGE

MOST_PIECES = 4
MOST_ROWS = 5000
_HIGHEST = 1 << 31
_MOST_MADE = 10**12
part = Part("publishing-standings", "Results of a club for a season of its federation (docs/dev/parcels.md).")
PARTS = (part,)
_STATES: dict[str, str] = {SeasonOffer.State.WAITING: "offered"}  # "waiting" is what a parcel does
Rank = Annotated[int, Field(ge=1, le=MOST_ROWS)]


class NumberedRow(In):
    """A player with a number of the federation."""

    number: Annotated[str, StringConstraints(min_length=1, max_length=FEDERATION_NUMBER_LENGTH)]
    name: Annotated[str, StringConstraints(max_length=NAME_LENGTH)]
    publicity: Literal["full", "short", "number"] = "full"
    rank: Rank
    made: Annotated[int, Field(ge=-_MOST_MADE, le=_MOST_MADE, description=f"{MADE_PARTS} are a point.")]


class ResultDocument(In):
    """The file that is sent."""

    tournament: uuid.UUID
    name: Name
    day: Day
    edition: Annotated[int, Field(ge=1, lt=_HIGHEST)]
    rows: Annotated[list[NumberedRow], Field(max_length=MOST_ROWS)]
    others: Annotated[list[Rank], Field(max_length=MOST_ROWS)]
    average: Annotated[int, Field(ge=0, le=MOST_AVERAGE)] | None = None


class ResultParcel(In):
    """The pieces of a result."""

    pieces: Annotated[list[Digest], Field(min_length=1, max_length=MOST_PIECES)]


class ResultState(Out):
    """The state of a result after an offer."""

    state: str = Field(
        description="waiting: send the pieces, then the offer again. offered: the federation decides, which offering "
        "again tells for a day: accepted, declined; withdrawn: by the club, or for a newer result."
    )
    parcel: str
    missing: list[str] = Field(default=[], description="Digests of pieces that are not here yet.")


@part.post("publishing/standings/{uuid:season}/offer", door=LAPTOPS, fails=(404, 409, UPGRADE))
def offer_standings(request: HttpRequest, season: uuid.UUID, body: ResultParcel) -> ResultState:
    """Offer a result to a season of the federation, once all its pieces are here. Repeating it changes nothing."""
    key = get_key(request)
    wanted = _find_season(key.club, season)
    about = _format_about(key.club)
    arrival = open_arrival(name_parcel(f"{about} {season}", body.pieces), about, body.pieces, club=key.club_id)
    if arrival.missing:
        return ResultState(state=STATE_WAITING, parcel=arrival.name, missing=list(arrival.missing))
    source, given = read_result_document(b"".join(iter_contents(arrival.job)))
    if not arrival.is_taken:
        offer_result(key.club, wanted, source, given, Actor(way=API))
        end_arrival(arrival)
    last = SeasonOffer.objects.filter(season=wanted, club=key.club, tournament=source.slug).latest("pk")
    return ResultState(state=_STATES.get(last.state, last.state), parcel=arrival.name)


@part.post("publishing/standings/{uuid:season}/piece", door=LAPTOPS, fails=(404, UPGRADE))
def send_standings_piece(request: HttpRequest, season: uuid.UUID, body: ParcelPieces) -> StoredPieces:
    """Store pieces that the offer has named as missing. Repeating it changes nothing."""
    club = get_key(request).club
    _find_season(club, season)
    return take_pieces(_format_about(club), body)


def _find_season(club: Club, slug: uuid.UUID) -> Season:
    season = next((row for row in list_federation_seasons(club) if row.slug == slug), None)
    if season is None:
        raise ApiError(404, "not_found")
    return season


def _format_about(club: Club) -> str:
    return f"club {club.pk} result"


def read_result_document(content: bytes) -> tuple[ResultSource, GivenResult]:
    """Return what a file says; raise ApiError for one that is no result, or has a number twice."""
    try:
        found = ResultDocument.model_validate_json(content)
    except ValidationError:
        raise build_input_error("pieces", "wrong_form") from None
    numbers = [row.number for row in found.rows]
    has_twice = len(set(numbers)) < len(numbers)
    texts = [found.name, *numbers, *(row.name for row in found.rows)]
    is_clean = all(text.isprintable() for text in texts) and all(
        number == normalize_federation_number(number) for number in numbers
    )
    if has_twice or not is_clean:
        raise build_input_error("pieces", "wrong_form")
    rows = tuple(GivenRow(row.number, row.name, row.publicity, row.rank, row.made) for row in found.rows)
    given = GivenResult(found.edition, rows, tuple(found.others), average=found.average)
    return ResultSource(found.tournament, found.name, found.day), given
