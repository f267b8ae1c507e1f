"""The door for laptops of inns: whose key it is, how much it has sent, and whether both speak the same protocol."""

from typing import Annotated

from django.http import HttpRequest
from pydantic import Field, StringConstraints

from tarockclub.kit.text import parse_whole
from tarockclub.models import PublishingKey
from tarockclub.platform.api.authentication import CHALLENGE, LAPTOP, Caller, Door, build_token_refusal
from tarockclub.platform.api.errors import WAIT, ApiError, build_input_error
from tarockclub.platform.api.schemas import In, Out
from tarockclub.platform.clubs.scope import enter_club
from tarockclub.platform.parcels.arrivals import store_contents
from tarockclub.platform.parcels.keys import TooFast, count_request, find_key
from tarockclub.platform.parcels.peer import PROTOCOL, PROTOCOL_HEADER
from tarockclub.platform.parcels.pieces import DIGEST, LONGEST_TEXT, MOST_CONTENTS, BadPiece, unpack_contents

UPGRADE = 426
_KEY = "tarockclub.publishing_key"
_MOST_DIGITS = 4
Digest = Annotated[str, StringConstraints(pattern=DIGEST)]
Contents = Annotated[
    dict[Digest, Annotated[str, StringConstraints(max_length=LONGEST_TEXT)]],
    Field(max_length=MOST_CONTENTS, description="Pieces by their digests: packed with zlib, as Base64."),
]


class ParcelPieces(In):
    """Pieces of a parcel."""

    parcel: Annotated[str, StringConstraints(max_length=36)] = Field(description="From the answer to the offer.")
    contents: Contents


class StoredPieces(Out):
    """The number of pieces that were stored."""

    stored: int


def _check(request: HttpRequest) -> Caller:
    """Find the key, count the request before any of its body is read, then look at the protocol."""
    kind, _blank, secret = request.headers.get("Authorization", "")[:200].partition(" ")
    if not secret:
        raise ApiError(401, "no_token", headers=CHALLENGE)
    key = find_key(secret.strip()) if kind.lower() == "bearer" else None
    if key is None:
        raise build_token_refusal(request)
    request.META[_KEY] = key
    enter_club(key.club_id)  # whatever the address names: the same tournament may be here, too
    protocol = _read_protocol(request)
    try:
        count_request(key, int(request.META.get("CONTENT_LENGTH") or 0), protocol)
    except TooFast:
        raise ApiError(429, "too_fast", headers={WAIT: "60"}) from None
    if protocol != PROTOCOL:
        raise ApiError(UPGRADE, "older_laptop" if protocol < PROTOCOL else "older_host", protocol=PROTOCOL)
    return Caller()


def _read_protocol(request: HttpRequest) -> int:
    word = request.headers.get(PROTOCOL_HEADER, "")[:_MOST_DIGITS]
    return parse_whole(word) or 1  # the first one did not say so


LAPTOPS = Door(
    _check, (LAPTOP,), f"Requires the secret of an inn's laptop, and the header {PROTOCOL_HEADER}: {PROTOCOL}."
)


def get_key(request: HttpRequest) -> PublishingKey:
    """Return the key with which a request came."""
    key = request.META[_KEY]
    assert isinstance(key, PublishingKey)  # noqa: S101 -- for the types
    return key


def read_contents(contents: dict[str, str]) -> dict[str, bytes]:
    """Return the pieces of a message; raise ApiError if one is not what its digest says."""
    try:
        return unpack_contents(contents)
    except BadPiece:
        raise build_input_error("contents", "wrong_form") from None


def take_pieces(about: str, body: ParcelPieces) -> StoredPieces:
    """Store pieces of a parcel about something; raise ApiError if none with these was offered."""
    contents = read_contents(body.contents)
    if not store_contents(body.parcel, about, contents):
        raise ApiError(404, "not_found")
    return StoredPieces(stored=len(contents))
