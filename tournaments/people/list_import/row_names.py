"""The rows of a preview on the page: whoever looks at one says there and then who it is, or that nobody is."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tarockclub.kit.lists.doubtful_names import GUEST
from tarockclub.kit.lists.people import PersonRow
from tarockclub.kit.lists.person_row import BETWEEN_PEOPLE
from tarockclub.kit.lists.table import clean_cell
from tarockclub.kit.text import parse_whole
from tournaments.people.name_lists.candidates import ASKED_KINDS

NAME_FIELD, CHOICE_FIELD = "name-", "who-"  # the fields of a row's name, typed or chosen, before the row's number
NOBODY = "-"  # chosen for a row that is left out
MOST_SAID = 100  # rows for which a name can be said: a form of more fields is not taken
MOST_DIGITS = 8  # of a row's number
ASK, LOOK, REST = "ask", "look", "rest"


class PageRow(NamedTuple):
    """A row of the page: the cells as they stand, and what they mean."""

    row: int
    cells: tuple[str, ...]
    name: str
    about: str  # what else was read
    word: str
    why: str
    field: str  # of the answer
    choices: list[tuple[str, str, bool]]
    group: str
    what: str  # of candidates.py
    said: str | None = None  # the name that was typed for the row; None: none can be
    typed: str = ""  # its field


def parse_names(posted: Mapping[str, Any]) -> tuple[tuple[int, str], ...]:
    """Parse the names that somebody has chosen for rows, or typed, which counts more; "" leaves a row out."""
    names: dict[int, str] = {}
    for field in (CHOICE_FIELD, NAME_FIELD):
        for name in posted:
            row = parse_whole(name.removeprefix(field), MOST_DIGITS) if name.startswith(field) else None
            if row is not None and (text := clean_cell(str(posted[name]))):
                names[row] = "" if text == NOBODY else text
    return tuple(sorted(names.items()))


def add_names(rows: Sequence[PageRow], people: Sequence[PersonRow], names: Mapping[int, str]) -> Iterator[PageRow]:
    """Yield the rows, those to look at with a field for another name, and with the answers about who comes."""
    left = MOST_SAID
    for own, row in zip(rows, people, strict=True):
        # Said at the row of the first one:
        is_further = not row.split and row.row not in names and not {"typed", "pair"}.isdisjoint(row.looks)
        is_number = bool(row.player) and not row.name
        if own.group == REST or left == 0 or is_further or is_number:
            yield own
            continue
        left -= 1
        named = own._replace(said=names.get(row.row, ""), typed=f"{NAME_FIELD}{row.row}")
        if (offered := list(_list_people(row))) and own.what not in ASKED_KINDS:
            named = named._replace(choices=offered, field=f"{CHOICE_FIELD}{row.row}")
        yield named._replace(group=ASK) if row.out == "several" else named


def _list_people(row: PersonRow) -> Iterator[tuple[str, str, bool]]:
    """Yield the answers to the question who comes: value, words, whether it is chosen; none where that is clear."""
    if row.out in ("waiting", "gone"):
        yield row.name, _("comes all the same"), False
    is_several, is_pair = row.out == "several", "pair" in row.looks
    if row.split or is_several:
        people = [_("guest of %(name)s") % {"name": row.split[0]} if name == GUEST else name for name in row.split]
        words = ngettext("%(count)s person", "%(count)s people", len(people)) % {"count": len(people)}
        if people:
            yield ("" if is_pair else f"{BETWEEN_PEOPLE} ".join(people)), f"{words}: {', '.join(people)}", is_pair
        is_one = not is_several and not is_pair
        yield ("" if is_one else row.name), _("one: %(name)s") % {"name": row.name}, is_one
    if row.split or is_several or row.out == "left":
        yield NOBODY, _("leave out"), row.out == "left"
