"""The actions on the invitation to a tournament, which decides no result; and on its date: cancelled, moved."""

import hashlib
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Annotated, Any, ClassVar, NamedTuple

from django.utils.timezone import localtime, make_aware
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.days import DayField, format_day
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.rights import Right
from tournaments.core.actions.base import Action, Input, Spec, UndoStep, action, list_later_acts, must_be_last
from tournaments.core.actions.names import ActNames, Content
from tournaments.core.actions.targets import TOURNAMENT, Here
from tournaments.core.acts import ActionRefused, Kind, must_not_have_ended, must_take_place, parse_content
from tournaments.models import Invitation, InvitationPicture, Tournament
from tournaments.models.belongings import DIGEST_LENGTH
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


_DATE_SPEC = Spec(
    kind=Kind.DATE,
    targets=(TOURNAMENT,),
    right=Right.DIRECT,
    words=_("the date was changed"),
    needs_reason=True,
    is_repeatable=False,
    undo_later=True,
)


class DateAction(Action):
    """A change that everybody is told, with its reason; registrations and fees stay, and it can be taken back."""

    refusals: ClassVar = {
        "begun": _("The first round has started: the tournament takes place on its day."),
        "no_day": _("Choose another day."),
    }

    @classmethod
    def say(cls, content: Content, _names: ActNames) -> str:
        """Return what everybody was told."""
        if "day" not in content:
            return gettext("the tournament was cancelled")
        day, before = (format_day(date.fromisoformat(content[name])) for name in ("day", "before"))
        return gettext("the tournament was moved from %(before)s to %(day)s") % {"before": before, "day": day}

    @classmethod
    def check_undo(cls, step: UndoStep) -> None:
        """Refuse it where the date was changed once more, or the tournament has begun."""
        _must_not_have_begun(step.tournament)
        must_be_last(list_later_acts(step.act, (Kind.DATE,)))
        if parse_content(step.act).get("day", f"{step.tournament.day}") != f"{step.tournament.day}":
            raise ActionRefused("cannot_undo")  # the settings have another day by now

    @classmethod
    def take_back(cls, step: UndoStep) -> dict[str, Any]:
        """Let it take place as before."""
        content = parse_content(step.act)
        if "day" not in content:
            step.tournament.cancelled = None
        else:
            _move(step.tournament, date.fromisoformat(content["before"]))
            moved_from = content["moved_from"]
            step.tournament.moved_from = date.fromisoformat(moved_from) if moved_from else None
        step.tournament.save(update_fields=["cancelled", "day", "moved_from"])
        return {}


@action(replace(_DATE_SPEC, button="cancel"))
class CancelTournament(DateAction):
    """Say that a tournament does not take place."""

    def list_sent(self) -> object:
        """Return what tells it from another day."""
        return "cancelled"

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Mark it; "ended", "cancelled", "begun"."""
        must_take_place(here.tournament)
        _must_not_have_begun(here.tournament)
        here.tournament.cancelled = now()
        here.tournament.save(update_fields=["cancelled"])
        return {"cancelled": True}


@action(replace(_DATE_SPEC, button="move"))
class MoveTournament(DateAction):
    """Move a tournament to another day, with the close of entries."""

    day: Annotated[date, Input(DayField, refusal="no_day")]

    def list_sent(self) -> object:
        """Return the new day."""
        return self.day.isoformat()

    def carry_out(self, here: Here) -> dict[str, Any]:
        """Do it; "ended", "cancelled", "begun", "no_day" where it is on this day already."""
        row = here.tournament
        must_take_place(row)
        _must_not_have_begun(row)
        if self.day == row.day:
            raise ActionRefused("no_day")
        before, moved_from = row.day, row.moved_from
        _move(row, self.day)
        row.moved_from = before
        row.save(update_fields=["day", "moved_from"])
        return {"day": f"{row.day}", "before": f"{before}", "moved_from": f"{moved_from}" if moved_from else ""}


def _must_not_have_begun(row: Tournament) -> None:
    must_not_have_ended(row)
    if row.frozen is not None:
        raise ActionRefused("begun")


def _move(row: Tournament, day: date) -> None:
    invitation = Invitation.objects.filter(tournament=row).first()
    if invitation is not None and invitation.closes is not None:
        invitation.closes = shift_moment(invitation.closes, day - row.day)
        invitation.save(update_fields=["closes"])
    row.day = day


def shift_moment(moment: datetime, by: timedelta) -> datetime:
    """Return the same time of day on another day, also where the clocks change in between."""
    return make_aware(localtime(moment).replace(tzinfo=None) + by)
