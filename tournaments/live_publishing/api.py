"""Operations with which an inn's laptop publishes tournaments and seasons: for its club, and nothing else."""

import uuid
from typing import Annotated, Literal

from django.http import HttpRequest
from pydantic import Field, StringConstraints

from tarockclub.api.authentication import CHALLENGE, LAPTOP, Caller, Door, build_token_refusal
from tarockclub.api.errors import WAIT, ApiError, build_input_error
from tarockclub.api.operations import Part
from tarockclub.api.schemas import In, Name, Number, Out
from tarockclub.clubs.scope import enter_club
from tarockclub.models import PublishingKey
from tarockclub.server.public_address import build_address
from tournaments.live_publishing import receiving
from tournaments.live_publishing.addresses import build_site_address
from tournaments.live_publishing.keys import TooFast, count_request, find_key
from tournaments.live_publishing.pieces import DIGEST, BadPiece, Change, receive_piece

part = Part("publishing", "Tournaments and seasons that an inn's laptop publishes (docs/inn-to-internet.md).")
PARTS = (part,)
_KEY = "tarockclub.publishing_key"
_MOST_NEW = 200  # pieces in a body
_SITE = "publishing/{uuid:thing}"
Digest = Annotated[str, StringConstraints(pattern=DIGEST)]
Packed = Annotated[str, StringConstraints(max_length=420_000)]
Contents = Annotated[
    dict[Digest, Packed],
    Field(
        max_length=_MOST_NEW,
        description="By digest: rows as JSON, packed with zlib, as Base64 (docs/dev/publishing.md).",
    ),
]


class PublishingClub(Out):
    """The club for which a laptop may publish."""

    club: str


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
    contents: Contents = Field({}, description="Pieces that are small enough to come along.")


class SitePieces(In):
    """Pieces of a tournament or season."""

    contents: Contents


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
    missing: list[str] = Field(description="Digests of pieces that are not here yet; perhaps not all.")
    address: str = Field(description="The first page; empty if nothing is shown.")


class StoredPieces(Out):
    """The number of pieces that were stored."""

    stored: int


def _check(request: HttpRequest) -> Caller:
    kind, _blank, secret = request.headers.get("Authorization", "")[:200].partition(" ")
    if not secret:
        raise ApiError(401, "no_token", headers=CHALLENGE)
    key = find_key(secret.strip()) if kind.lower() == "bearer" else None
    if key is None:
        raise build_token_refusal(request)
    request.META[_KEY] = key
    enter_club(key.club_id)  # whatever the address names: the same tournament may be here, too
    return Caller()


LAPTOPS = Door(_check, (LAPTOP,), "Requires the secret of an inn's laptop.")


def get_key(request: HttpRequest) -> PublishingKey:
    """Return the key with which a request came."""
    key = request.META[_KEY]
    assert isinstance(key, PublishingKey)  # noqa: S101 -- for the types
    return key


def count_use(request: HttpRequest) -> PublishingKey:
    """Return the key of a request, and count its use."""
    key = get_key(request)
    try:
        count_request(key, len(request.body))
    except TooFast:
        raise ApiError(429, "too_fast", headers={WAIT: "60"}) from None
    return key


def _describe(request: HttpRequest, outcome: receiving.Outcome) -> SiteState:
    address = "" if outcome.slug is None else build_address(request, build_site_address(outcome.slug))
    return SiteState(
        state=outcome.state,  # type: ignore[arg-type]
        sequence=outcome.sequence,
        missing=list(outcome.missing),
        address=address,
    )


@part.get("publishing", gives=PublishingClub, door=LAPTOPS)
def read_publishing_club(request: HttpRequest) -> PublishingClub:
    """Say for which club this laptop may publish."""
    return PublishingClub(club=get_key(request).club.name)


def _receive(contents: dict[str, str]) -> dict[str, tuple[bytes, Change]]:
    try:
        return {digest: receive_piece(digest, contents[digest]) for digest in contents}
    except BadPiece as bad:
        raise build_input_error("contents", "unknown_field" if bad.newer else "wrong_form") from None


@part.post(f"{_SITE}/offer", gives=SiteState, door=LAPTOPS, fails=(404, 409))
def offer_site(request: HttpRequest, thing: uuid.UUID, body: SiteOffer) -> SiteState:
    """Show this state of a tournament or season, once all its pieces are here. Repeating it changes nothing."""
    key = count_use(request)
    pieces = _receive(body.contents)
    offer = receiving.Offer(thing, body.kind, body.name, body.sequence, body.live, body.base, body.pieces)
    try:
        return _describe(request, receiving.take_offer(key.club, offer, pieces))
    except receiving.TooMuch:
        raise ApiError(409, "too_much") from None


@part.post(f"{_SITE}/pieces", gives=StoredPieces, door=LAPTOPS, fails=(404, 409))
def send_site_pieces(request: HttpRequest, thing: uuid.UUID, body: SitePieces) -> StoredPieces:
    """Store pieces that an offer has named as missing. Repeating it changes nothing."""
    key = count_use(request)
    try:
        stored = receiving.store_pieces(key.club, thing, _receive(body.contents))
    except receiving.TooMuch:
        raise ApiError(409, "too_much") from None
    if stored is None:
        raise ApiError(404, "not_found")
    return StoredPieces(stored=stored)


@part.post(f"{_SITE}/beat", gives=SiteState, door=LAPTOPS, fails=(404,))
def renew_site(request: HttpRequest, thing: uuid.UUID, body: SiteBeat) -> SiteState:
    """Say that the state of the last message is still the current one."""
    key = count_use(request)
    return _describe(request, receiving.take_beat(key.club, thing, body.sequence, is_live=body.live))


@part.post(f"{_SITE}/withdraw", gives=SiteState, door=LAPTOPS, fails=(404,))
def withdraw_site(request: HttpRequest, thing: uuid.UUID, body: SiteEnd) -> SiteState:
    """Delete a site. Repeating it changes nothing."""
    key = count_use(request)
    return _describe(request, receiving.withdraw_site(key.club, thing, body.sequence))
