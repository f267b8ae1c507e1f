"""Two of the same name are told apart: what stands behind a name, for the staff and in public, is written with it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from django.db.models import QuerySet

from tarockclub.kit.text import TOWN_SIGN
from tarockclub.models import Club, Person
from tarockclub.platform.privacy.public_names import compute_public_name, join_name

_AT_ONCE = 900


def write_called_names(club: int, names: Iterable[str] | None = None) -> set[int]:
    """Write what tells people of these names apart (None: of all), and return the ids of those it changed.

    The club is locked. Whoever was merged into somebody is called as they are.
    """
    towns_shown = Club.objects.filter(pk=club).values_list("shows_towns", flat=True).get()
    changed: list[Person] = []
    for group in _iter_groups(club, names):
        for person, called, shown_as in compute_called_names(group, towns_shown=towns_shown):
            if (person.called, person.shown_as) != (called, shown_as):
                person.called, person.shown_as = called, shown_as
                changed.append(person)
    Person.objects.bulk_update(changed, ["called", "shown_as"], batch_size=200)
    for person in changed:
        Person.objects.filter(merged_into=person).update(called=person.called, shown_as=person.shown_as)
    return {person.pk for person in changed}


def filter_people(club: Club | int) -> QuerySet[Person]:
    """Return everybody in the register of a club, except merged and erased entries."""
    return Person.objects.filter(club=club, merged_into=None, erased=None)


def list_namesakes(club: int, names: Iterable[str]) -> list[Person]:
    """Return the people of a club with one of these names."""
    return list(filter_people(club).filter(name__in=set(names)))


def _iter_groups(club: int, names: Iterable[str] | None) -> Iterator[list[Person]]:
    """Yield the people of each name."""
    people = filter_people(club).order_by("number")
    all_names = sorted({*people.values_list("name", flat=True)} if names is None else {*names})
    for start in range(0, len(all_names), _AT_ONCE):
        groups: dict[str, list[Person]] = {}
        for person in people.filter(name__in=all_names[start : start + _AT_ONCE]):
            groups.setdefault(person.name, []).append(person)
        yield from groups.values()


def compute_called_names(group: Sequence[Person], *, towns_shown: bool) -> list[tuple[Person, str, str]]:
    """Return for people of one name what the staff calls them, and what public pages call them; "" for the name.

    By the town, where only one of them is from there; else by the cup's number or that of the register.

    >>> at = [Person(name="Anna", number=1, town="Wien"), Person(name="Anna", number=2)]
    >>> [names[1:] for names in compute_called_names(at, towns_shown=False)]
    [('Anna (Wien)', 'Anna (1)'), ('Anna (2)', 'Anna (2)')]
    >>> [names[1:] for names in compute_called_names(at[:1], towns_shown=True)]
    [('', '')]
    """
    towns = Counter(person.town.casefold() for person in group)
    publics = Counter(_get_public_town(person).casefold() for person in group)
    results = []
    for person in group:
        inside = outside = ""
        town = _get_public_town(person)
        if len(group) > 1:
            by_town = person.town if towns[person.town.casefold()] == 1 else ""
            inside = f" ({by_town or person.player_number or person.number})"
            outside = f" ({town if town and publics[town.casefold()] == 1 else person.number})"
        if towns_shown and town:
            outside = f"{TOWN_SIGN}{town}" + (outside if len(group) > 1 and publics[town.casefold()] > 1 else "")
        called = join_name(person.name, inside) if inside else ""
        results.append((person, called, compute_public_name(person.name, person.number, person.publicity, outside)))
    return results


def _get_public_town(person: Person) -> str:
    """Return the town that everybody may see."""
    return person.town if person.details_public else ""
