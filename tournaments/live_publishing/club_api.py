"""Operations with which an inn's laptop sends its club, in pieces, to be continued here (docs/dev/club-file.md)."""

import base64
import binascii
from typing import Annotated

from django.http import HttpRequest
from django.urls import reverse
from pydantic import Field, StringConstraints

from tarockclub.api.errors import ApiError, build_input_error
from tarockclub.api.operations import Part
from tarockclub.api.schemas import In, Out
from tarockclub.models import PublishingKey
from tarockclub.server.public_address import build_address
from tarockclub.server.wsgi.turns import give_turn_back
from tournaments.live_publishing import club_receiving
from tournaments.live_publishing.api import LAPTOPS, count_use, get_key
from tournaments.live_publishing.pieces import DIGEST

part = Part("publishing-clubs", "The whole club that an inn's laptop sends (docs/dev/club-file.md).")
PARTS = (part,)
Digest = Annotated[str, StringConstraints(pattern=DIGEST)]


class ClubOffer(In):
    """The file of a club."""

    digest: Digest = Field(description="SHA-256 of the file.")
    size: Annotated[int, Field(ge=1, le=club_receiving.MOST_BYTES)]
    rows: Annotated[int, Field(ge=0, le=2_000_000_000)] = Field(description="For the progress.")


class ClubPiece(In):
    """A piece of the file of a club."""

    digest: Digest
    number: Annotated[int, Field(ge=0, le=club_receiving.MOST_BYTES // club_receiving.PIECE_BYTES)]
    content: Annotated[str, StringConstraints(max_length=2 * club_receiving.PIECE_BYTES)] = Field(
        description=f"{club_receiving.PIECE_BYTES} bytes as Base64, the last piece as many as are left."
    )


class ClubState(Out):
    """The state of a file after a message."""

    state: str = Field(
        description="waiting: send the pieces, then the offer again. reading: offer again later. joined; choose: "
        "somebody has to decide here; refused; failed: nothing was changed, send the file again."
    )
    pieces: list[int] = Field(description="Numbers of pieces that are not here yet; perhaps not all.")
    numbers: list[int] = Field(description="joined: new, continued, set aside, registrations. choose: how many.")
    code: str = Field(description="refused: why.")
    facts: dict[str, str]
    address: str = Field(description="The page here on which a director sees it; empty while pieces are missing.")


def _get_importing_key(request: HttpRequest) -> PublishingKey:
    """Return the key; raise ApiError for one that may only publish, or that is used too often."""
    if not get_key(request).may_import:
        raise ApiError(403, "may_not_import")
    return count_use(request)


@part.post("publishing/club/offer", gives=ClubState, door=LAPTOPS, fails=(409,))
def offer_club(request: HttpRequest, body: ClubOffer) -> ClubState:
    """Continue the club with this file, once all its pieces are here. Repeating it changes nothing, and tells more."""
    key = _get_importing_key(request)
    try:
        with give_turn_back():
            found = club_receiving.take_offer(key, body.digest, body.size, body.rows)
    except club_receiving.NoRoom:
        raise ApiError(409, "too_much") from None
    address = "" if not found.key else build_address(request, reverse("club_import", args=[found.key]))
    return ClubState.read(found, address=address)


@part.post("publishing/club/piece", gives=ClubState, door=LAPTOPS, fails=(404,))
def send_club_piece(request: HttpRequest, body: ClubPiece) -> ClubState:
    """Store a piece that the offer has named as missing. Repeating it changes nothing."""
    key = _get_importing_key(request)
    try:
        content = base64.b64decode(body.content, validate=True)
    except (binascii.Error, ValueError):
        raise build_input_error("content", "wrong_form") from None
    try:
        is_stored = club_receiving.take_piece(key, body.digest, body.number, content)
    except ValueError:
        raise build_input_error("content", "out_of_range") from None
    if not is_stored:
        raise ApiError(404, "not_found")
    return ClubState(state=club_receiving.STATE_WAITING, pieces=[], numbers=[], code="", facts={}, address="")
