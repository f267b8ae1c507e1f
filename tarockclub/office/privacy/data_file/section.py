"""A section of the file: a table of texts, numbers and moments."""

from collections.abc import Callable, Iterable
from datetime import date, datetime
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tarockclub.kit.days import format_day, format_moment
from tarockclub.models import Person

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
