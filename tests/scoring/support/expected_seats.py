"""The seats on the sheet of paper: columns with a head of their own, and the name cards that lie on them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tests.scoring.support.expected_sheet import (
    Chairs,
    Crossed,
    PlayedDeal,
    Rows,
    Shifted,
    Start,
    actives,
    factor_at,
    order_at,
)

Column = tuple[int, int]  # place, number of the line from which on it is added up
CardHolders = tuple[tuple[int, int], ...]  # from which line on, person


class Stretch(NamedTuple):
    """The lines over which a column is added up."""

    place: int
    since: int
    until: int | None

    def has(self, place: int, number: int) -> bool:
        """Return True if a line of a place belongs to it."""
        return place == self.place and self.since <= number and (self.until is None or number < self.until)


def columns(start: Start, rows: Rows) -> list[Stretch]:
    """The columns of the sheet: one more for whoever comes."""
    opened: list[Column] = [(place, 0) for place in range(start.players)]
    closed: list[Stretch] = []
    for row in rows:
        if isinstance(row.fact, Chairs):
            new = {place for place, _ in row.fact.came}
            for column in list(opened):
                if column[0] in new or column[0] not in row.fact.order:
                    opened.remove(column)
                    closed.append(Stretch(*column, row.number))
            opened += [(place, row.number) for place in new]
    return closed + [Stretch(*column, None) for column in opened]


def column_of(stretches: Sequence[Stretch], place: int, number: int) -> Column:
    """The column of a place in a line."""
    (one,) = [stretch for stretch in stretches if stretch.has(place, number)]
    return one.place, one.since


def sums(start: Start, rows: Rows) -> dict[Column, tuple[int, int]]:
    """Every column added up from the top: money and written score."""
    stretches = columns(start, rows)
    found: dict[Column, tuple[int, int]] = {(stretch.place, stretch.since): (0, 0) for stretch in stretches}
    for at, row in enumerate(rows):
        if isinstance(row.fact, PlayedDeal):
            seats = actives(order_at(start, rows[:at]), row.fact.forehand)
            worth = row.fact.hand.worth(seats, row.fact.forehand, row.fact.said or factor_at(start, rows[:at]))
            assert worth is not None
            for place in seats:
                column = column_of(stretches, place, row.number)
                money, written = found[column]
                found[column] = money + worth[0][place], written + worth[1][place]
        if isinstance(row.fact, Shifted):
            for place in range(6):
                if row.fact.amounts[place]:
                    column = column_of(stretches, place, row.number)
                    money, written = found[column]
                    found[column] = money + row.fact.amounts[place], written + row.fact.amounts[place]
    return found


@dataclass(frozen=True)
class Sat:
    """Somebody came or took over, in a line."""

    number: int
    chairs: Chairs


@dataclass(frozen=True)
class Swapped:
    """Two name cards changed places."""

    one: Column
    other: Column


Event = Sat | Swapped


class Card(NamedTuple):
    """The person who began a column, and those who took over."""

    first: int
    later: CardHolders = ()


def cards(start: Start, rows: Rows, persons: Mapping[int, int], events: Sequence[Event]) -> dict[Column, Card]:
    """Return the card on each column, by all that has happened; `persons`: who began, by place.

    A column that was struck keeps its card; who took over in a line that is struck did not.
    """
    stretches = columns(start, rows)
    struck = {row.number for row in rows if isinstance(row.fact, Crossed)}
    found = {(place, 0): Card(person) for place, person in persons.items()}
    for event in events:
        if isinstance(event, Sat):
            found |= {(place, event.number): Card(person) for place, person in event.chairs.came}
    for event in events:
        if isinstance(event, Swapped):
            found[event.one], found[event.other] = found[event.other], found[event.one]
            continue
        for place, person in event.chairs.substitutes if event.number not in struck else ():
            column = column_of(stretches, place, event.number - 1)
            card = found[column]
            found[column] = Card(card.first, tuple(sorted([*card.later, (event.number, person)])))
    return found


def list_holders(card: Card, since: int) -> CardHolders:
    """The names on a column that begins with a line."""
    first = [card.first, *(person for at, person in card.later if at <= since)][-1]
    return ((since, first), *(change for change in card.later if change[0] > since))
