"""Before the day: invitations, registrations typed in or withdrawn, copies of tournaments."""

import uuid
from datetime import date, datetime, time
from typing import Literal

from django.http import Http404, HttpRequest
from django.urls import reverse
from pydantic import Field

from tarockclub.kit.text import clean_text
from tarockclub.models import TOWN_LENGTH
from tarockclub.office.api.tournaments.common import OwnTournament, add_operations, perform
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.api.authentication import (
    TO_DIRECT,
    TO_ENTER,
    TO_READ_TABLES,
    find_author,
    find_caller,
)
from tarockclub.platform.api.errors import ApiError
from tarockclub.platform.api.operations import OwnClub, Part
from tarockclub.platform.api.schemas import Day, Done, In, Keyed, Name, Number, Out, get_key
from tournaments.around.planning.copier import CopyParts
from tournaments.around.planning.days import MOST_DAYS
from tournaments.around.planning.services import copy_to_days
from tournaments.core.actions.base import require_name
from tournaments.models import Application, Season
from tournaments.models.invitation import LINE_LENGTH, PLACE_LENGTH, TEXT_LENGTH
from tournaments.people.invitations.actions import MOST_PLAYERS, ChangeInvitation, InvitationDetails, read_invitation
from tournaments.people.invitations.forms import clean_lines
from tournaments.people.invitations.page import list_coming
from tournaments.people.registration import services
from tournaments.people.registration.actions import WithdrawApplication
from tournaments.people.registration.forms import REMARK_LENGTH
from tournaments.people.registration.inviting import AnswerInvitation, InvitePeople
from tournaments.people.registration.page import list_registration_rows

part = Part("before", "Before the day: invitations, registrations, copies of tournaments.")
_LINES = ("place", "address", "contact", "counts_for", "template")
Clock = Field(default=None, pattern=r"^([01][0-9]|2[0-3]):[0-5][0-9]$", description="Local time of the club.")


class InvitationIn(In):
    """An invitation; omitted values stay unchanged."""

    starts: str | None = Clock
    place: str | None = Field(default=None, max_length=PLACE_LENGTH, description="The inn.")
    address: str | None = Field(default=None, max_length=LINE_LENGTH)
    closes: str | None = Field(
        default=None,
        pattern=r"^(2[0-9]{3}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9]Z)?$",
        description="The close of entries (UTC); empty: with the first round.",
    )
    most: int | None = Field(default=None, ge=0, le=MOST_PLAYERS, description="Places; 0: any number.")
    contact: str | None = Field(default=None, max_length=LINE_LENGTH)
    counts_for: str | None = Field(default=None, max_length=LINE_LENGTH)
    remarks: str | None = Field(default=None, max_length=TEXT_LENGTH)
    is_public: bool | None = None
    registration: Literal["", "ask", "auto"] | None = Field(
        default=None, description="On the public page: none, confirmed by the staff, or by itself where it is clear."
    )
    lists_players: bool | None = None
    template: str | None = Field(default=None, max_length=80, description="Its name as a template; empty: it is none.")


class InvitationDecided(Keyed):
    """A changed invitation."""

    invitation: InvitationIn


class InvitationOut(Out):
    """An invitation."""

    starts: time | None
    place: str
    address: str
    closes: datetime | None
    most: Number
    contact: str
    counts_for: str
    remarks: str
    is_public: bool
    registration: str
    lists_players: bool
    template: str


class ComingOut(Out):
    """A tournament of the club that is to come."""

    slug: uuid.UUID
    name: str
    day: date
    starts: time | None
    place: str
    is_public: bool
    open: bool = Field(description="Players may register on its public page.")


class RegistrationOut(Out):
    """A registration."""

    id: Number
    name: str
    town: str
    partner: str
    remark: str
    at: datetime
    state: str = Field(description="`open`, `taken`, `declined` or `gone`.")
    waiting_place: Number = Field(description="The place on the waiting list; 0: not on it.")
    start_number: Number = Field(description="0: does not take part.")
    invited: bool = Field(description="The club has invited them; `open`: they have not answered yet.")


class RegisteringIn(Keyed):
    """Somebody who has phoned."""

    name: Name
    town: str = Field(default="", max_length=TOWN_LENGTH)
    partner: str = Field(default="", max_length=80)
    remark: str = Field(default="", max_length=REMARK_LENGTH)


class RegisteredOut(Out):
    """A registration that was typed in."""

    id: Number
    state: str
    path: str = Field(description="The player's own page, with which the registration is changed or withdrawn.")


class CopyingIn(Keyed):
    """Copies of a tournament."""

    name: Name = Field(description="A number in it counts on.")
    days: list[Day] = Field(min_length=1, max_length=MOST_DAYS)
    prizes: bool = True
    walls: bool = True
    people: bool = False
    is_public: bool = False
    season: uuid.UUID | None = Field(default=None, strict=False, description="In which the copies count.")


class CopiesOut(Out):
    """The tournaments that were made, in order of their days."""

    slugs: list[uuid.UUID]


@part.get("tournaments/coming", door=TO_READ_TABLES)
def list_coming_tournaments(request: HttpRequest, club: OwnClub) -> list[ComingOut]:
    """List the club's tournaments that are to come"""
    return [
        ComingOut.read(
            dated.tournament,
            starts=dated.invitation.starts if dated.invitation else None,
            place=dated.invitation.place if dated.invitation else "",
            is_public=dated.invitation is not None,
            open=dated.is_open,
        )
        for dated in list_coming(club)
    ]


@part.get("invitation", door=TO_READ_TABLES)
def show_invitation(request: HttpRequest, tournament: OwnTournament) -> InvitationOut:
    """Return the invitation to a tournament"""
    return InvitationOut.read(read_invitation(tournament))


@part.post("invitation", door=TO_DIRECT)
def write_invitation(request: HttpRequest, tournament: OwnTournament, body: InvitationDecided) -> Done:
    """Change the invitation to a tournament

    Omitted values stay unchanged. Whoever waits moves up if there are more places then.
    """
    details = _parse_invitation(body.invitation, read_invitation(tournament))
    perform(request, tournament, ChangeInvitation(details=details), body)
    return Done()


def _parse_invitation(body: InvitationIn, before: InvitationDetails) -> InvitationDetails:
    said = body.model_dump(exclude_none=True)
    said |= {name: clean_text(said[name]) for name in _LINES if name in said}
    if "remarks" in said:
        said["remarks"] = clean_lines(said["remarks"])
    try:
        if "starts" in said:
            said["starts"] = time.fromisoformat(said["starts"])
        if "closes" in said:
            said["closes"] = datetime.fromisoformat(said["closes"]) if said["closes"] else None
    except ValueError:
        raise ApiError(400, "invalid") from None
    return before._replace(**said)


@part.get("registrations", door=TO_ENTER)
def list_registrations(request: HttpRequest, tournament: OwnTournament) -> list[RegistrationOut]:
    """List all registrations of a tournament, in the order in which they came"""
    return [_build_registration(row) for row in list_registration_rows(tournament).order_by("at", "pk")]


def _build_registration(row: Application) -> RegistrationOut:
    takes_part = row.entrant is not None and row.entrant.withdrawn is None
    return RegistrationOut.read(
        row,
        name=row.name.text,
        partner=row.partner.text if row.partner is not None else "",
        remark=row.remark.text if row.remark is not None else "",
        state=row.decided_as or "open",
        start_number=row.entrant.number if row.entrant is not None and takes_part else 0,
        invited=row.invited_id is not None,
    )


@part.post("registrations", door=TO_ENTER)
def type_registration(request: HttpRequest, tournament: OwnTournament, body: RegisteringIn) -> RegisteredOut:
    """Type in somebody who has phoned, also after the close of entries"""
    key = get_key(request, body)
    details = services.Details(*(clean_text(getattr(body, name)) for name in services.Details._fields))
    made = services.submit_application(tournament, key, require_name(body.name), "", details, by_staff=True)
    path = reverse("own_registration", args=[tournament.slug, services.find_own_secret(tournament, key)])
    return RegisteredOut(id=made.pk, state=made.decided_as or "open", path=path)


@part.post("copies", door=TO_DIRECT, fails=(403,))
def copy_to_other_days(request: HttpRequest, tournament: OwnTournament, body: CopyingIn) -> CopiesOut:
    """Copy a tournament to other days: settings, invitation, and whatever else is wanted; nothing that was played"""
    key = get_key(request, body)
    if not find_caller(request).rights.has_for_club(Right.DIRECT):
        raise ApiError(403, "not_for_role")
    season = Season.objects.filter(club=tournament.club_id, slug=body.season).first() if body.season else None
    if body.season and season is None:
        raise Http404
    parts = CopyParts(prizes=body.prizes, walls=body.walls, people=body.people, is_public=body.is_public, season=season)
    made = copy_to_days(tournament, key, require_name(body.name), body.days, parts, find_author(request))
    return CopiesOut(slugs=[row.slug for row in made])


add_operations(part, WithdrawApplication, InvitePeople, AnswerInvitation)
