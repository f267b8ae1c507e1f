"""The participants: entering, withdrawing, fees, presence; registrations, teams, and the club's register."""

from datetime import datetime
from typing import Literal

from django.http import HttpRequest
from django.urls import reverse
from pydantic import Field

from tarockclub.kit.lists.names import read_typed_name
from tarockclub.kit.text import clean_text
from tarockclub.models import TOWN_LENGTH, Person
from tarockclub.office.api.tournaments.common import OwnTournament, add_operations, list_numbers, load_numbers, perform
from tarockclub.platform.accounts.looks import REGISTER, note_look
from tarockclub.platform.accounts.persons import clean_details, parse_categories
from tarockclub.platform.api.authentication import TO_ENTER, TO_READ_PEOPLE, find_author
from tarockclub.platform.api.errors import build_input_error
from tarockclub.platform.api.operations import OwnClub, Part
from tarockclub.platform.api.schemas import Cents, In, Keyed, Name, Number, Out, get_key
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.actions.base import require_name
from tournaments.core.acts import parse_content
from tournaments.core.selectors import load_settings
from tournaments.models import Act, Application, Entrant, Presence, Tournament
from tournaments.people.entrants.actions import ChangeEntries, SetPresence, Withdraw
from tournaments.people.entrants.applications import DecideApplication
from tournaments.people.entrants.entering import HIGHEST, MOST_AT_ONCE, EnterPeople, NumberByName, Renumber
from tournaments.people.entrants.fee_actions import DecideDebt, PayFees
from tournaments.people.entrants.fees import list_debtors, load_fees
from tournaments.people.name_lists.candidates import Newcomer
from tournaments.people.register import selectors
from tournaments.people.registration import actions
from tournaments.people.registration.actions import CloseLink, OpenLink, WithdrawApplication, derive_link_secret
from tournaments.people.registration.inviting import AnswerInvitation, InvitePeople
from tournaments.people.registration.staff_views import list_registration_rows
from tournaments.people.registration.views import REMARK_LENGTH
from tournaments.people.teams.actions import ChangeTeam, CreateTeams, CreateTeamsByLot, DissolveTeam
from tournaments.people.teams.services import (
    compute_rosters,
    find_last_round,
    list_without_team,
    load_memberships,
    load_teams,
)

part = Part("entrants", "The participants of a tournament: rounds, entry fees, attendance.")
State = Literal["in", "waits", "no_show", "left"]
StartNumber = Number
Debt = Literal["", "waived", "moved", "seat"]


class InRound(Out):
    """A player's status in a round."""

    round: Number
    state: State
    paid: Cents
    owes: Cents = Field(
        description="The entry fee, if it is still due; that of the tournament in its first round only."
    )
    debt: Debt = Field(description="The decision about an unpaid entry fee; empty: none.")


class EntrantOut(Out):
    """A participant."""

    number: StartNumber = Field(description="Start number.")
    name: str
    person: Number = Field(description="Number in the club's register.")
    withdrawn: bool
    rounds: list[InRound]


class EntrantsOut(Out):
    """All participants."""

    entrants: list[EntrantOut]


class NewEntrant(In):
    """A new participant: known by name, or new."""

    name: Name
    number: StartNumber | None = Field(default=None, ge=1, le=HIGHEST, description="If missing: the next free one.")
    new: bool = Field(default=False, description="A different person with the same name as a known one.")
    person: Number = Field(default=0, description="Number in the register; 0: found by name.")


class NewEntrants(Keyed):
    """People to register; those who already take part are only registered for the rounds."""

    entrants: list[NewEntrant] = Field(min_length=1, max_length=MOST_AT_ONCE)
    rounds: list[Number] = Field(default=[], max_length=99, description="Rounds for which they are registered, too.")


class Entered(Out):
    """The people who were registered."""

    numbers: list[StartNumber] = Field(description="Start numbers, in the order of the request.")


@part.get("entrants", door=TO_READ_PEOPLE)
def list_entrants(request: HttpRequest, tournament: OwnTournament) -> EntrantsOut:
    """List all participants, with their rounds and what they have paid."""
    entered: dict[int, list[InRound]] = {}
    rows = Presence.objects.filter(round__tournament=tournament).order_by("round__number")
    settings = load_settings(tournament)
    debtors = list_debtors(rows, settings)
    fees = load_fees(settings, {entrant for entrant, _number in debtors})
    for entrant, number, state, paid, debt in rows.values_list("entrant", "round__number", "state", "paid", "debt"):
        owes = fees[entrant] if (entrant, number) in debtors else 0
        values = {"round": number, "state": state, "paid": paid, "owes": owes, "debt": debt}
        entered.setdefault(entrant, []).append(InRound.model_validate(values))
    people = Entrant.objects.filter(tournament=tournament).select_related("person").order_by("number")
    return EntrantsOut(
        entrants=[
            EntrantOut.read(
                entrant,
                name=entrant.person.name,
                person=entrant.person.number,
                withdrawn=entrant.withdrawn is not None,
                rounds=entered.get(entrant.pk, []),
            )
            for entrant in people
        ]
    )


@part.post("entrants", door=TO_ENTER)
def enter_people(request: HttpRequest, tournament: OwnTournament, body: NewEntrants) -> Entered:
    """Register people, also for rounds; a known name refers to the known person, unless a town contradicts that."""
    person_ids = _find_persons(tournament, body)
    newcomers = []
    for entrant in body.entrants:
        name, town = read_typed_name(require_name(entrant.name))
        newcomer = Newcomer(name, person_ids[entrant.person], entrant.number, entrant.new)
        newcomers.append(newcomer._replace(details=clean_details(town=town)))
    done = perform(request, tournament, EnterPeople(newcomers=newcomers, rounds=body.rounds), body)
    return Entered(numbers=list_numbers(tournament, parse_content(done)["entrants"]))


def _find_persons(tournament: Tournament, body: NewEntrants) -> dict[int, int | None]:
    """Return the persons (ids) with these numbers in the register; 0 is no person."""
    numbers = {entrant.person for entrant in body.entrants} - {0}
    people = Person.objects.filter(club=tournament.club_id, number__in=numbers)
    ids: dict[int, int | None] = dict(people.values_list("number", "pk"))
    if missing := numbers - ids.keys():
        index = next(index for index, entrant in enumerate(body.entrants) if entrant.person in missing)
        raise build_input_error(f"entrants/{index}/person", "not_offered")
    return ids | {0: None}


add_operations(part, NumberByName, Renumber, Withdraw, ChangeEntries, SetPresence, PayFees, DecideDebt)


registration_part = Part(
    "registrations", "Registrations for a tournament: typed in, confirmed, withdrawn; by a link; invited."
)


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


@registration_part.get("registrations", door=TO_ENTER)
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


@registration_part.post("registrations", door=TO_ENTER)
def type_registration(request: HttpRequest, tournament: OwnTournament, body: RegisteringIn) -> RegisteredOut:
    """Type in somebody who has phoned, also after the close of entries"""
    key = get_key(request, body)
    details = actions.Details(*map(clean_text, (body.town, body.partner, body.remark)))
    name, town = read_typed_name(require_name(body.name))
    details = details._replace(town=details.town or town[:TOWN_LENGTH])
    application = actions.submit_application(tournament, key, name, "", details, by_staff=True)
    path = reverse("own_place", args=[tournament.slug, actions.find_own_secret(tournament, key)])
    return RegisteredOut(id=application.pk, state=application.decided_as or "open", path=path)


def _build_link(tournament: Tournament, act: Act) -> LinkOut:
    return LinkOut(path=reverse("apply", args=[derive_link_secret(tournament, act.key)]))


add_operations(registration_part, OpenLink, answer=_build_link)
add_operations(registration_part, CloseLink, DecideApplication, WithdrawApplication, InvitePeople, AnswerInvitation)


team_part = Part("teams", "Teams of a tournament.")


class TeamOut(Out):
    """A team."""

    number: Number
    name: str
    members: list[Number] = Field(description="Start numbers of its current players.")


class TeamsOut(Out):
    """The teams of a tournament."""

    teams: list[TeamOut]
    without: list[Number] = Field(description="Start numbers of players without a team.")


@team_part.get("teams", door=TO_READ_PEOPLE)
def list_teams(request: HttpRequest, tournament: OwnTournament) -> TeamsOut:
    """List the teams with their members, and the players without a team."""
    memberships = load_memberships(tournament)
    members = compute_rosters(memberships, find_last_round(memberships))
    number_of = load_numbers(tournament)
    return TeamsOut(
        teams=[
            TeamOut.read(team, members=[number_of[who] for who in members.get(team.id, ())])
            for team in load_teams(tournament)
        ],
        without=[number_of[who] for who in list_without_team(tournament)],
    )


add_operations(team_part, CreateTeams, CreateTeamsByLot, ChangeTeam, DissolveTeam)


person_part = Part("register", "The club's register of players.")
_PAGE = 200  # persons in one answer


class PersonOut(Out):
    """A person in the register."""

    number: Number
    name: str
    called: str = Field(description="The name as the staff sees it: two of the same name are told apart.")
    town: str
    player_number: str = Field(description="Of the cup; empty: none.")
    categories: list[str] = Field(description="From the club's own list.")
    birth_year: int | None
    details_public: bool = Field(description="Agreed that town and categories are shown to everybody.")
    tournaments: Number = Field(description="Number of tournaments entered.")


class PersonsOut(Out):
    """Persons whose names contain all requested words."""

    persons: list[PersonOut]
    all: Number = Field(description=f"The total number; a response contains at most {_PAGE}.")


@person_part.get("persons", door=TO_ENTER)
def list_persons(request: HttpRequest, club: OwnClub, q: str = "", after: Number = 0) -> PersonsOut:
    """The register: whose name, town or number has each word of `q`, by number, after the number `after`."""
    note_look(request, club.pk, REGISTER, who=find_author(request))
    people = selectors.search_people(club.pk, q[:80])
    rows = selectors.count_tournaments(people).filter(number__gt=after).order_by("number")[:_PAGE]
    persons = [
        PersonOut.read(row, called=INSIDE.name_person(row), categories=parse_categories(row.categories)) for row in rows
    ]
    return PersonsOut(persons=persons, all=people.count())
