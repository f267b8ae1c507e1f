"""The people of a sub-ranking as they are typed or pasted: every line is somebody of the register, or it is refused."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tarockclub.kit.lists.columns import NAME, TOWN
from tarockclub.kit.lists.file import read_pasted
from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.lists.people import Purpose, Reading, read_rows
from tarockclub.kit.lists.table import Unreadable
from tarockclub.kit.text import clean_text
from tarockclub.kit.words import fold

_SORTED = "= "  # before a name whose words are in alphabetical order


class ListedPerson(NamedTuple):
    """A line: its text, and the name and the town that were read from it."""

    text: str
    name: str = ""
    town: str = ""


def list_listed_people(text: str, known: Mapping[str, set[int]]) -> list[ListedPerson]:
    """Return a line for everybody; whatever is not read as a name is one that nobody has.

    >>> [tuple(person) for person in list_listed_people("Lind, Ada\\nCora Berg, Wien", {})]
    [('Lind, Ada', 'Ada Lind', ''), ('Cora Berg, Wien', 'Cora Berg', 'Wien')]
    """
    names = frozenset(name for name in known if not name.startswith(_SORTED))
    try:
        reading = read_rows(read_pasted(text), Purpose(frozenset((NAME, TOWN)), known=names))
    except Unreadable:
        return []
    return [*(ListedPerson(line) for _row, line in reading.outside), *_list_rows(reading)]


def _list_rows(reading: Reading) -> Iterator[ListedPerson]:
    unused = [place for place, column in enumerate(reading.columns) if not column.kind and not column.heading]
    for row in reading.rows:
        yield ListedPerson(clean_text(" ".join(row.cells)), row.name, row.town)
        # "Anna Maier, Bert Huber" in one line are two.
        for place in unused:
            if place < len(row.cells) and any(map(str.isalpha, row.cells[place])):
                yield ListedPerson(clean_text(row.cells[place]))


def list_name_keys(name: str) -> list[str]:
    """Return what a name is found by, the most exact first.

    >>> list_name_keys("Dr. Rosa Graß")
    ['dr. rosa grass', 'rosa grass', '= grass rosa']
    """
    folded = fold_name(name)
    return [fold(name), folded.text, f"{_SORTED}{folded.turned}"]


def find_listed_person(listed: ListedPerson, known: Mapping[str, set[int]]) -> int | None:
    """Return the person (id) whom a line means; None for nobody, or for one of several."""
    names = [listed.text, f"{listed.name} ({listed.town})", f"{listed.name}, {listed.town}", listed.name]
    for name in names if listed.name else names[:1]:
        for key in list_name_keys(name):
            if key in known:
                return next(iter(known[key])) if len(known[key]) == 1 else None
    return None
