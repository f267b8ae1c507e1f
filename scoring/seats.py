"""Who sits where: sittings (a place for a stretch of deals, with a total) and the persons who hold them over time."""

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.engine.course import Line, Seating
from scoring.models import Entry, GameTable, Seated

Sitting = tuple[int, int]  # place, number of the line from which on
Held = tuple[tuple[int, int], ...]  # from which line on, person


class Stretch(NamedTuple):
    """How long a sitting lasts: from and to which line of the book; `until` None: it goes on."""

    place: int
    since: int
    until: int | None


class Seat(NamedTuple):
    """A sitting with the names of those who hold it over time."""

    id: int
    place: int
    since: int
    until: int | None
    names: tuple[tuple[int, str], ...]  # from which line on, name
    persons: Held

    @property
    def name(self) -> str:
        """Everybody who held it: a substitute's name comes after the one he replaced."""
        return " / ".join(dict.fromkeys(name for _, name in self.names))

    def name_at(self, number: int) -> str:
        """Who held it in a line of the book."""
        held = [name for since, name in self.names if since <= number]
        return held[-1] if held else self.names[0][1]


def read_seats(table: GameTable) -> tuple[Seat, ...]:
    """Everybody who sits or sat at a table, by place and time; one query."""
    rows = Seated.objects.filter(sitting__table=table).select_related("sitting", "person")
    held: dict[int, list[Seated]] = {}
    for row in rows.order_by("sitting__place", "sitting__from_deal", "version", "from_deal"):
        so_far = held.setdefault(row.sitting_id, [])
        if so_far and so_far[-1].version != row.version:
            so_far.clear()
        so_far.append(row)
    return tuple(_seat(rows) for rows in held.values())


def _seat(rows: Sequence[Seated]) -> Seat:
    sitting = rows[0].sitting
    return Seat(
        sitting.pk,
        sitting.place,
        sitting.from_deal,
        sitting.to_deal,
        tuple((row.from_deal, row.person.name) for row in rows),
        tuple((row.from_deal, row.person_id) for row in rows),
    )


def stretches(places: Iterable[int], lines: Iterable[Line]) -> list[Stretch]:
    """The sittings of a book: those who were there from the start, and who came since."""
    open_ones = dict.fromkeys(places, 0)
    found: list[Stretch] = []
    for line in lines:
        if not isinstance(line.content, Seating):
            continue
        came = {place for place, _ in line.content.came}
        gone = [place for place in open_ones if place in came or place not in line.content.order]
        found += [Stretch(place, open_ones.pop(place), line.number) for place in gone]
        open_ones |= dict.fromkeys(came, line.number)
    return sorted([*found, *(Stretch(place, since, None) for place, since in open_ones.items())])


def holders(start: dict[int, int], entries: Iterable[Entry]) -> dict[Sitting, Held]:
    """Who holds each sitting, by the entries in the order they were written; `start`: person by place."""
    held: dict[Sitting, Held] = {(place, 0): ((0, person),) for place, person in start.items()}
    for entry in entries:
        if entry.kind == Entry.Kind.SEATING:
            _seated(held, entry.deal_number, json.loads(entry.record))
        elif entry.kind == Entry.Kind.SWAP:
            one, other = ((place, since) for place, since in json.loads(entry.record)["sittings"])
            held[one], held[other] = _from(held[other], one[1]), _from(held[one], other[1])
        elif entry.kind == Entry.Kind.STRIKE and entry.replaces and entry.replaces.kind == Entry.Kind.SEATING:
            for sitting, persons in held.items():
                held[sitting] = tuple(one for one in persons if one[0] != entry.deal_number or sitting[1] == one[0])
    return held


def _seated(held: dict[Sitting, Held], number: int, said: dict[str, list[tuple[int, int]]]) -> None:
    for place, person in said.get("came", ()):
        held.setdefault((place, number), ((number, person),))
    for place, person in said.get("substitutes", ()):
        since = max(since for at, since in held if at == place and since <= number)
        others = [one for one in held[place, since] if one[0] != number]
        held[place, since] = tuple(sorted([*others, (number, person)]))


def _from(held: Held, since: int) -> Held:
    """The same persons in a sitting that begins elsewhere."""
    (_, first), *others = held
    return ((since, first), *(one for one in others if one[0] > since))
