"""Operations with which an inn's laptop publishes tournaments and seasons: for its club, and nothing else."""

import uuid
from typing import Literal

from django.http import HttpRequest
from pydantic import Field

from tarockclub.office.publishing import receiving
from tarockclub.office.publishing.pieces import UnknownRows, read_change
from tarockclub.platform.api.errors import REFUSALS, ApiError, build_input_error
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import In, Name, Number, Out
from tarockclub.platform.clubs.addresses import build_address
from tarockclub.platform.parcels.door import (
    LAPTOPS,
    UPGRADE,
    Contents,
    Digest,
    ParcelPieces,
    StoredPieces,
    get_key,
    read_contents,
)
from tarockclub.platform.parcels.peer import PROTOCOL

part = Part("publishing", "Tournaments and seasons that an inn's laptop publishes (docs/inn-to-internet.md).")
PARTS = (part,)
REFUSALS[receiving.TooMuch] = lambda _refused: ApiError(409, "too_much")
_SITE = "publishing/{uuid:thing}"


class PublishingClub(Out):
    """The club for which a laptop may publish."""

    club: str
    protocol: int


class SiteOffer(In):
    """The state of a tournament or season."""

    kind: Literal["tournament", "season"]
    name: Name
    sequence: Number = Field(description="Higher than that of any earlier message about this site.")
    live: bool = Field(description="It is being played.")
    base: Digest | Literal[""] = Field(
        "", description="The sign of the state to which these pieces are added; empty: these are all."
    )
    pieces: list[Digest] = Field(
        max_length=receiving.MOST_PIECES, description="The digest (SHA-256) of each piece, in their order."
    )
    contents: Contents = Field(default_factory=dict)


class SiteBeat(In):
    """A sign of life of a site that has not changed."""

    sequence: Number
    live: bool


class SiteEnd(In):
    """The end of a site."""

    sequence: Number


class SiteState(Out):
    """The state of a site after a message."""

    state: Literal["shown", "waiting", "older", "other", "ended"] = Field(
        description="shown: this is shown. waiting: send what is missing, then the offer again. older: there is a "
        "newer message. other: the base is another one here; send all. ended: nothing is shown here."
    )
    sequence: int
    parcel: str = Field(description="For the message with the pieces.")
    missing: list[str] = Field(description="Digests of pieces that are not here yet; perhaps not all.")
    address: str = Field(description="The first page; empty if nothing is shown.")


def _describe(request: HttpRequest, outcome: receiving.Outcome) -> SiteState:
    address = "" if outcome.slug is None else build_address(request, receiving.build_site_address(outcome.slug))
    return SiteState(
        state=outcome.state,  # type: ignore[arg-type]
        sequence=outcome.sequence,
        parcel=outcome.parcel,
        missing=list(outcome.missing),
        address=address,
    )


@part.get("publishing", door=LAPTOPS, fails=(UPGRADE,))
def read_publishing_club(request: HttpRequest) -> PublishingClub:
    """Say for which club this laptop may publish."""
    return PublishingClub(club=get_key(request).club.name, protocol=PROTOCOL)


def _read(contents: dict[str, str]) -> dict[str, receiving.Piece]:
    """Return the pieces of a message with the number of their rows."""
    try:
        return {
            digest: receiving.Piece(content, read_change(content).size)
            for digest, content in read_contents(contents).items()
        }
    except UnknownRows as unknown:
        raise build_input_error("contents", "unknown_field" if unknown.newer else "wrong_form") from None


@part.post(f"{_SITE}/offer", door=LAPTOPS, fails=(404, 409, UPGRADE))
def offer_site(request: HttpRequest, thing: uuid.UUID, body: SiteOffer) -> SiteState:
    """Show this state of a tournament or season, once all its pieces are here. Repeating it changes nothing."""
    offer = receiving.Offer(thing, body.kind, body.name, body.sequence, body.live, body.base, body.pieces)
    return _describe(request, receiving.take_offer(get_key(request).club, offer, _read(body.contents)))


@part.post(f"{_SITE}/pieces", door=LAPTOPS, fails=(404, 409, UPGRADE))
def send_site_pieces(request: HttpRequest, thing: uuid.UUID, body: ParcelPieces) -> StoredPieces:
    """Store pieces that an offer has named as missing. Repeating it changes nothing."""
    stored = receiving.store_pieces(get_key(request).club, thing, _read(body.contents))
    if stored is None:
        raise ApiError(404, "not_found")
    return StoredPieces(stored=stored)


@part.post(f"{_SITE}/beat", door=LAPTOPS, fails=(404, UPGRADE))
def renew_site(request: HttpRequest, thing: uuid.UUID, body: SiteBeat) -> SiteState:
    """Say that the state of the last message is still the current one."""
    key = get_key(request)
    return _describe(request, receiving.take_beat(key.club, thing, body.sequence, is_live=body.live))


@part.post(f"{_SITE}/withdraw", door=LAPTOPS, fails=(404, UPGRADE))
def withdraw_site(request: HttpRequest, thing: uuid.UUID, body: SiteEnd) -> SiteState:
    """Delete a site. Repeating it changes nothing."""
    key = get_key(request)
    return _describe(request, receiving.withdraw_site(key.club, thing, body.sequence))
