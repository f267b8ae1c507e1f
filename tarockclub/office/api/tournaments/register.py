"""The club's register of players; applications through a link."""

from datetime import datetime
from typing import Annotated

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from pydantic import Field, StringConstraints

from tarockclub.models import CONTACT_LENGTH, PLAYER_NUMBER_LENGTH, TOWN_LENGTH, Person
from tarockclub.office.api.tournaments.common import FAILS, OwnTournament, add_operations
from tarockclub.office.privacy.erasing import erase
from tarockclub.platform.accounts.looks import REGISTER, note_look
from tarockclub.platform.accounts.person_details import (
    CATEGORY_LENGTH,
    FIRST_YEAR,
    LAST_YEAR,
    MOST_CATEGORIES,
    clean_details,
    parse_categories,
)
from tarockclub.platform.api.authentication import TO_DIRECT, TO_ENTER, find_author, require_staff_account
from tarockclub.platform.api.operations import OperationSubject, OwnClub, Part
from tarockclub.platform.api.schemas import (
    Done,
    MayBeKeyed,
    Name,
    Number,
    Out,
    get_optional_key,
)
from tarockclub.platform.privacy.public_names import get_called_name
from tournaments.core.actions.base import require_name
from tournaments.models import Act, Application, Tournament
from tournaments.people.entrants.applications import DecideApplication
from tournaments.people.entrants.waiting_list import filter_waiting
from tournaments.people.register import selectors
from tournaments.people.register.details import set_details
from tournaments.people.register.services import merge, rename
from tournaments.people.registration.actions import CloseLink, OpenLink, derive_link_secret


def _find_person(request: HttpRequest, number: int) -> Person:
    persons = Person.objects.select_related("club")
    return get_object_or_404(persons, club=require_staff_account(request).club_id, number=number)


OwnPerson = Annotated[Person, OperationSubject("persons/{int:number}", {"number": int}, _find_person, FAILS)]
part = Part("register", "The club's register of players, and self-registrations by a link.")
As = Application.As
_PAGE = 200  # persons in one answer
_NO_KEY = MayBeKeyed()
Category = Annotated[str, StringConstraints(min_length=1, max_length=CATEGORY_LENGTH)]


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


class DetailsIn(MayBeKeyed):
    """The details of a person beside the name."""

    town: Annotated[str, StringConstraints(max_length=TOWN_LENGTH)] = ""
    player_number: Annotated[str, StringConstraints(max_length=PLAYER_NUMBER_LENGTH)] = ""
    categories: Annotated[list[Category], Field(max_length=MOST_CATEGORIES)] = []  # noqa: RUF012 -- pydantic copies it
    birth_year: Annotated[int, Field(ge=FIRST_YEAR, le=LAST_YEAR)] | None = None
    contact: Annotated[str, StringConstraints(max_length=CONTACT_LENGTH)] = ""
    details_public: bool = False


class Renaming(MayBeKeyed):
    """Another name."""

    name: Name


class Merging(MayBeKeyed):
    """Another entry of the register for the same person."""

    number: Number


class ErasedOut(Out):
    """The name displayed from now on."""

    name: str


class LinkOut(Out):
    """The link for self-registration, returned only once."""

    path: str


class ApplicationOut(Out):
    """A self-registration that is waiting for confirmation."""

    id: Number
    name: str
    at: datetime


class ApplicationsOut(Out):
    """Self-registrations waiting for confirmation."""

    open: bool = Field(description="Whether the link is open.")
    applications: list[ApplicationOut]


@part.get("persons", door=TO_ENTER)
def list_persons(request: HttpRequest, club: OwnClub, q: str = "", after: Number = 0) -> PersonsOut:
    """The register: whose name, town or number has each word of `q`, by number, after the number `after`."""
    note_look(request, club.pk, REGISTER, who=find_author(request))
    found = selectors.search_people(club.pk, q[:80])
    rows = found.filter(number__gt=after).order_by("number")[:_PAGE]
    persons = [
        PersonOut.read(row, called=get_called_name(row), categories=parse_categories(row.categories)) for row in rows
    ]
    return PersonsOut(persons=persons, all=found.count())


@part.post("details", door=TO_ENTER)
def change_details(request: HttpRequest, person: OwnPerson, body: DetailsIn) -> Done:
    """Set town, number, categories, year of birth and contact of a person; what is missing is emptied."""
    get_optional_key(request, body)
    year = "" if body.birth_year is None else str(body.birth_year)
    details = clean_details(body.town, body.player_number, "\n".join(body.categories), year, body.contact)
    set_details(person, details, public=body.details_public, who=find_author(request))
    return Done()


@part.post("rename", door=TO_ENTER)
def rename_person(request: HttpRequest, person: OwnPerson, body: Renaming) -> Done:
    """Rename a person; the new name appears everywhere."""
    get_optional_key(request, body)
    rename(person, require_name(body.name), find_author(request))
    return Done()


@part.post("merge", door=TO_ENTER)
def merge_person(request: HttpRequest, person: OwnPerson, body: Merging) -> Done:
    """Merge another entry of the register for the same person into this one."""
    get_optional_key(request, body)
    gone = _find_person(request, body.number)
    merge(person, gone, find_author(request))
    return Done()


@part.post("erase", door=TO_DIRECT)
def erase_person(request: HttpRequest, person: OwnPerson, body: MayBeKeyed = _NO_KEY) -> ErasedOut:
    """Erase a person's name permanently."""
    get_optional_key(request, body)
    return ErasedOut(name=erase(person, find_author(request)))


@part.get("registration", door=TO_ENTER)
def list_applications(request: HttpRequest, tournament: OwnTournament) -> ApplicationsOut:
    """List the self-registrations that are waiting for confirmation."""
    rows = filter_waiting(tournament).select_related("name")
    waiting = [ApplicationOut.read(row, name=row.name.text) for row in rows.order_by("at", "pk")]
    return ApplicationsOut(open=bool(tournament.register_digest), applications=waiting)


def _build_link(tournament: Tournament, act: Act) -> LinkOut:
    return LinkOut(path=reverse("apply", args=[derive_link_secret(tournament, act.key)]))


add_operations(part, OpenLink, answer=_build_link)
add_operations(part, CloseLink, DecideApplication)
