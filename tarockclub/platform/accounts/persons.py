"""Clubs and the persons in them: found by name, numbered in sequence."""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager

from django.db.models import Max, Q

from tarockclub.models import Account, Club, ClubAct, Person
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.act_chain import record_act
from tarockclub.platform.privacy.namesakes import (
    compute_called_names,
    filter_people,
    list_namesakes,
    write_called_names,
)
from tarockclub.platform.privacy.public_names import build_called_name
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
    return list(filter_people(club).order_by("name", "number").values_list(build_called_name(), flat=True))


def find_or_create_person(club: Club, name: str) -> Person:
    """Return the person of this name, known or new; the club is locked. For a merged person, return the one kept."""
    return find_or_create_people(club, [name])[0]


def find_or_create_people(club: Club, names: Sequence[str]) -> list[Person]:
    """Return the persons of these names in the same order, known or new; the club is locked."""
    named = Q(name__in=names) | Q(called__in=names)  # "Anna Maier (Wien)" means one of two
    by_name: dict[str, Person] = {}
    for person in Person.objects.filter(named, club=club, merged_into=None).order_by("number"):
        by_name.setdefault(person.name, person)
        by_name.setdefault(person.called, person)
    if new := [name for name in dict.fromkeys(names) if name not in by_name]:
        by_name |= {person.name: person for person in _create_people(club, new)}
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


def _create_people(club: Club, names: Sequence[str]) -> list[Person]:
    """Create persons with the next numbers, all of other names."""
    last = Person.objects.filter(club=club).aggregate(last=Max("number"))["last"] or 0
    people = [Person(club=club, number=number, name=name) for number, name in enumerate(names, last + 1)]
    for person in people:
        [(_alone, person.called, person.shown_as)] = compute_called_names([person], towns_shown=False)
    with seal_names(club.pk):
        Person.objects.bulk_create(people)
    return people
