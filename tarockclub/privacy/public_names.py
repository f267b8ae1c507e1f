"""The name of a person on public pages: as in the register, short, or a number, as the person has consented."""

from django.conf import settings
from django.db.models import Value
from django.db.models.functions import Coalesce, NullIf
from django.utils.translation import gettext as _
from django.utils.translation import override

from tarockclub.models import NAME_LENGTH, Person
from tarockclub.text import compute_sort_form

Publicity = Person.Publicity


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
    turned = compute_sort_form(" ".join(words)).split()
    surname = turned[: turned.index(words[0])] if words[0] in turned else []
    first_names = words[: len(words) - len(surname)] if surname else words[:-1]
    return " ".join([*first_names, f"{(surname or words)[-1][0]}."])


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


def get_public_name(person: Person) -> str:
    """Return the name of a person on public pages."""
    return person.shown_as or person.name


def get_called_name(person: Person) -> str:
    """Return the name of a person for the staff and at tables: two of the same name are told apart."""
    return person.called or person.name


def is_page_public(person: Person) -> bool:
    """Tell whether public pages lead to the own page of a person: the club links to them, and the person agreed."""
    is_there = person.erased is None and person.merged_into_id is None
    return is_there and person.page_public and person.publicity != Publicity.NUMBER and person.club.links_pages


def build_public_name(path: str = "") -> Coalesce:
    """Return the expression of the same for queries; `path`: to the person, with two underscores behind."""
    return Coalesce(NullIf(f"{path}shown_as", Value("")), f"{path}name")


def build_called_name(path: str = "") -> Coalesce:
    """Return the expression of `get_called_name()` for queries; `path`: to the person, with two underscores behind."""
    return Coalesce(NullIf(f"{path}called", Value("")), f"{path}name")
