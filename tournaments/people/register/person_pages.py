"""The one page of a person: who may open it, and its address for whoever reads a name."""

from django.urls import get_script_prefix, reverse

from tarockclub.models import Person
from tarockclub.platform.accounts.rights import Right, Rights
from tarockclub.platform.clubs.addresses import build_club_address
from tarockclub.platform.privacy.public_names import is_page_public


def may_see_person(may: Rights, person: Person) -> bool:
    """Return whether somebody may see what only the staff sees of a person."""
    return may.club == person.club_id and may.has_for_club(Right.PEOPLE)


def find_person_page(may: Rights, person: Person) -> str:
    """Return the address of a person's page; "" for those who may not open it. The person is loaded with the club."""
    address = reverse("person_page", args=[person.number])
    if may_see_person(may, person):
        return address
    if not is_page_public(person):
        return ""
    club = build_club_address(person.club)
    return f"{club}{address.removeprefix(get_script_prefix())}" if club else address
