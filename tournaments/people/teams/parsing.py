"""Parsing typed or pasted teams: a line for each, with its name and its players, by start number or by name.

>>> known = EntrantLookup(
...     {1: 11, 2: 12, 3: 13}, {"anna maier": (11,), "bert huber": (12,), "carl huber": (13,)}, frozenset()
... )
>>> parse_teams("Die Zwei; 1; Carl Huber", known, 2)
([TeamDetails(name='Die Zwei', entrants=(11, 13))], [])
>>> parse_teams("1\\thuber", known, 2)
([], [LineFault(code='several', line=1, what='huber')])
"""

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tarockclub.kit.lists.names import fold_name
from tarockclub.kit.text import clean_text, parse_whole
from tarockclub.models import NAME_LENGTH
from tournaments.people.teams.services import TeamDetails

_NUMBER = re.compile(r"(?:nr\.?|no\.?)?\s*(\d{1,5})\b\.?\)?", re.IGNORECASE)
SEPARATORS = ("\t", ";", ",")  # the first of them that appears anywhere separates the cells
LONGEST_QUOTE = 40


class EntrantLookup(NamedTuple):
    """The entrants of a tournament by number and name."""

    by_number: Mapping[int, int]  # ids by start number
    by_name: Mapping[str, tuple[int, ...]]  # ids by name, folded
    taken: frozenset[int]  # ids of those who have a team


class LineFault(NamedTuple):
    """A fault in a line."""

    code: str  # one of LINE_FAULTS
    line: int
    what: str = ""


def match_entrants(text: str, lookup: EntrantLookup) -> tuple[int, ...]:
    """Return the matching entrants (ids): by a leading start number, else by words of the name."""
    number = _NUMBER.match(text.strip())
    if number is not None:
        entrant_id = lookup.by_number.get(int(number[1]))
        return () if entrant_id is None else (entrant_id,)
    folded = fold_name(text)
    if not folded.text:
        return ()
    exact = lookup.by_name.get(folded.text)
    if exact is not None:
        return exact
    turned = [ids for name, ids in lookup.by_name.items() if sorted(name.split()) == folded.turned.split()]
    words = folded.text.split()
    by_words = [ids for name, ids in lookup.by_name.items() if all(word in name.split() for word in words)]
    return tuple(entrant for ids in (turned or by_words) for entrant in ids)


def parse_teams(text: str, lookup: EntrantLookup, size: int) -> tuple[list[TeamDetails], list[LineFault]]:
    """Return the teams of this size in a list, or else its faults: it is accepted as a whole, or not at all."""
    separator = next((separator for separator in SEPARATORS if separator in text), ";")
    teams: list[TeamDetails] = []
    wrong: list[LineFault] = []
    above: set[int] = set()
    for number, line in enumerate(text.splitlines(), 1):
        cells = [clean_text(cell) for cell in line.split(separator)]
        if not any(cells):
            continue
        name, players = _split_name(cells, lookup, size)
        entrants, against = _find_players(number, players, lookup)
        against += _check_line(number, name, entrants, lookup, above, size) if not against else []
        above.update(entrants)
        wrong += against
        teams.append(TeamDetails(name, tuple(entrants)))
    return [] if wrong else teams, wrong


def _split_name(cells: list[str], lookup: EntrantLookup, size: int) -> tuple[str, list[str]]:
    """Split off the name: the first cell, unless there are as many cells as players and it is one of them."""
    filled = [cell for cell in cells[1:] if cell]
    alone = parse_whole(cells[0]) is not None or fold_name(cells[0]).text in lookup.by_name
    if len(filled) < size and alone and len(match_entrants(cells[0], lookup)) == 1:
        return "", [cells[0], *filled]
    return cells[0], filled


def _find_players(number: int, players: Iterable[str], lookup: EntrantLookup) -> tuple[list[int], list[LineFault]]:
    entrants: list[int] = []
    wrong: list[LineFault] = []
    for text in players:
        meant = match_entrants(text, lookup)
        if len(meant) == 1:
            entrants.append(meant[0])
        else:
            wrong.append(LineFault("several" if meant else "unknown", number, text[:LONGEST_QUOTE]))
    return entrants, wrong


def _check_line(
    line_number: int, name: str, entrants: list[int], lookup: EntrantLookup, above: set[int], size: int
) -> list[LineFault]:
    """Return the faults of a line whose players are known."""
    number_of = {entrant: number for number, entrant in lookup.by_number.items()}

    def join_numbers(ids: Iterable[int]) -> str:
        return ", ".join(str(number) for number in sorted(number_of[entrant] for entrant in ids))

    again = {entrant for entrant in entrants if entrant in above or entrants.count(entrant) > 1}
    has_one = lookup.taken.intersection(entrants)
    found_wrong = [LineFault("nobody", line_number)] if not entrants else []
    found_wrong += [LineFault("too_many", line_number, str(len(entrants)))] if len(entrants) > size else []
    found_wrong += [LineFault("twice", line_number, join_numbers(again))] if again else []
    found_wrong += [LineFault("taken", line_number, join_numbers(has_one))] if has_one else []
    return found_wrong + ([LineFault("too_long", line_number)] if len(name) > NAME_LENGTH else [])


LINE_FAULTS: dict[str, Promise] = {
    "unknown": gettext_lazy("Line %(line)s: no participant is called “%(what)s”."),
    "several": gettext_lazy("Line %(line)s: several are called “%(what)s”. Enter the start number."),
    "nobody": gettext_lazy("Line %(line)s: it contains no player."),
    "too_many": gettext_lazy("Line %(line)s: too many players for one team: %(what)s."),
    "twice": gettext_lazy("Line %(line)s: already listed further up: %(what)s."),
    "taken": gettext_lazy("Line %(line)s: already plays for another team: %(what)s."),
    "too_long": gettext_lazy("Line %(line)s: the name of this team is too long."),
}


def format_faults(faults: Iterable[LineFault]) -> list[str]:
    """Return a sentence for each fault in a line."""
    return [str(LINE_FAULTS[fault.code]) % fault._asdict() for fault in faults]
