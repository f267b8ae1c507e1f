"""Operations with which an inn's laptop sends public pages: for its club, and nothing else."""

import uuid
from typing import Annotated, Literal

from django.http import HttpRequest
from pydantic import Field, StringConstraints

from tarockclub.api.errors import ApiError, build_input_error
from tarockclub.api.operations import Part
from tarockclub.api.schemas import In, Name, Number, Out
from tarockclub.parcels.door import LAPTOPS, UPGRADE, Digest, StoredPieces, get_key
from tarockclub.parcels.peer import PROTOCOL
from tarockclub.server.public_address import build_address
from tarockclub.server.wsgi.turns import give_turn_back
from tournaments.live_publishing import receiving
from tournaments.live_publishing.addresses import build_site_address
from tournaments.live_publishing.pieces import BadPiece, is_path, receive_piece

part = Part("publishing", "Public pages that an inn's laptop sends (docs/inn-to-internet.md).")
PARTS = (part,)
_MOST_PIECES = 200  # in a body
_SITE = "publishing/{uuid:thing}"
Packed = Annotated[str, StringConstraints(max_length=480_000)]
Path = Annotated[str, StringConstraints(max_length=200)]


class PublishingClub(Out):
    """The club for which a laptop may send pages."""

    club: str
    protocol: int


class SiteOffer(In):
    """All pages of a site."""

    kind: Literal["tournament", "season"]
    name: Name
    sequence: Number = Field(description="Higher than that of any earlier message about this site.")
    live: bool = Field(description="It is being played.")
    pages: dict[Path, Digest] = Field(
        max_length=receiving.MOST_PAGES, description="The digest (SHA-256) of each page, by its path."
    )


class SitePieces(In):
    """Contents of pages."""

    pieces: dict[Digest, Packed] = Field(
        max_length=_MOST_PIECES,
        description="By digest: JSON with language, title, style and main, packed with zlib, as Base64.",
    )


class SiteBeat(In):
    """A sign of life of a site that has not changed."""

    sequence: Number
    live: bool


class SiteEnd(In):
    """The end of a site."""

    sequence: Number


class SiteState(Out):
    """The state of a site after a message."""

    state: Literal["shown", "waiting", "older", "ended"] = Field(
        description="shown: these pages are shown. waiting: send what is missing, then the offer again. older: there "
        "is a newer message. ended: nothing is shown here."
    )
    sequence: int
    missing: list[str] = Field(description="Digests of contents that are not here yet; perhaps not all.")
    address: str = Field(description="The first page; empty if nothing is shown.")


def _describe(request: HttpRequest, outcome: receiving.Outcome) -> SiteState:
    address = "" if outcome.slug is None else build_address(request, build_site_address(outcome.slug))
    return SiteState(
        state=outcome.state,  # type: ignore[arg-type]
        sequence=outcome.sequence,
        missing=list(outcome.missing),
        address=address,
    )


@part.get("publishing", gives=PublishingClub, door=LAPTOPS, fails=(UPGRADE,))
def read_publishing_club(request: HttpRequest) -> PublishingClub:
    """Say for which club this laptop may send pages."""
    return PublishingClub(club=get_key(request).club.name, protocol=PROTOCOL)


@part.post(f"{_SITE}/offer", gives=SiteState, door=LAPTOPS, fails=(404, 409, UPGRADE))
def offer_site(request: HttpRequest, thing: uuid.UUID, body: SiteOffer) -> SiteState:
    """Show these pages of a tournament or season, once all their content is here. Repeating it changes nothing."""
    bad = next((path for path in body.pages if not is_path(path)), None)
    if bad is not None:
        raise build_input_error("pages", "wrong_form")
    key = get_key(request)
    offer = receiving.Offer(thing, body.kind, body.name, body.sequence, body.live, body.pages)
    try:
        return _describe(request, receiving.take_offer(key.club, offer))
    except receiving.TooMuch:
        raise ApiError(409, "too_much") from None


@part.post(f"{_SITE}/pieces", gives=StoredPieces, door=LAPTOPS, fails=(404, 409, UPGRADE))
def send_site_pieces(request: HttpRequest, thing: uuid.UUID, body: SitePieces) -> StoredPieces:
    """Store contents that an offer has named as missing. Repeating it changes nothing."""
    try:
        with give_turn_back():  # reading HTML takes a while
            pieces = {name: receive_piece(name, body.pieces[name]) for name in body.pieces}
    except BadPiece:
        raise build_input_error("pieces", "wrong_form") from None
    key = get_key(request)
    try:
        stored = receiving.store_pieces(key.club, thing, pieces)
    except receiving.TooMuch:
        raise ApiError(409, "too_much") from None
    if stored is None:
        raise ApiError(404, "not_found")
    return StoredPieces(stored=stored)


@part.post(f"{_SITE}/beat", gives=SiteState, door=LAPTOPS, fails=(404, UPGRADE))
def renew_site(request: HttpRequest, thing: uuid.UUID, body: SiteBeat) -> SiteState:
    """Say that the pages of the last message are still the current ones."""
    key = get_key(request)
    return _describe(request, receiving.take_beat(key.club, thing, body.sequence, is_live=body.live))


@part.post(f"{_SITE}/withdraw", gives=SiteState, door=LAPTOPS, fails=(404, UPGRADE))
def withdraw_site(request: HttpRequest, thing: uuid.UUID, body: SiteEnd) -> SiteState:
    """Delete the pages of a site. Repeating it changes nothing."""
    key = get_key(request)
    return _describe(request, receiving.withdraw_site(key.club, thing, body.sequence))
