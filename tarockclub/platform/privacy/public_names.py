"""The name of a person on public pages: as in the register, short, or a number, as the person has consented."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import override

from tarockclub.kit.text import TOWN_SIGN, compute_sort_form
from tarockclub.models import NAME_LENGTH, Club, Person, PrivacySettings

Publicity = Person.Publicity
_NAMES = ("pk", "number", "name", "shown_as", "called", "town", "merged_into")  # all that names depend on


def format_number_name(number: int) -> str:
    """Return the name of a person who is only a number."""
    with override(settings.LANGUAGE_CODE):
        return _("Player %(number)s") % {"number": number}


def shorten_name(name: str) -> str:
    """Return the first name with the initial of the surname; the first letter of a name of one word.

    >>> shorten_name("Dr. Anna Maria Maier"), shorten_name("Alexander van der Bellen"), shorten_name("Anna")
    ('Anna Maria M.', 'Alexander B.', 'A.')
    """
    words = [word for word in name.split() if not word.endswith(".")] or name.split()
    first_names, surname = split_at_surname(words)
    return " ".join([*first_names, f"{surname[-1][0]}."])


def shorten_first_name(name: str) -> str:
    """Return the initial and the surname; a name that is short already, or says a number, stays.

    >>> [shorten_first_name(name) for name in ("Dr. Anna Maria Maier, Wien", "Alexander van der Bellen")]
    ['A. Maier, Wien', 'A. van der Bellen']
    >>> [shorten_first_name(name) for name in ("Anna", "Anna M.", "Spieler 12", "")]
    ['Anna', 'Anna M.', 'Spieler 12', '']
    """
    full, comma, rest = name.partition(",")
    words = [word for word in full.split() if not word.endswith(".")]
    if len(words) < 2 or not words[-1].isalpha() or full.rstrip().endswith("."):
        return name
    first_names, surname = split_at_surname(words)
    return f"{first_names[0][0]}. {' '.join(surname)}{comma}{rest}" if first_names else name


def find_first_name(name: str) -> str:
    """Return the first name, for a line that addresses somebody; a public name without one stays.

    >>> [find_first_name(name) for name in ("Dr. Anna Maria Maier, Wien", "Anna M.", "Anna", "Spieler 12", "A.")]
    ['Anna', 'Anna', 'Anna', 'Spieler 12', 'A.']
    """
    words = [word for word in name.partition(",")[0].split() if not word.endswith(".")]
    return words[0] if words and words[-1].isalpha() else name


def split_at_surname(words: list[str]) -> tuple[list[str], list[str]]:
    """Return the first names and the surname of a name without titles."""
    turned = compute_sort_form(" ".join(words)).split()
    surname = (turned[: turned.index(words[0])] if words[0] in turned else []) or words[-1:]
    return words[: len(words) - len(surname)], surname


def compute_public_name(name: str, number: int, publicity: str, beside: str = "") -> str:
    """Return what public pages show instead of a name; "" for the name itself. All else follows from this.

    `beside`: what stands behind the name, such as the town.

    >>> compute_public_name("Anna Maier", 12, "short"), compute_public_name("Anna Maier", 12, "full")
    ('Anna M.', '')
    >>> compute_public_name("Anna Maier", 12, "full", ", Wien"), compute_public_name("Anna", 12, "number", ", Wien")
    ('Anna Maier, Wien', 'Spieler 12')
    """
    if publicity == Publicity.NUMBER:
        return format_number_name(number)
    shown = join_name(shorten_name(name) if publicity == Publicity.SHORT else name, beside)
    return "" if shown == name else shown


def compute_bare_name(person: Person) -> str:
    """Return the public name of a person without what stands behind it here."""
    return compute_public_name(person.name, person.number, person.publicity) or person.name


def join_name(name: str, beside: str) -> str:
    """Return a name with what stands behind it; a name that is too long for both is cut.

    >>> join_name("Anna", " (12)"), len(join_name("A" * 80, " (12)")), join_name("A" * 80, " (12)")[-6:]
    ('Anna (12)', 80, '… (12)')
    """
    room = NAME_LENGTH - len(beside)
    return f"{name if len(name) <= room else name[: room - 1] + '…'}{beside}"


def is_page_public(person: Person) -> bool:
    """Tell whether public pages lead to the own page of a person: the club links to them, and the person agreed."""
    is_there = person.erased is None and person.merged_into_id is None
    return is_there and person.page_public and person.publicity != Publicity.NUMBER and person.club.links_pages


def filter_public_pages(club: int) -> QuerySet[Person]:
    """Return those of a club whose own page everybody may open, as is_page_public() has it."""
    people = filter_people(club).filter(page_public=True, club__links_pages=True)
    return people.exclude(publicity=Publicity.NUMBER)


def compute_names_sign(club: int) -> str:
    """Return a sign of all names of a club (id), for what is kept with some of them; one query."""
    rows = Person.objects.filter(club=club).order_by("pk").values_list(*_NAMES)
    return hashlib.sha256(repr(list(rows)).encode()).hexdigest()[:24]


# Two of the same name are told apart: what stands behind a name, for the staff and in public, is written with it.

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


def load_privacy(club: int) -> PrivacySettings:
    """Return the settings of a club, saved or not."""
    return PrivacySettings.objects.filter(club=club).first() or PrivacySettings(club_id=club)


def load_export_days() -> int:
    """Return for how many days finished exports are kept: as long as the club that keeps them longest."""
    return max([1, *PrivacySettings.objects.values_list("exports_days", flat=True)])


def save_privacy(club: int, **columns: Any) -> None:
    """Save the settings of a club."""
    PrivacySettings.objects.update_or_create(club_id=club, defaults=columns)
