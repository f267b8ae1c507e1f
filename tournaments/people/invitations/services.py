"""The invitation to a tournament: changed by directors, each time with an act; it decides no result."""

import hashlib
from datetime import datetime, time
from typing import NamedTuple

from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import TOURNAMENTS, Command, Kind
from tournaments.models import Act, Invitation, InvitationPicture, Tournament
from tournaments.models.invitation import DIGEST_LENGTH
from tournaments.people.entrants.applications import fill_free_places

MOST_PLAYERS = 1000


class InvitationDetails(NamedTuple):
    """All that an invitation says; texts are cleaned."""

    starts: time | None = None
    place: str = ""
    address: str = ""
    closes: datetime | None = None
    most: int = 0
    contact: str = ""
    counts_for: str = ""
    remarks: str = ""
    is_public: bool = False
    registration: str = ""
    lists_players: bool = False
    template: str = ""

    def list_values(self) -> list[str]:
        """Return the details as JSON values."""
        return [str(value) for value in self]


def read_invitation(tournament: Tournament) -> InvitationDetails:
    """Return the invitation to a tournament; the usual one if nobody has written any."""
    row = Invitation.objects.filter(tournament=tournament).first()
    if row is None:
        return InvitationDetails()
    return InvitationDetails(*(getattr(row, name) for name in InvitationDetails._fields))


def change_invitation(tournament: int, key: str, details: InvitationDetails, who: Actor = ANONYMOUS) -> Act:
    """Write the invitation; whoever waits moves up if there are more places now."""

    def do(row: Tournament) -> dict[str, object]:
        write_invitation(row, details)
        return {"registration": details.registration, "public": details.is_public, "most": details.most}

    act = TOURNAMENTS.act(tournament, Command(key, Kind.INVITATION, details.list_values(), who), do)
    fill_free_places(tournament)
    return act


def write_invitation(tournament: Tournament, details: InvitationDetails) -> Invitation:
    """Write the row of an invitation; within an act."""
    return Invitation.objects.update_or_create(tournament=tournament, defaults=details._asdict())[0]


def put_invitation_picture(tournament: int, key: str, png: bytes | None, who: Actor = ANONYMOUS) -> Act:
    """Put a picture onto the invitation, or take it away (None)."""
    digest = hashlib.sha256(png).hexdigest()[:DIGEST_LENGTH] if png else ""

    def do(row: Tournament) -> dict[str, object]:
        invitation = Invitation.objects.get_or_create(tournament=row)[0]
        InvitationPicture.objects.filter(invitation=invitation).delete()
        if png:
            InvitationPicture.objects.create(invitation=invitation, png=png)
        invitation.picture = digest
        invitation.save(update_fields=["picture"])
        return {"picture": bool(png)}

    return TOURNAMENTS.act(tournament, Command(key, Kind.INVITATION, ["picture", digest], who), do)
