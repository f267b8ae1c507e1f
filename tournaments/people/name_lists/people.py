"""A person in a list, as the register and the participants take them."""

from collections.abc import Mapping
from typing import NamedTuple

from tarockclub.kit.lists.people import PersonRow
from tarockclub.models import FEDERATION_NUMBER_LENGTH, normalize_federation_number
from tarockclub.platform.accounts.person_details import NO_DETAILS, PersonDetails, clean_details


class ListPerson(NamedTuple):
    """A person in a list; `unreadable`: the reason for leaving out the row."""

    row: int
    name: str
    number: int | None = None
    unreadable: str = ""
    team: str = ""  # the name of their team, if the list has it
    paid: bool = False  # the list says that the fee is paid
    federation_number: str = ""  # as the list has it, normalized
    details: PersonDetails = NO_DETAILS


def build_person(row: PersonRow, payments: Mapping[str, str] | None = None) -> ListPerson:
    """Build the person of a row; `payments`: "yes" or "no" for words of the column "paid" that say neither."""
    paid = (payments or {}).get(row.paid_word, "") if row.paid == "ask" else row.paid
    federation = normalize_federation_number(row.federation)
    year = "" if row.birth_year is None else str(row.birth_year)
    return ListPerson(
        row.row,
        row.name,
        row.number,
        row.out or ("" if row.name else "no_name"),
        row.team,
        paid == "yes",
        federation if len(federation) <= FEDERATION_NUMBER_LENGTH else "",
        clean_details(row.town, row.player, row.categories, year, row.contact),
    )
