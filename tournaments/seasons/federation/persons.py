"""The federation's own register: persons by their number; what it knows of somebody wins over what a club says."""

from collections.abc import Sequence

from django.db.models import Max

from tarockclub.models import Club, Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.persons import seal_names
from tarockclub.platform.privacy.namesakes import write_called_names
from tarockclub.platform.privacy.public_names import compute_bare_name, compute_public_name
from tournaments.people.register.services import STRICTNESS, set_publicity
from tournaments.seasons.federation.rows import GivenRow

FULL, NUMBER = Person.Publicity.FULL, Person.Publicity.NUMBER


def find_or_create_members(federation: Club, rows: Sequence[GivenRow], who: Actor = ANONYMOUS) -> list[Person]:
    """Return the federation's persons of these rows, in the same order; the federation is locked.

    Somebody who is known keeps the name, and is shown at most as a club shows them. A new one gets the name that the
    club shows to everybody.
    """
    numbers = [row.number for row in rows]
    known = {
        person.federation_number: person
        for person in Person.objects.filter(club=federation, federation_number__in=numbers)
    }
    last = Person.objects.filter(club=federation).aggregate(last=Max("number"))["last"] or 0
    missing = [row for row in rows if row.number not in known]
    made = [_build_person(federation, row, last + at) for at, row in enumerate(missing, 1)]
    if made:
        with seal_names(federation.pk):
            Person.objects.bulk_create(made, batch_size=200)
    write_called_names(federation.pk, {person.name for person in made})
    for row in rows:
        if row.number in known:
            _limit_publicity(known[row.number], row, who)
    known |= {person.federation_number: person for person in made}
    return [known[row.number] for row in rows]


def _build_person(federation: Club, row: GivenRow, number: int) -> Person:
    """Build a person as a club shows them: a short name is all that the federation gets to know."""
    publicity = NUMBER if row.publicity == NUMBER else FULL
    name = row.name or row.number
    return Person(
        club=federation,
        number=number,
        name=name,
        publicity=publicity,
        shown_as=compute_public_name(name, number, publicity),
        federation_number=row.number,
    )


def _limit_publicity(person: Person, row: GivenRow, who: Actor) -> None:
    """Show a known person no more openly than a club does."""
    stricter = max(person.publicity, row.publicity, key=STRICTNESS.index)
    if stricter != person.publicity and row.name != compute_bare_name(person):
        set_publicity(person, stricter, who)
