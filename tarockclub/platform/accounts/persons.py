"""Clubs and the persons in them: found by name, numbered in sequence, with their details."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

from django.db.models import Max, Q
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.text import clean_text
from tarockclub.models import (
    CATEGORIES_LENGTH,
    CONTACT_LENGTH,
    PLAYER_NUMBER_LENGTH,
    TOWN_LENGTH,
    Account,
    Club,
    ClubAct,
    Person,
    normalize_federation_number,
)
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.act_chain import record_act
from tarockclub.platform.privacy.public_names import (
    compute_called_names,
    filter_people,
    list_namesakes,
    write_called_names,
)
from tarockclub.platform.privacy.readers import INSIDE
from tarockclub.platform.sealed_rows import CLUB


def load_first_club() -> Club:
    """Return the first club of this installation, created by a migration; its name is set during set-up."""
    return Club.objects.earliest("pk")


def load_hosting_club() -> Club:
    """Return the club in whose log the work for the whole installation is noted: that of the first host."""
    host = Account.objects.filter(is_host=True).order_by("pk").first()
    return load_first_club() if host is None else host.club


def may_change_persons(persons: Iterable[int], who: Actor) -> bool:
    """Tell whether somebody may rename, merge or erase these people (ids): a host is changed by hosts alone.

    What nobody who is logged in does (a restore, the command line) may.
    """
    if who.person is None or not Account.objects.filter(person__in=list(persons), is_host=True).exists():
        return True
    return Account.objects.filter(person=who.person, is_host=True).exists()


def lock_club(club: Club | int) -> Club:
    """Lock the row of a club (or of its id) until the transaction ends, and return the club."""
    return Club.objects.select_for_update(no_key=True).get(pk=club if isinstance(club, int) else club.pk)


def list_person_names(club: Club) -> list[str]:
    """Return the names of a club's persons, as suggestions for name fields."""
    return list(filter_people(club).order_by("name", "number").values_list(INSIDE.build_name(), flat=True))


def find_or_create_person(club: Club, name: str) -> Person:
    """Return the person of this name, known or new; the club is locked. For a merged person, return the one kept."""
    return find_or_create_people(club, [name])[0]


def find_or_create_people(club: Club, names: Sequence[str]) -> list[Person]:
    """Return the persons of these names in the same order, known or new, as typed at a table; the club is locked."""
    named = Q(name__in=names) | Q(called__in=names)  # "Anna Maier (Wien)" means one of two
    by_name: dict[str, Person] = {}
    for person in Person.objects.filter(named, club=club, merged_into=None).order_by("number"):
        by_name.setdefault(person.name, person)
        by_name.setdefault(person.called, person)
    if new := [name for name in dict.fromkeys(names) if name not in by_name]:
        by_name |= {
            person.name: person for person in _create_people(club, new, club.new_names or Person.Publicity.FULL)
        }
    return [by_name[name] for name in names]


def seal_names(club: int, who: Actor = ANONYMOUS) -> AbstractContextManager[None]:
    """Write the act about names in the register of a club (id) that change within; the club is locked."""
    return record_act(CLUB, club, ClubAct.Kind.NAMED, {}, who.person, who.device)


def seal_texts(club: int, who: Actor = ANONYMOUS) -> AbstractContextManager[None]:
    """Write the act about notes of a club (id) that are erased within; the club is locked."""
    return record_act(CLUB, club, ClubAct.Kind.TEXTS, {}, who.person, who.device)


def create_person(club: Club, name: str) -> Person:
    """Create a person with the next number; the club is locked."""
    [person] = _create_people(club, [name])
    if len(list_namesakes(club.pk, [name])) > 1:
        write_called_names(club.pk, [name])
        person.refresh_from_db(fields=["called", "shown_as"])
    return person


def _create_people(club: Club, names: Sequence[str], publicity: str = Person.Publicity.FULL) -> list[Person]:
    """Create persons with the next numbers, all of other names."""
    last = Person.objects.filter(club=club).aggregate(last=Max("number"))["last"] or 0
    people = [
        Person(club=club, number=number, name=name, publicity=publicity) for number, name in enumerate(names, last + 1)
    ]
    for person in people:
        [(_alone, person.called, person.shown_as)] = compute_called_names([person], towns_shown=False)
    with seal_names(club.pk):
        Person.objects.bulk_create(people)
    return people


FIRST_YEAR, LAST_YEAR = 1880, 2100
CATEGORY_LENGTH, MOST_CATEGORIES = 30, 12
_BETWEEN = re.compile(r"[,;/\n]+")
_YEAR = re.compile(r"\b(1[89]\d\d|20\d\d)\b")


class PersonDetails(NamedTuple):
    """The details of a person, cleaned; each may be missing."""

    town: str = ""
    player_number: str = ""
    categories: str = ""  # separated by ", "
    birth_year: int | None = None
    contact: str = ""


DETAIL_WORDS = {
    "town": _("Town"),
    "player_number": _("Player number"),
    "categories": _("Categories"),
    "birth_year": _("Year of birth"),
    "contact": _("Contact"),
}
NO_DETAILS = PersonDetails()
# Of who is erased or merged into another entry, whose own account is the only one to which money may go.
NOTHING: dict[str, Any] = {
    **NO_DETAILS._asdict(),
    "details_public": False,
    "page_digest": "",
    "page_public": False,
    "iban": "",
}


def clean_details(
    town: str = "", player_number: str = "", categories: str = "", birth_year: str = "", contact: str = ""
) -> PersonDetails:
    """Return typed details as they are stored; what is too long for them is cut, a wrong year is left out.

    >>> tuple(clean_details(" Wien, 3. Bezirk ", " 12 a", "Dame; Jugend,Dame", "12.3.1950", "0664 1"))
    ('Wien 3. Bezirk', '12A', 'Dame, Jugend', 1950, '0664 1')
    """
    number = normalize_federation_number(player_number)
    return PersonDetails(
        clean_text(town.replace(",", " "))[:TOWN_LENGTH].strip(),
        number if len(number) <= PLAYER_NUMBER_LENGTH else "",
        join_categories(parse_categories(categories)),
        parse_birth_year(birth_year),
        "\n".join(filter(None, map(clean_text, contact.splitlines())))[:CONTACT_LENGTH],
    )


def parse_birth_year(typed: str) -> int | None:
    """Return the year in a typed year or date; None without one."""
    match = _YEAR.search(unicodedata.normalize("NFKC", typed))
    year = int(match[0]) if match else 0
    return year if FIRST_YEAR <= year <= LAST_YEAR else None


def parse_categories(text: str) -> list[str]:
    """Return the categories of a text, each once.

    >>> parse_categories("Dame, Jugend"), parse_categories("")
    (['Dame', 'Jugend'], [])
    """
    words = (clean_text(word)[:CATEGORY_LENGTH].strip() for word in _BETWEEN.split(text))
    return list(dict.fromkeys(filter(None, words)))[:MOST_CATEGORIES]


def join_categories(words: Iterable[str]) -> str:
    """Return categories as a person has them; those for which there is no room are left out."""
    text = ""
    for word in words:
        longer = f"{text}, {word}" if text else word
        text = longer if len(longer) <= CATEGORIES_LENGTH else text
    return text


def fill_gaps(had: PersonDetails, new: PersonDetails) -> PersonDetails:
    """Return details with those of others where they are missing."""
    return new._replace(**{field: value for field, value in had._asdict().items() if value})


def get_details(person: Person) -> PersonDetails:
    """Return the details of a person."""
    return PersonDetails(*(getattr(person, field) for field in PersonDetails._fields))


def list_club_categories(club: Club) -> list[str]:
    """Return the categories of a club's list."""
    return parse_categories(club.categories)


def fill_details(club: Club, details: Mapping[int, PersonDetails]) -> set[int]:
    """Write details where a person (id) has none yet, and return the ids of those who got some; the club is locked.

    A number that somebody else has is not given twice. Categories that are new to the club come to its list.
    """
    new_details = {person: own for person, own in details.items() if own != NO_DETAILS}
    if not new_details:
        return set()
    taken = set(Person.objects.filter(club=club, player_number__gt="").values_list("player_number", flat=True))
    changed = []
    for person in filter_people(club).filter(pk__in=new_details).order_by("number"):
        own = new_details[person.pk]
        if own.player_number in taken:
            own = own._replace(player_number="")
        before = get_details(person)
        after = fill_gaps(before, own)
        if after != before:
            taken.add(after.player_number)
            _set_fields(person, after)
            changed.append(person)
    Person.objects.bulk_update(changed, PersonDetails._fields, batch_size=200)
    add_categories(club, (word for person in changed for word in parse_categories(person.categories)))
    write_called_names(club.pk, {person.name for person in changed})
    return {person.pk for person in changed}


def _set_fields(person: Person, details: PersonDetails) -> None:
    for field, value in zip(PersonDetails._fields, details, strict=True):
        setattr(person, field, value)


def add_categories(club: Club, words: Iterable[str]) -> None:
    """Add categories to a club's list that are new to it; the club is locked."""
    categories = parse_categories(Club.objects.values_list("categories", flat=True).get(pk=club.pk))
    folded = {word.casefold() for word in categories}
    new = [word for word in dict.fromkeys(words) if word.casefold() not in folded]
    if new:
        Club.objects.filter(pk=club.pk).update(categories="\n".join([*categories, *new][:MOST_CATEGORIES]))


def merge_details(kept: Person, gone: Person) -> None:
    """Give a person the details that only the entry merged into it has; consent counts only where both agreed.

    The entry that is gone keeps none.
    """
    had, new = get_details(kept), get_details(gone)
    both = join_categories(dict.fromkeys([*parse_categories(had.categories), *parse_categories(new.categories)]))
    details = fill_gaps(had, new)._replace(categories=both)
    agreed = kept.details_public and (gone.details_public or new == NO_DETAILS)
    Person.objects.filter(pk=gone.pk).update(**NOTHING)
    Person.objects.filter(pk=kept.pk).update(**details._asdict(), details_public=agreed)
