"""Results and standings of clubs on other installations: sent by the network, or as a file with a seal.

The seal is an HMAC with what the federation's installation keeps of the access key that it gave to the club, which
follows from the key: the file comes from somebody with the key of this club, and was not changed since.
"""

import hashlib
import hmac
import json
import re
import uuid
from contextlib import closing
from io import BytesIO
from typing import Annotated, Any, Literal, NamedTuple

from django.utils.timezone import localdate
from pydantic import StringConstraints

from tarockclub.kit.json_text import encode_sorted
from tarockclub.models import Club, PublishingKey
from tarockclub.platform.accounts.actors import API, Actor
from tarockclub.platform.api.errors import ApiError
from tarockclub.platform.api.schemas import In
from tarockclub.platform.clubs.federations import list_memberships
from tarockclub.platform.clubs.scope import enter_all_clubs, enter_club
from tarockclub.platform.parcels.keys import hash_key, is_key
from tarockclub.platform.parcels.peer import HttpPeer, find_address, find_origin
from tarockclub.platform.parcels.pieces import DIGEST, compute_digest, iter_pieces
from tarockclub.platform.parcels.sending import send_parcel
from tarockclub.platform.server.wsgi.turns import give_turn_back
from tarockclub.platform.webhooks.address import AddressRefused
from tournaments.core.acts import ActionRefused
from tournaments.models import Season, SeasonOffer, Tournament
from tournaments.seasons.federation.api import ResultDocument, read_result_document
from tournaments.seasons.federation.offers import offer_result
from tournaments.seasons.federation.rows import GivenResult, load_given_result, load_given_standing

MOST_BYTES = 600_000
_SEASON = re.compile(r"/seasons/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:/|$)")


class SealedResult(In):
    """A file: a result for a season, with its seal."""

    tarockclub: Literal[1]
    season: uuid.UUID
    result: ResultDocument
    seal: Annotated[str, StringConstraints(pattern=DIGEST)]


class OtherFederation(NamedTuple):
    """A season of a federation on another installation, and the key that this one has given to the club."""

    origin: str
    season: str
    secret: str


def find_other_federation(club: Club, link: str, secret: str) -> OtherFederation:
    """Return the season that a link leads to, with the typed key, or else that of live publishing if it is there.

    Raise ActionRefused("no_season_link", "no_access_key").
    """
    season, known = _SEASON.search(link), find_address(club)
    try:
        origin = find_origin(link)
    except AddressRefused:
        season = None
    if season is None:
        raise ActionRefused("no_season_link")
    secret = secret or (known.secret if known is not None and known.url == origin else "")  # never to another host
    if not is_key(secret):
        raise ActionRefused("no_access_key")
    return OtherFederation(origin, season[1], secret)


def load_given(played: Tournament | Season) -> GivenResult | None:
    """Return the published result of a tournament, or final standing of a season; None if there is none."""
    return load_given_result(played) if isinstance(played, Tournament) else load_given_standing(played)


def build_result(played: Tournament | Season) -> dict[str, Any]:
    """Return the file of a result (docs/dev/parcels.md).

    Raise ActionRefused("nothing_published", "nobody_has_number").
    """
    given = load_given(played)
    if given is None:
        raise ActionRefused("nothing_published")
    if not given.rows:
        raise ActionRefused("nobody_has_number")
    day = played.day if isinstance(played, Tournament) else localdate(played.ended)
    average = {} if given.average is None else {"average": given.average}
    return {
        "tournament": str(played.slug),
        "name": played.name,
        "day": day.isoformat(),
        "edition": given.edition,
        "rows": [row._asdict() for row in given.rows],
        "others": list(given.others),
        **average,
    }


def send_result(to: OtherFederation, result: dict[str, Any]) -> str:
    """Send a result over the network; return its state there (docs/dev/parcels.md); raise PeerTrouble."""
    content = encode_sorted(result).encode()
    pieces = {compute_digest(piece): piece for piece in iter_pieces(BytesIO(content))}
    with give_turn_back(), closing(HttpPeer(to.origin, to.secret)) as peer:
        path, offer = f"/standings/{to.season}", {"pieces": list(pieces)}
        return str(send_parcel(peer, path, offer, pieces.__getitem__, ending="piece")["state"])


def write_sealed_file(to: OtherFederation, result: dict[str, Any]) -> str:
    """Return a result as a file for the season of a federation."""
    seal = _compute_seal(hash_key(to.secret), to.season, result)
    return json.dumps({"tarockclub": 1, "season": to.season, "result": result, "seal": seal}, indent=1)


def _compute_seal(key: str, season: str, result: Any) -> str:
    return hmac.new(key.encode(), encode_sorted([season, result]).encode(), hashlib.sha256).hexdigest()


def take_sealed_file(federation: Club, data: bytes) -> SeasonOffer:
    """Offer the result of a file to the season that it names; the same file again changes nothing.

    Raise ActionRefused("no_result_file", "wrong_seal", "older_result") and those of offer_result.
    """
    file = _read_file(data)
    season = Season.objects.filter(club=federation, slug=file.season).first()
    club = _find_sender(federation, file)
    if season is None or club is None:
        raise ActionRefused("wrong_seal")
    try:
        source, given = read_result_document(file.result.model_dump_json(exclude_unset=True).encode())
    except ApiError:
        raise ActionRefused("no_result_file") from None
    rows = SeasonOffer.objects.filter(season=season, club=club, tournament=source.slug)
    known = rows.exclude(state=SeasonOffer.State.WITHDRAWN).order_by("-pk").first()
    if known is not None and known.edition > given.edition:
        raise ActionRefused("older_result")
    facts = (given.edition, given.players, len(given.rows))
    if known is not None and (known.edition, known.players, known.counted) == facts:
        return known
    with enter_club(club.pk):  # it is the club that offers, as if it had sent the result
        return offer_result(club, season, source, given, Actor(way=API))


def _read_file(data: bytes) -> SealedResult:
    try:
        if len(data) > MOST_BYTES:
            raise ValueError
        return SealedResult.model_validate_json(data)
    except ValueError:
        raise ActionRefused("no_result_file") from None


def _find_sender(federation: Club, file: SealedResult) -> Club | None:
    """Return the club of the federation with whose key a file was sealed."""
    members = list(list_memberships().filter(federation=federation).values_list("club", flat=True))
    result = file.result.model_dump(mode="json", exclude_unset=True)
    with enter_all_clubs():  # keys belong to the clubs
        keys = PublishingKey.objects.filter(ended=None, club__in=members, club__archived=None)
        for key in keys.select_related("club"):
            if hmac.compare_digest(_compute_seal(key.digest, str(file.season), result), file.seal):
                return key.club
    return None
