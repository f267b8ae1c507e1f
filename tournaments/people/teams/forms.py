r"""The forms of teams: one team with its players, and a pasted list.

Parsing typed or pasted teams: a line for each, with its name and its players, or a line for each player.

>>> known = EntrantLookup(
...     {1: 11, 2: 12, 3: 13}, {"anna maier": (11,), "bert huber": (12,), "carl huber": (13,)}, frozenset()
... )
>>> parse_teams("Die Zwei; 1; Carl Huber", known, 2)
([TeamDetails(name='Die Zwei', entrants=(11, 13))], [])
>>> parse_teams("Name;Mannschaft\nMaier, Anna;Adler\nCarl Huber;Adler", known, 2)
([TeamDetails(name='Adler', entrants=(11, 13))], [])
>>> parse_teams("1\thuber", known, 2)
([], [LineFault(code='several', line=1, what='huber')])
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from tarockclub.kit.form_fields import CleanTextField, IdField, TextField, TextsField, TickField
from tarockclub.kit.lists.columns import NAME, NAMES, NUMBER, TEAM
from tarockclub.kit.lists.file import read_pasted
from tarockclub.kit.lists.names import fold_name, split_name
from tarockclub.kit.lists.people import Purpose, read_rows
from tarockclub.kit.lists.table import Row, Table, Unreadable
from tarockclub.kit.lists.words import find_kind
from tarockclub.kit.text import clean_text, parse_whole
from tarockclub.models import NAME_LENGTH
from tournaments.core.view_helpers import ActionForm, ReasonForm
from tournaments.people.teams.services import FROM_THE_START, TeamDetails

_NUMBER = re.compile(r"(?:nr\.?|no\.?)?\s*([0-9]{1,5})\b\.?\)?", re.IGNORECASE)
_PURPOSE = Purpose(frozenset((NAME, NUMBER, TEAM)))
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


class _TeamLine(NamedTuple):
    """A team in a list: its number there, its name, its players as they are typed."""

    number: int
    name: str
    players: Sequence[str]


def match_entrants(text: str, lookup: EntrantLookup) -> tuple[int, ...]:
    """Return the matching entrants (ids): by a leading start number, else by the name, or by words of it.

    A number and the name of somebody else match nobody.
    """
    typed = text.strip()
    number = _NUMBER.match(typed)
    if number is None:
        return _match_names(typed, lookup)
    entrant_id = lookup.by_number.get(int(number[1]))
    namesakes = _match_names(typed[number.end() :], lookup)
    return () if entrant_id is None or (namesakes and entrant_id not in namesakes) else (entrant_id,)


def _match_names(text: str, lookup: EntrantLookup) -> tuple[int, ...]:
    for name in (text, split_name(text).name):
        exact = lookup.by_name.get(fold_name(name).text)
        if exact is not None:
            return exact
    folded = fold_name(split_name(text).name)
    if not folded.text:
        return ()
    turned = [ids for name, ids in lookup.by_name.items() if sorted(name.split()) == folded.turned.split()]
    words = folded.text.split()
    by_words = [ids for name, ids in lookup.by_name.items() if all(word in name.split() for word in words)]
    return tuple(dict.fromkeys(entrant for ids in (turned or by_words) for entrant in ids))


def parse_teams(text: str, lookup: EntrantLookup, size: int) -> tuple[list[TeamDetails], list[LineFault]]:
    """Return the teams of this size in a list, or else its faults: it is accepted as a whole, or not at all."""
    try:
        table = read_pasted(text)
    except Unreadable:
        return [], []
    teams: list[TeamDetails] = []
    wrong: list[LineFault] = []
    above: set[int] = set()
    for line in _list_players(table) or _list_lines(table, lookup, size):
        entrants, against = _find_players(line, lookup)
        against += _check_line(line, entrants, lookup, above, size) if not against else []
        above.update(entrants)
        wrong += against
        teams.append(TeamDetails(line.name, tuple(entrants)))
    return [] if wrong else teams, wrong


def _list_players(table: Table) -> list[_TeamLine]:
    """Return the teams of a list with a line for each player, whose headings say so; [] for any other list."""
    reading = read_rows(table, _PURPOSE)
    kinds = {column.kind for column in reading.columns}
    has_several = any(column.reason == "twice" for column in reading.columns)  # "Mannschaft;Spieler;Spieler"
    if not reading.is_headed or has_several or TEAM not in kinds or not kinds & (NAMES | {NUMBER}):
        return []
    teams: dict[str, _TeamLine] = {}
    for row in reading.rows:
        typed = " ".join(filter(None, ("" if row.number is None else str(row.number), row.name)))
        if not row.team or not typed:
            continue
        line = teams.setdefault(row.team.casefold(), _TeamLine(row.row, row.team, []))
        teams[row.team.casefold()] = line._replace(players=[*line.players, typed])
    return list(teams.values())


def _list_lines(table: Table, lookup: EntrantLookup, size: int) -> Iterator[_TeamLine]:
    """Yield the teams of a list with a line for each."""
    for row in table.sheets[0].rows:
        cells = [clean_text(cell.text) for cell in row.cells]
        if not _is_heading(row):
            name, players = _split_name(cells, lookup, size)
            yield _TeamLine(row.number, name, players)


def _is_heading(row: Row) -> bool:
    """Return whether each cell is a word for a team, a player or a number, like "Spieler 2"."""
    texts = [cell.text for cell in row.cells if cell.text]
    kinds = [find_kind(text.rstrip("0123456789. ")) for text in texts]
    return len(texts) > 1 and all(kind is not None for kind in kinds)


def _split_name(cells: list[str], lookup: EntrantLookup, size: int) -> tuple[str, list[str]]:
    """Split off the name: the first cell, unless there are as many cells as players and it is one of them."""
    filled = [cell for cell in cells[1:] if cell]
    alone = parse_whole(cells[0]) is not None or fold_name(cells[0]).text in lookup.by_name
    if len(filled) < size and alone and len(match_entrants(cells[0], lookup)) == 1:
        return "", [cells[0], *filled]
    return cells[0], filled


def _find_players(line: _TeamLine, lookup: EntrantLookup) -> tuple[list[int], list[LineFault]]:
    entrants: list[int] = []
    wrong: list[LineFault] = []
    for text in line.players:
        meant = match_entrants(text, lookup)
        if len(meant) == 1:
            entrants.append(meant[0])
        else:
            wrong.append(LineFault("several" if meant else "unknown", line.number, text[:LONGEST_QUOTE]))
    return entrants, wrong


def _check_line(
    line: _TeamLine, entrants: list[int], lookup: EntrantLookup, above: set[int], size: int
) -> list[LineFault]:
    """Return the faults of a line whose players are known."""
    number_of = {entrant: number for number, entrant in lookup.by_number.items()}

    def join_numbers(ids: Iterable[int]) -> str:
        return ", ".join(str(number) for number in sorted(number_of[entrant] for entrant in ids))

    again = {entrant for entrant in entrants if entrant in above or entrants.count(entrant) > 1}
    has_one = lookup.taken.intersection(entrants)
    found_wrong = [LineFault("nobody", line.number)] if not entrants else []
    found_wrong += [LineFault("too_many", line.number, str(len(entrants)))] if len(entrants) > size else []
    found_wrong += [LineFault("twice", line.number, join_numbers(again))] if again else []
    found_wrong += [LineFault("taken", line.number, join_numbers(has_one))] if has_one else []
    return found_wrong + ([LineFault("too_long", line.number)] if len(line.name) > NAME_LENGTH else [])


LINE_FAULTS: dict[str, Promise] = {
    "unknown": gettext_lazy("Line %(line)s: no participant is called “%(what)s”."),
    "several": gettext_lazy("Line %(line)s: several are called “%(what)s”. Enter the start number."),
    "nobody": gettext_lazy("Line %(line)s: it contains no player."),
    "too_many": gettext_lazy("Line %(line)s: too many players for one team: %(what)s."),
    "twice": gettext_lazy("Line %(line)s: already listed further up: %(what)s."),
    "taken": gettext_lazy("Line %(line)s: already plays for another team: %(what)s."),
    "too_long": gettext_lazy("Line %(line)s: the name of this team is too long."),
}


LONGEST_LIST = 100_000  # characters that are pasted


class TeamsForm(ActionForm):
    """A form with teams, whose faults are those of its lines; the teams that can be read are there in any case."""

    def __init__(self, posted: QueryDict, lookup: EntrantLookup) -> None:
        super().__init__(posted)
        self.posted, self.known = posted, lookup

    def list_sent_fields(self) -> list[list[str]]:
        """Return the fields that tell two forms with one key apart."""
        return [self.posted.getlist(name) for name in ("name", "player", "text")]

    def complain(self, faults: list[LineFault]) -> None:
        """Refuse the form for the faults in its lines."""
        for fault in faults:
            self.add_error(None, str(LINE_FAULTS[fault.code]) % fault._asdict())


class TeamForm(TeamsForm, ReasonForm):
    """A team with a line for each player; or what happens to teams without their players being typed."""

    by_lot = TickField()
    dissolve = TickField()
    name = CleanTextField()
    player = TextsField()
    since = IdField(otherwise=FROM_THE_START)

    def clean(self) -> dict[str, Any]:
        """Find the players."""
        data = super().clean() or {}
        entrants: list[int] = []
        wrong: list[LineFault] = []
        for number, text in enumerate(map(clean_text, data["player"]), 1):
            meant = match_entrants(text, self.known) if text else ()
            entrants += meant if len(meant) == 1 else ()
            if text and len(meant) != 1:
                wrong.append(LineFault("several" if meant else "unknown", number, text))
        wrong += [LineFault("too_long", 1)] if len(data["name"]) > NAME_LENGTH else []
        self.complain(wrong)
        return data | {"team": TeamDetails(data["name"], tuple(entrants))}


class TeamListForm(TeamsForm):
    """A pasted list of teams."""

    text = TextField(LONGEST_LIST)

    def __init__(self, posted: QueryDict, lookup: EntrantLookup, size: int) -> None:
        super().__init__(posted, lookup)
        self.size = size

    def clean(self) -> dict[str, Any]:
        """Read the teams."""
        data = super().clean() or {}
        teams, wrong = parse_teams(data["text"], self.known, self.size)
        self.complain(wrong)
        return data | {"teams": teams}
