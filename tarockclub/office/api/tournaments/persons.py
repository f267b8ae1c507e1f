"""The club's register of players."""

from django.http import HttpRequest
from pydantic import Field

from tarockclub.platform.accounts.looks import REGISTER, note_look
from tarockclub.platform.accounts.person_details import parse_categories
from tarockclub.platform.api.authentication import TO_ENTER, find_author
from tarockclub.platform.api.operations import OwnClub, Part
from tarockclub.platform.api.schemas import Number, Out
from tarockclub.platform.privacy.public_names import get_called_name
from tournaments.people.register import selectors

part = Part("register", "The club's register of players.")
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


@part.get("persons", door=TO_ENTER)
def list_persons(request: HttpRequest, club: OwnClub, q: str = "", after: Number = 0) -> PersonsOut:
    """The register: whose name, town or number has each word of `q`, by number, after the number `after`."""
    note_look(request, club.pk, REGISTER, who=find_author(request))
    people = selectors.search_people(club.pk, q[:80])
    rows = people.filter(number__gt=after).order_by("number")[:_PAGE]
    persons = [
        PersonOut.read(row, called=get_called_name(row), categories=parse_categories(row.categories)) for row in rows
    ]
    return PersonsOut(persons=persons, all=people.count())
