"""Registrations for a tournament: listing them, typing one in, and what the staff does with them."""

from datetime import datetime

from django.http import HttpRequest
from django.urls import reverse
from pydantic import Field

from tarockclub.kit.lists.typed_names import read_typed_name
from tarockclub.kit.text import clean_text
from tarockclub.models import TOWN_LENGTH
from tarockclub.office.api.tournaments.common import OwnTournament, add_operations
from tarockclub.platform.api.authentication import TO_ENTER
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Keyed, Name, Number, Out, get_key
from tournaments.core.actions.base import require_name
from tournaments.models import Act, Application, Tournament
from tournaments.people.entrants.applications import DecideApplication
from tournaments.people.registration import actions
from tournaments.people.registration.actions import CloseLink, OpenLink, WithdrawApplication, derive_link_secret
from tournaments.people.registration.inviting import AnswerInvitation, InvitePeople
from tournaments.people.registration.staff_views import list_registration_rows
from tournaments.people.registration.views import REMARK_LENGTH

part = Part("registrations", "Registrations for a tournament: typed in, confirmed, withdrawn; by a link; invited.")


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


class LinkOut(Out):
    """The link for self-registration, returned only once."""

    path: str


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
    details = actions.Details(*(clean_text(getattr(body, name)) for name in actions.Details._fields))
    name, town = read_typed_name(require_name(body.name))
    details = details._replace(town=details.town or town[:TOWN_LENGTH])
    application = actions.submit_application(tournament, key, name, "", details, by_staff=True)
    path = reverse("own_place", args=[tournament.slug, actions.find_own_secret(tournament, key)])
    return RegisteredOut(id=application.pk, state=application.decided_as or "open", path=path)


def _build_link(tournament: Tournament, act: Act) -> LinkOut:
    return LinkOut(path=reverse("apply", args=[derive_link_secret(tournament, act.key)]))


add_operations(part, OpenLink, answer=_build_link)
add_operations(part, CloseLink, DecideApplication, WithdrawApplication, InvitePeople, AnswerInvitation)
