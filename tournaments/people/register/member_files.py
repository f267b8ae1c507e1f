"""The members of a club as files that other programs and this one read again: CSV and vCards."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tarockclub.kit.text import split_surname
from tarockclub.kit.xlsx.cells import Value
from tarockclub.kit.xlsx.csv_text import render_csv
from tarockclub.models import Club, Person
from tarockclub.platform.accounts.person_details import get_details
from tarockclub.platform.privacy.namesakes import filter_people
from tarockclub.platform.server import downloads
from tournaments.people.name_lists.vcard import build_vcard

CSV, VCARD = "csv", "vcf"
MEMBER_FORMS = {CSV: downloads.CSV, VCARD: "text/vcard; charset=utf-8"}


def render_members(club: Club, form: str, language: str) -> str:
    """Render everybody in the register, by number; one query."""
    people = list(filter_people(club.pk).order_by("number"))
    return _render_cards(club, people) if form == VCARD else _render_rows(people, language)


def _render_rows(people: list[Person], language: str) -> str:
    heads = [_("Player number"), _("Surname"), _("First name"), _("Town"), _("Category"), _("Year of birth")]
    lines: list[Sequence[Value]] = [[*heads, _("Contact")]]
    for person in people:
        details = get_details(person)
        contact = " / ".join(details.contact.splitlines())
        first, surname = split_surname(person.name)
        lines.append(
            (details.player_number, surname, first, details.town, details.categories, details.birth_year, contact)
        )
    return render_csv(lines, language)


def _render_cards(club: Club, people: list[Person]) -> str:
    return "".join(
        build_vcard(person.name, split_surname(person.name)[1], get_details(person), f"{club.slug}-{person.number}")
        for person in people
    )
