"""Operations with which an inn's laptop sends its club, in pieces, to be continued here (docs/dev/parcels.md)."""

from typing import Annotated

from django.http import HttpRequest
from django.urls import reverse
from pydantic import Field

from tarockclub.models import Job, PublishingKey
from tarockclub.office.club_file import imports
from tarockclub.platform.accounts.actors import API, Actor
from tarockclub.platform.api.errors import ApiError
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import In, Out
from tarockclub.platform.clubs.addresses import build_address
from tarockclub.platform.jobs.services import BusyError
from tarockclub.platform.parcels.arrivals import MOST_NAMED, end_arrival, name_parcel, open_arrival
from tarockclub.platform.parcels.door import LAPTOPS, UPGRADE, Digest, ParcelPieces, StoredPieces, get_key, take_pieces
from tarockclub.platform.parcels.pieces import PIECE_BYTES
from tarockclub.platform.parcels.sending import STATE_WAITING

MOST_PIECES = 667  # 100 MB
STATE_READING = "reading"
part = Part("publishing-clubs", "The whole club that an inn's laptop sends (docs/dev/parcels.md).")
PARTS = (part,)


class ClubOffer(In):
    """The file of a club."""

    pieces: Annotated[list[Digest], Field(min_length=1, max_length=MOST_PIECES)] = Field(
        description=f"SHA-256 of each {PIECE_BYTES} bytes of the file, in their order; the last piece is what is left."
    )
    rows: Annotated[int, Field(ge=0, le=2_000_000_000)] = Field(default=0, description="For the progress.")


class ClubState(Out):
    """The state of a file after an offer."""

    state: str = Field(
        description="waiting: send the pieces, then the offer again. reading: offer again later. joined; choose: "
        "somebody has to decide here; refused; failed: nothing was changed, send the file again."
    )
    parcel: str
    missing: list[str] = Field(default=[], description="Digests of pieces that are not here yet; perhaps not all.")
    numbers: list[int] = Field(
        default=[], description="joined: new, continued, set aside, registrations. choose: how many."
    )
    code: str = Field(default="", description="refused: why.")
    facts: dict[str, str] = Field(default={}, description="Of the refusal.")
    address: str = Field(
        default="", description="The page here on which a director sees it; empty while pieces are missing."
    )


def _get_importing_key(request: HttpRequest) -> PublishingKey:
    """Return the key; raise ApiError for one that may only publish."""
    key = get_key(request)
    if not key.may_import:
        raise ApiError(403, "may_not_import")
    return key


@part.post("publishing/club/offer", door=LAPTOPS, fails=(UPGRADE,))
def offer_club(request: HttpRequest, body: ClubOffer) -> ClubState:
    """Continue the club with this file, once all its pieces are here. Repeating it changes nothing, and tells more."""
    key = _get_importing_key(request)
    about = imports.format_about(key.club)
    name = name_parcel(about, body.pieces)
    known = imports.find_latest(key.club, name)
    if known is not None and known.state != imports.FAILED:
        return _describe(request, known, name)
    if known is not None:  # sent again
        Job.objects.filter(pk=known.job).delete()
    arrival = open_arrival(name, about, body.pieces, club=key.club_id)
    if arrival.missing:
        return ClubState(state=STATE_WAITING, parcel=name, missing=list(arrival.missing[:MOST_NAMED]))
    end_arrival(arrival)
    asked = imports.ImportRequest(key.club, Actor(way=API), laptop=key.name)
    try:
        return _describe(request, imports.start_import(name, arrival.job, body.rows, asked), name)
    except BusyError:
        return ClubState(state=STATE_READING, parcel=name)  # another one of the club first


@part.post("publishing/club/piece", door=LAPTOPS, fails=(404, UPGRADE))
def send_club_piece(request: HttpRequest, body: ParcelPieces) -> StoredPieces:
    """Store pieces that the offer has named as missing. Repeating it changes nothing."""
    return take_pieces(imports.format_about(_get_importing_key(request).club), body)


def _describe(request: HttpRequest, job: imports.Import, name: str) -> ClubState:
    address = build_address(request, reverse("club_import", args=[job.key]))
    numbers, code, facts = [], "", {}
    if job.state == imports.AS_JOINED:
        numbers = list(job.numbers)
    elif job.state == imports.CHOOSE:
        numbers = [len(job.outcome[imports.CHOOSE])]
    elif job.state == imports.REFUSED:
        said = job.outcome[imports.REFUSED]
        code, facts = said["code"], {name: str(fact) for name, fact in said["facts"].items()}
    state = STATE_READING if job.is_running else job.state
    return ClubState(state=state, parcel=name, numbers=numbers, code=code, facts=facts, address=address)
