"""The actions on the invitation to a tournament; it decides no result."""

import hashlib
from datetime import datetime, time
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import Action, Spec, action
from tournaments.core.actions.targets import TOURNAMENT, Here
from tournaments.core.acts import Kind
from tournaments.models import Invitation, InvitationPicture, Tournament
from tournaments.models.invitation import DIGEST_LENGTH
from tournaments.people.entrants.applications import PlaceAction

MOST_PLAYERS = 1000
_SPEC = Spec(kind=Kind.INVITATION, targets=(TOURNAMENT,), right=Right.DIRECT, words=_("the invitation was changed"))


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


def read_invitation(tournament: Tournament) -> InvitationDetails:
    """Return the invitation to a tournament; the usual one if nobody has written any."""
    row = Invitation.objects.filter(tournament=tournament).first()
    if row is None:
        return InvitationDetails()
    return InvitationDetails(*(getattr(row, name) for name in InvitationDetails._fields))


@action(_SPEC)
class ChangeInvitation(PlaceAction):
    """Write the invitation; whoever waits moves up if there are more places now."""

    details: InvitationDetails

    def list_sent(self) -> object:
        """Return all that it says."""
        return [str(value) for value in self.details]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Write its row, and keep what decides who may register."""
        details = self.details
        Invitation.objects.update_or_create(tournament=here.tournament, defaults=details._asdict())
        return {"registration": details.registration, "public": details.is_public, "most": details.most}


@action(_SPEC)
class PutInvitationPicture(Action):
    """Put a picture onto the invitation, or take it away (None)."""

    png: bytes | None

    @property
    def digest(self) -> str:
        """The beginning of the picture's hash; empty without a picture."""
        return hashlib.sha256(self.png).hexdigest()[:DIGEST_LENGTH] if self.png else ""

    def list_sent(self) -> object:
        """Return the hash alone: a picture is in no act."""
        return ["picture", self.digest]

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Replace the picture that was there."""
        invitation = Invitation.objects.get_or_create(tournament=here.tournament)[0]
        InvitationPicture.objects.filter(invitation=invitation).delete()
        if self.png:
            InvitationPicture.objects.create(invitation=invitation, png=self.png)
        invitation.picture = self.digest
        invitation.save(update_fields=["picture"])
        return {"picture": bool(self.png)}
