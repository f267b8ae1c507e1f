"""Sittings and the persons who hold them; tables by their addresses, and who played there last."""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import groupby
from typing import NamedTuple

from django.db.models import F, Max, Q, QuerySet
from django.shortcuts import get_object_or_404

from scoring.book.hooks import build_start_number
from scoring.book.ledger.codec import AnyEntry, decode_content
from scoring.engine.evening.course import CourseLine, CourseStep, Seating, compute_amounts
from scoring.engine.evening.state import Evening
from scoring.models import Entry, GameTable, Seated
from tarockclub.kit.text import compute_short_names
from tarockclub.kit.time_source import now
from tarockclub.models import Person
from tarockclub.platform.clubs.middleware import check_open
from tarockclub.platform.clubs.ownership import build_counting_filter
from tarockclub.platform.privacy.readers import INSIDE, Reader

SittingKey = tuple[int, int]  # place, number of its first line
SITS = timedelta(hours=12)  # at most, at a table that nobody has ended
Holders = tuple[tuple[int, int], ...]  # number of the first line, person


class Stretch(NamedTuple):
    """The duration of a sitting: its first line and the line that ends it; `until` None: it goes on."""

    place: int
    since: int
    until: int | None


class Seat(NamedTuple):
    """A sitting with the names of those who hold it over time."""

    id: int
    place: int
    since: int
    until: int | None
    names: tuple[tuple[int, str], ...]  # number of the first line, name
    persons: Holders
    is_withheld: bool = False  # the reader does not see a name of them in full

    @property
    def name(self) -> str:
        """The names of everybody who held it, in order: a substitute comes after the player they replaced."""
        return " / ".join(dict.fromkeys(name for _, name in self.names))

    def shorten_names(self, short: Mapping[str, str]) -> str:
        """Return the same with short names."""
        return " / ".join(dict.fromkeys(short[name] for _, name in self.names))

    def rename(self, get_name: Callable[[int], str]) -> "Seat":
        """Return the same with other names of the persons: those that everybody may see."""
        return self._replace(names=tuple((since, get_name(person)) for since, person in self.persons))

    def get_name(self, number: int) -> str:
        """Return the name of the holder in a line of the book."""
        names = [name for since, name in self.names if since <= number]
        return names[-1] if names else self.names[0][1]

    def get_person(self, number: int) -> int:
        """Return the person who holds it in a line of the book: a substitute, not the player they replaced."""
        held = [person for since, person in self.persons if since <= number]
        return held[-1] if held else self.persons[0][1]

    def is_seated(self, number: int) -> bool:
        """Return True if this sitting includes a line of the book."""
        return self.since <= number and (self.until is None or number < self.until)


def list_seat_columns(seats: Sequence[Seat], order: Sequence[int]) -> tuple[Seat, ...]:
    """Return everybody who sat at a table: present players in playing order, then those who have left, earliest first.

    A replaced player and their replacement have a column each; a sitting that was struck has none.
    """
    by_place = {seat.place: seat for seat in seats if seat.until is None}
    past_seats = [seat for seat in seats if seat.until is not None and seat.until > seat.since]
    left = sorted(past_seats, key=lambda seat: (seat.until or 0, seat.place))
    return (*(by_place[place] for place in order if place in by_place), *left)


def list_real_seats(seats: Iterable[Seat]) -> list[Seat]:
    """Return the sittings that somebody really had: without those that were struck."""
    return [seat for seat in seats if seat.until != seat.since]


def build_seat_names(seats: Iterable[Seat]) -> dict[str, str]:
    """Return short names for everybody who ever sat at a table: as much of each as distinguishes it from the others."""
    return compute_short_names({name: None for seat in seats for _, name in seat.names})


def find_seat(seats: Sequence[Seat], place: int, number: int) -> Seat | None:
    """Return the sitting at a place in a line of the book, ignoring struck ones; None without one."""
    sittings = (seat for seat in seats if seat.place == place and seat.since <= number and seat.until != seat.since)
    return max(sittings, key=lambda seat: seat.since, default=None)


def load_seats(table: GameTable, reader: Reader) -> tuple[Seat, ...]:
    """Return everybody who sits or sat at a table, by place and time, as the reader may see them; one query."""
    return build_seats(list_seated([table]), reader)


def load_table_seats(tables: Collection[GameTable] | Collection[int], reader: Reader) -> dict[int, tuple[Seat, ...]]:
    """Return everybody who sits or sat at tables, by the ids of these; one query, none for no table."""
    rows = groupby(list_seated(tables) if tables else (), key=lambda row: row.sitting.table_id)
    return {pk: build_seats(of_table, reader) for pk, of_table in rows}


def list_seated(tables: Collection[GameTable] | Collection[int]) -> QuerySet[Seated]:
    """Return the rows of everybody who sits or sat at tables, table by table, with the related rows that seats need."""
    rows = Seated.objects.filter(sitting__table__in=tables).select_related("sitting", "person")
    rows = rows.annotate(start_number=build_start_number())
    return rows.order_by("sitting__table", "sitting__place", "sitting__from_deal", "version", "from_deal")


def build_seats(rows: Iterable[Seated], reader: Reader) -> tuple[Seat, ...]:
    """Return the seats of one table from its rows, for a reader; of a sitting only the latest version counts."""
    held: dict[int, list[Seated]] = {}
    for row in rows:
        so_far = held.setdefault(row.sitting_id, [])
        if so_far and so_far[-1].version != row.version:
            so_far.clear()
        so_far.append(row)
    return tuple(_build_seat(rows, reader) for rows in held.values())


def _build_seat(rows: Sequence[Seated], reader: Reader) -> Seat:
    sitting = rows[0].sitting
    names = [reader.name_player(row.person, row.start_number) for row in rows]  # type: ignore[attr-defined]  # annotated
    return Seat(
        sitting.pk,
        sitting.place,
        sitting.from_deal,
        sitting.to_deal,
        tuple((row.from_deal, name) for row, name in zip(rows, names, strict=True)),
        tuple((row.from_deal, row.person_id) for row in rows),
        any(row.person.name not in name for row, name in zip(rows, names, strict=True)),
    )


def compute_stretches(places: Iterable[int], lines: Iterable[CourseLine]) -> list[Stretch]:
    """Return the sittings of a book: those from the start and those that began later."""
    open_ones = dict.fromkeys(places, 0)
    stretches: list[Stretch] = []
    for line in lines:
        if not isinstance(line.content, Seating):
            continue
        came = {place for place, _ in line.content.came}
        freed_places = [place for place in open_ones if place in came or place not in line.content.order]
        stretches += [Stretch(place, open_ones.pop(place), line.number) for place in freed_places]
        open_ones |= dict.fromkeys(came, line.number)
    return sorted([*stretches, *(Stretch(place, since, None) for place, since in open_ones.items())])


def load_struck_order(table: GameTable, strike: Entry) -> tuple[int, ...]:
    """Return the order of the seats before a line when the line was struck."""
    saying = Entry.objects.filter(table=table, kind__in=(Entry.Kind.SEATING, Entry.Kind.STRIKE))
    earlier = saying.filter(deal_number__lt=strike.deal_number, sequence__lt=strike.sequence)
    by_line = {entry.deal_number: decode_content(entry) for entry in earlier.order_by("sequence")}
    contents = [content for _, content in sorted(by_line.items(), key=lambda pair: pair[0])]
    orders = [content.order for content in contents if isinstance(content, Seating)]
    return orders[-1] if orders else tuple(range(table.players))


class _Card(NamedTuple):
    """The person who began a sitting, and those who took it over; a swap moves the card to another sitting."""

    first: int
    later: Holders = ()


def compute_holders(start: dict[int, int], entries: Sequence[AnyEntry]) -> dict[SittingKey, Holders]:
    """Return the holders of each sitting, from the entries in the order they were written; `start`: person by place."""
    lines = {entry.deal_number: decode_content(entry) for entry in entries if entry.kind == Entry.Kind.SEATING}
    seatings = {number: content for number, content in lines.items() if isinstance(content, Seating)}
    struck, cards = _list_struck_lines(entries), {(place, 0): _Card(person) for place, person in start.items()}
    cards |= {(place, number): _Card(person) for number, seating in seatings.items() for place, person in seating.came}
    for entry in entries:
        if entry.kind == Entry.Kind.SWAP:
            first, second = ((place, since) for place, since in json.loads(entry.record)["sittings"])
            cards[first], cards[second] = cards[second], cards[first]
        elif entry.deal_number in seatings and entry.deal_number not in struck:
            _take_over(cards, struck, entry.deal_number, seatings.pop(entry.deal_number).substitutes)
    return {sitting: _build_holders(card, sitting[1]) for sitting, card in cards.items()}


def _list_struck_lines(entries: Iterable[AnyEntry]) -> set[int]:
    """Return the lines about seats that no longer count."""
    struck: set[int] = set()
    for entry in entries:
        if entry.kind == Entry.Kind.SEATING:
            struck.discard(entry.deal_number)
        elif entry.kind == Entry.Kind.STRIKE and entry.replaces and entry.replaces.kind == Entry.Kind.SEATING:
            struck.add(entry.deal_number)
    return struck


def _take_over(cards: dict[SittingKey, _Card], struck: set[int], number: int, substitutes: Holders) -> None:
    """Continue the sitting that the counting lines give for a place with the person who takes it over."""
    for place, person in substitutes:
        since = max(since for spot, since in cards if spot == place and since < number and since not in struck)
        card = cards[place, since]
        cards[place, since] = card._replace(later=tuple(sorted([*card.later, (number, person)])))


def _build_holders(card: _Card, since: int) -> Holders:
    """Return the persons on a card in a sitting that begins with a line; of those before it only the last."""
    before = [person for number, person in card.later if number <= since]
    return ((since, [card.first, *before][-1]), *(holder for holder in card.later if holder[0] > since))


class Sum(NamedTuple):
    """The total of a sitting, in sixths."""

    money: int
    written: int


def compute_totals(start: Evening, steps: tuple[CourseStep, ...]) -> dict[Stretch, Sum]:
    """Return the totals of every sitting, added up hand by hand."""
    sums = {stretch: [0, 0] for stretch in compute_stretches(start.order, [step.line for step in steps])}
    at_place: defaultdict[int, list[tuple[Stretch, list[int]]]] = defaultdict(list)
    for stretch, so_far in sums.items():
        at_place[stretch.place].append((stretch, so_far))
    for step in steps:
        line = step.line
        for place, (money, written) in compute_amounts(line.content, line.score, step.before.active).items():
            so_far = _find_sum(at_place[place], line.number)
            so_far[0] += money
            so_far[1] += written
    return {stretch: Sum(*added) for stretch, added in sums.items()}


def _find_sum(stretches: list[tuple[Stretch, list[int]]], number: int) -> list[int]:
    """Return the sum of the sitting that a line belongs to; LookupError if there is none."""
    for (_place, since, until), so_far in stretches:
        if since <= number and (until is None or number < until):
            return so_far
    raise LookupError(number)


SHORTEST_ADDRESS = 8  # digits that stand for a table in a command


def find_game_table(slug: object) -> GameTable:
    """Return the table of an address, or raise 404.

    A deleted table is found again as soon as a late phone has sent its first hand.
    """
    tables = GameTable.objects.exclude(archived__isnull=False, last_sequence=0)
    table = get_object_or_404(tables.select_related("club", "sheet_version"), slug=slug)
    check_open(table.club)
    return table


def find_table_id(slug: str) -> int | None:
    """Return the id of the table with this address, or of the only one whose address begins with it; None without."""
    digits = slug.replace("-", "").lower()
    tables = GameTable.objects.values_list("pk", "slug")
    ids = [pk for pk, address in tables if address.hex.startswith(digits)] if len(digits) >= SHORTEST_ADDRESS else []
    return ids[0] if len(ids) == 1 else None


def list_recent_names(people: QuerySet[Person], most: int) -> list[str]:
    """Return the names of these people, those who sat last first, at a table that is over; then by name; one query."""
    table = "seated__sitting__table__"
    over = Q(**{f"{table}ended__isnull": False}) | Q(**{f"{table}started__lt": now() - SITS})
    played = people.annotate(last=Max(f"{table}started", filter=build_counting_filter(Seated, "seated") & over))
    in_order = played.order_by(F("last").desc(nulls_last=True), "name", "pk")
    return list(dict.fromkeys(in_order.values_list(INSIDE.build_name(), flat=True)[:most]))
