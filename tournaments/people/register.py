"""The club's register of players as its pages show it: searched, counted, with those who may be one person."""

from typing import Any, NamedTuple

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q

from scoring.models import Seated
from tarockclub.models import Person
from tournaments.models import Entrant
from tournaments.people.alike import ASKED, all_alike, like
from tournaments.people.candidates import Other

ON_A_PAGE = 100
MOST_PAIRS = 50


class Pair(NamedTuple):
    """Two entries that may be one person."""

    one: Person
    other: Person
    why: str


class Listed(NamedTuple):
    """One page of the register."""

    page: Page[Any]
    all: int


def found(club: int, typed: str, page: str) -> Listed:
    """Those whose name has all words of what was typed, with how often they have sat at a table."""
    people = Person.objects.filter(club=club, merged_into=None, erased=None)
    total = people.count()
    for word in typed.split()[:6]:
        people = people.filter(name__icontains=word)
    counted = people.annotate(
        tournaments=Count("entrants", filter=Q(entrants__withdrawn=None), distinct=True),
    )
    return Listed(Paginator(counted.order_by("name", "number"), ON_A_PAGE).get_page(page), total)


def pairs(club: int) -> list[Pair]:
    """Those whose names are alike, the first fifty pairs."""
    people = list(Person.objects.filter(club=club, merged_into=None, erased=None).order_by("number"))
    alike = all_alike([one.name for one in people])[:MOST_PAIRS]
    return [Pair(people[one], people[other], why) for one, other, why in alike]


class Card(NamedTuple):
    """Somebody in the register."""

    person: Person
    tables: int
    entrants: tuple[Entrant, ...]
    merged: tuple[Person, ...]
    alike: tuple[Other, ...]
    asked: bool  # about another entry, which stands before those that are alike


def card(person: Person, asked: int | None = None) -> Card:
    """What is known of somebody; `asked`: the number of another entry that may be he."""
    merged = tuple(Person.objects.filter(merged_into=person).order_by("number"))
    ids = [person.pk, *(one.pk for one in merged)]
    tables = Seated.objects.filter(person__in=ids).values("sitting__table").distinct().count()
    entrants = Entrant.objects.filter(person__in=ids).select_related("tournament").order_by("-tournament__day")
    others = list(
        Person.objects.filter(club=person.club_id, merged_into=None, erased=None)
        .exclude(pk=person.pk)
        .order_by("number")
    )
    near = like(person.name, enumerate(one.name for one in others))
    alike = tuple(Other(others[at].name, why, others[at].pk, None) for at, why in near)
    chosen = tuple(Other(one.name, ASKED, one.pk, None) for one in others if one.number == asked)
    return Card(person, tables, tuple(entrants), merged, (*chosen, *alike), asked is not None)
