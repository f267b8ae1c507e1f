"""Clubs and the persons in them: found by name, numbered one after the other."""

from tarockclub.models import Club, Person


def load_own_club() -> Club:
    """The club of this installation, founded by a migration; its name is asked for when it is set up."""
    return Club.objects.earliest("pk")


def lock_club(club: Club) -> Club:
    """The club, which nobody else may change until the transaction ends."""
    return Club.objects.select_for_update(no_key=True).get(pk=club.pk)


def list_person_names(club: Club) -> list[str]:
    """The names of a club's persons, as they are offered to who types one."""
    persons = Person.objects.filter(club=club, erased=None, merged_into=None)
    return list(persons.order_by("name").values_list("name", flat=True).distinct())


def find_or_create_person(club: Club, name: str) -> Person:
    """The person of this name, known or new; the club is locked. Who was merged into somebody is that one."""
    known = Person.objects.filter(club=club, name=name, merged_into=None).order_by("number").first()
    return known or create_person(club, name)


def create_person(club: Club, name: str) -> Person:
    """One person more, with the next number; the club is locked."""
    last = Person.objects.filter(club=club).order_by("-number").values_list("number", flat=True).first()
    return Person.objects.create(club=club, number=(last or 0) + 1, name=name)
