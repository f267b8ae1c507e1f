"""Who sits where: sittings (a place for a stretch of deals, with a total) and the persons who hold them over time."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import QuerySet

from scoring.engine.evening.course import Line, Seating
from scoring.ledger.codec import decode_content
from scoring.models import Entry, GameTable, Seated
from tarockclub.text import compute_short_names

SittingKey = tuple[int, int]  # place, number of the line from which on
Holders = tuple[tuple[int, int], ...]  # from which line on, person


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
    persons: Holders

    @property
    def name(self) -> str:
        """Everybody who held it: a substitute's name comes after the one he replaced."""
        return " / ".join(dict.fromkeys(name for _, name in self.names))

    def short_name(self, short: Mapping[str, str]) -> str:
        """The same with short names."""
        return " / ".join(dict.fromkeys(short[name] for _, name in self.names))

    def name_at(self, number: int) -> str:
        """Who held it in a line of the book."""
        held = [name for since, name in self.names if since <= number]
        return held[-1] if held else self.names[0][1]

    def sits_in(self, number: int) -> bool:
        """Whether this sitting goes on in a line of the book."""
        return self.since <= number and (self.until is None or number < self.until)


def list_columns(seats: Sequence[Seat], order: Sequence[int]) -> tuple[Seat, ...]:
    """Everybody who sat at a table: who sits there now in playing order, then who has left, the first one first.

    Who is replaced and who replaces him are two; a sitting that was struck out again is none.
    """
    here = {seat.place: seat for seat in seats if seat.until is None}
    gone = [seat for seat in seats if seat.until is not None and seat.until > seat.since]
    left = sorted(gone, key=lambda seat: (seat.until or 0, seat.place))
    return (*(here[place] for place in order if place in here), *left)


def build_short_names(seats: Iterable[Seat]) -> dict[str, str]:
    """Short names for everybody who ever sat at a table: as much of each as tells it from the others."""
    return compute_short_names({name: None for seat in seats for _, name in seat.names})


def find_seat(seats: Sequence[Seat], place: int, number: int) -> Seat | None:
    """The sitting at a place in a line of the book; one that was struck out never was."""
    here = (seat for seat in seats if seat.place == place and seat.since <= number and seat.until != seat.since)
    return max(here, key=lambda seat: seat.since, default=None)


def load_seats(table: GameTable) -> tuple[Seat, ...]:
    """Everybody who sits or sat at a table, by place and time; one query."""
    return build_seats(list_seated([table]))


def list_seated(tables: Collection[GameTable]) -> QuerySet[Seated]:
    """Who sits or sat at tables, table by table, with what seats are made of."""
    rows = Seated.objects.filter(sitting__table__in=tables).select_related("sitting", "person")
    return rows.order_by("sitting__table", "sitting__place", "sitting__from_deal", "version", "from_deal")


def build_seats(rows: Iterable[Seated]) -> tuple[Seat, ...]:
    """The seats of one table from its rows; of a sitting only the latest version counts."""
    held: dict[int, list[Seated]] = {}
    for row in rows:
        so_far = held.setdefault(row.sitting_id, [])
        if so_far and so_far[-1].version != row.version:
            so_far.clear()
        so_far.append(row)
    return tuple(_build_seat(rows) for rows in held.values())


def _build_seat(rows: Sequence[Seated]) -> Seat:
    sitting = rows[0].sitting
    return Seat(
        sitting.pk,
        sitting.place,
        sitting.from_deal,
        sitting.to_deal,
        tuple((row.from_deal, row.person.name) for row in rows),
        tuple((row.from_deal, row.person_id) for row in rows),
    )


def compute_stretches(places: Iterable[int], lines: Iterable[Line]) -> list[Stretch]:
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


def load_struck_order(table: GameTable, strike: Entry) -> tuple[int, ...]:
    """Who sat there before a line when it was struck."""
    saying = Entry.objects.filter(table=table, kind__in=(Entry.Kind.SEATING, Entry.Kind.STRIKE))
    earlier = saying.filter(deal_number__lt=strike.deal_number, sequence__lt=strike.sequence)
    said = {entry.deal_number: decode_content(entry) for entry in earlier.order_by("sequence")}
    orders = [one.order for _, one in sorted(said.items(), key=lambda pair: pair[0]) if isinstance(one, Seating)]
    return orders[-1] if orders else tuple(range(table.players))


class _Card(NamedTuple):
    """Who began a sitting, and who took it over; it lies on another sitting after a swap."""

    first: int
    later: Holders = ()


def compute_holders(start: dict[int, int], entries: Sequence[Entry]) -> dict[SittingKey, Holders]:
    """Who holds each sitting, by the entries in the order they were written; `start`: person by place."""
    lines = {entry.deal_number: decode_content(entry) for entry in entries if entry.kind == Entry.Kind.SEATING}
    said = {number: content for number, content in lines.items() if isinstance(content, Seating)}
    struck, cards = _list_struck_lines(entries), {(place, 0): _Card(person) for place, person in start.items()}
    cards |= {(place, number): _Card(person) for number, one in said.items() for place, person in one.came}
    for entry in entries:
        if entry.kind == Entry.Kind.SWAP:
            one, other = ((place, since) for place, since in json.loads(entry.record)["sittings"])
            cards[one], cards[other] = cards[other], cards[one]
        elif entry.deal_number in said and entry.deal_number not in struck:
            _take_over(cards, struck, entry.deal_number, said.pop(entry.deal_number).substitutes)
    return {sitting: _build_holders(card, sitting[1]) for sitting, card in cards.items()}


def _list_struck_lines(entries: Iterable[Entry]) -> set[int]:
    """The lines about seats that do not count any more."""
    struck: set[int] = set()
    for entry in entries:
        if entry.kind == Entry.Kind.SEATING:
            struck.discard(entry.deal_number)
        elif entry.kind == Entry.Kind.STRIKE and entry.replaces and entry.replaces.kind == Entry.Kind.SEATING:
            struck.add(entry.deal_number)
    return struck


def _take_over(cards: dict[SittingKey, _Card], struck: set[int], number: int, substitutes: Holders) -> None:
    """Who takes a place over goes on in the sitting that is there by all lines that count."""
    for place, person in substitutes:
        since = max(since for at, since in cards if at == place and since < number and since not in struck)
        card = cards[place, since]
        cards[place, since] = card._replace(later=tuple(sorted([*card.later, (number, person)])))


def _build_holders(card: _Card, since: int) -> Holders:
    """The persons on a card in a sitting that begins with a line; of those before it only the last."""
    before = [person for at, person in card.later if at <= since]
    return ((since, [card.first, *before][-1]), *(one for one in card.later if one[0] > since))
