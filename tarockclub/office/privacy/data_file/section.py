"""A section of a person's file: a table of texts, numbers and moments; the looks at their data, as the log says."""

from collections.abc import Callable, Collection, Iterable
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tarockclub.kit.days import format_day, format_moment
from tarockclub.models import LogEntry, Person
from tarockclub.office.audit_log.messages import fill_in_sentences, format_origin
from tarockclub.platform.accounts.club_log import Kind
from tarockclub.platform.accounts.looks import PERSON_FILE

Cell = str | int | date | datetime | None


class DataSubject(NamedTuple):
    """The person whom the file is about."""

    person: Person
    everybody: frozenset[int]  # with those merged into it
    language: str


Loader = Callable[[DataSubject], Iterable[tuple[Cell, ...]]]


class DataSection(NamedTuple):
    """A kind of data; its key is the one in the JSON file and in the inventory."""

    key: str
    title: Promise
    columns: tuple[Promise, ...]
    load: Loader


class DataSections(list[DataSection]):
    """The sections of a module, in the order of their functions."""

    def add(self, key: str, title: Promise, columns: tuple[Promise, ...]) -> Callable[[Loader], Loader]:
        """Return the decorator of the function that yields the rows of a section, each with these columns."""

        def register(load: Loader) -> Loader:
            self.append(DataSection(key, title, columns, load))
            return load

        return register


def format_cell(cell: Cell) -> str:
    """Return a value as people read it."""
    if cell is None:
        return "–"
    if isinstance(cell, datetime):
        return format_moment(cell)
    return format_day(cell) if isinstance(cell, date) else str(cell)


def format_other(person: Person) -> str:
    """Return somebody else, without their name."""
    return _("Player %(number)s") % {"number": person.number}


MOST_SHOWN = 100  # on the page; the club's log has all of them


class Look(NamedTuple):
    """A look at a person's data, or a file of them."""

    moment: datetime
    sentence: str
    by: str
    origin: str  # from where


def list_looks(people: Collection[int], *, by_number: bool = False, most: int | None = None) -> list[Look]:
    """Return who looked at the data of a person (ids of all its entries), the latest first; a name, or a number.

    Looks at lists with many people in them are not among them: the club's log has those.
    """
    about = Q(kind=Kind.LOOKED) | Q(kind=Kind.EXPORTED, said__contains=f'"what":"{PERSON_FILE}"')
    entries = list(
        LogEntry.objects.filter(about, about__in=people).select_related("by", "about", "token").order_by("-pk")[:most]
    )
    fill_in_sentences(entries)
    return [
        Look(entry.at, str(getattr(entry, "sentence", "")), _format_author(entry, by_number), format_origin(entry))
        for entry in entries
    ]


def _format_author(entry: LogEntry, by_number: bool) -> str:
    if entry.by is None:
        return _("nobody who was logged in")
    return format_other(entry.by) if by_number else entry.by.name
