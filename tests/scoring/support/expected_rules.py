"""The seats on the sheet of paper, impossible books, and the facts of each line, worked out line by line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tests.scoring.support.expected_hands import Amounts
from tests.scoring.support.expected_sheet import (
    FOREHAND_FACTS,
    Blank,
    Chairs,
    Coins,
    Crossed,
    Fact,
    ForehandChoice,
    LastCall,
    PlayedDeal,
    Row,
    Rows,
    Shifted,
    Start,
    Thrown,
    actives,
    after,
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


class ExpectedLine(NamedTuple):
    """A line with all that follows from the lines before it."""

    fact: Fact
    forehand: int | None = None
    dealer: int | None = None
    seats: tuple[int, ...] = ()
    factor: int = 1
    worth: tuple[Amounts, Amounts] | None = None


def expect_lines(start: Start, rows: Rows) -> dict[int, ExpectedLine]:
    """Return the facts of every line."""
    return {row.number: _expect_line(start, rows[:at], row.fact) for at, row in enumerate(rows)}


def _expect_line(start: Start, before: Rows, fact: Fact) -> ExpectedLine:
    if isinstance(fact, Shifted):
        amounts = dict(enumerate(fact.amounts))
        return ExpectedLine(fact, worth=(amounts, amounts))
    if not isinstance(fact, FOREHAND_FACTS):
        return ExpectedLine(fact)
    order = order_at(start, before)
    seats, dealer = actives(order, fact.forehand), after(order, fact.forehand, -1)
    if not isinstance(fact, PlayedDeal):
        return ExpectedLine(fact, fact.forehand, dealer, seats)
    factor = fact.said or factor_at(start, before)
    return ExpectedLine(fact, fact.forehand, dealer, seats, factor, fact.hand.worth(seats, fact.forehand, factor))


def possible(start: Start, rows: Rows) -> bool:
    """Return True if all of it can have happened."""
    return all(_fits(start, rows[:at], row.fact) for at, row in enumerate(rows))


def _fits(start: Start, before: Rows, fact: Fact) -> bool:
    order = order_at(start, before)
    match fact:
        case PlayedDeal(forehand=place):
            return place in order and _can_be_played(start, before, fact)
        case Blank(place) | Thrown(place) | ForehandChoice(place) | Coins(place) | LastCall("dealer", int(place)):
            return place in order
        case Chairs():
            return _seated(order, fact)
        case Shifted(amounts, replaced):
            about = {at for at in range(6) if amounts[at] or (replaced or amounts)[at]}
            return sum(amounts) == 0 and about <= set(order)
    return True


def _can_be_played(start: Start, before: Rows, fact: PlayedDeal) -> bool:
    seats = actives(order_at(start, before), fact.forehand)
    factor = fact.said or factor_at(start, before)
    return fact.hand.find_players() <= set(seats) and fact.hand.worth(seats, fact.forehand, factor) is not None


def _seated(before: tuple[int, ...], chairs: Chairs) -> bool:
    """Return True if all who stay have been there, and only those are replaced by substitutes."""
    new = {place for place, _ in chairs.came}
    stay = set(chairs.order) - new
    sizes = 4 <= len(chairs.order) <= 6 and len(set(chairs.order)) == len(chairs.order)
    return (
        sizes
        and new <= set(chairs.order)
        and stay <= set(before)
        and {place for place, _ in chairs.substitutes} <= stay
    )


def move_forehands(start: Start, rows: Rows, since: int, steps: int) -> list[Row]:
    """The forehand of every deal from a line on moved, each in the round of its time.

    Only until somebody said whose forehand it is: that was said at the table, and stays.
    """
    found, going = [], True
    for at, row in enumerate(rows):
        fact = row.fact
        if row.number >= since and (
            isinstance(fact, ForehandChoice) or (isinstance(fact, LastCall) and fact.dealer is not None)
        ):
            going = False
        if row.number >= since and going and isinstance(fact, FOREHAND_FACTS):
            fact = with_forehand(fact, after(order_at(start, rows[:at]), fact.forehand, steps))
        found.append(row._replace(fact=fact))
    return found


def with_forehand(fact: PlayedDeal | Blank | Thrown, place: int) -> Fact:
    """The same deal with another forehand."""
    return PlayedDeal(fact.hand, place, fact.said) if isinstance(fact, PlayedDeal) else type(fact)(place)


def put(rows: Rows, number: int, fact: Fact) -> list[Row]:
    """The lines with another fact in one of them."""
    return [row._replace(fact=fact) if row.number == number else row for row in rows]


def crossed(start: Start, rows: Rows, number: int) -> list[Row]:
    """The lines with one struck out."""
    there = order_at(start, [row for row in rows if row.number < number])
    return [row._replace(fact=Crossed(row.fact, there)) if row.number == number else row for row in rows]


def reseat_lines(start: Start, before: Rows, rows: Rows) -> list[Row] | None:
    """The lines with every line about seats told again for who sits there now; None where that cannot be."""
    said = {row.number: row.fact for row in before}
    found: list[Row] = []
    for row in rows:
        fact: Fact | None = row.fact
        if isinstance(fact, Chairs) and row.number in said:
            was = said[row.number]
            old = order_at(start, [earlier for earlier in before if earlier.number < row.number])
            old = was.among if isinstance(was, Crossed) else old
            now = order_at(start, found)
            fact = fact if old == now else among(fact, old, now)
        if fact is None:
            return None
        found.append(row._replace(fact=fact))
    return found


def among(chairs: Chairs, old: tuple[int, ...], now: tuple[int, ...]) -> Chairs | None:
    """Keep who comes, goes and is replaced; whoever else sits there now keeps his seat."""
    new = {place for place, _ in chairs.came}
    others = [place for place in now if place not in old]
    if new & set(others) or any(place not in now for place, _ in chairs.substitutes if place in old):
        return None
    stayed = [place for place in old if place in chairs.order]
    turned = [place for place in chairs.order if place in old]
    if turned in [stayed[at:] + stayed[:at] for at in range(len(stayed))]:
        circle = [place for place in now if place in others or place in chairs.order]
        put_in, model = [place for place in chairs.order if place in new], chairs.order
    else:
        circle = [place for place in chairs.order if place in now or place in new]
        put_in, model = others, now
    for place in put_in:
        if place not in circle:
            behind = (after(model, place, -steps) for steps in range(1, len(model)))
            circle.insert(
                1 + next((circle.index(neighbour) for neighbour in behind if neighbour in circle), len(circle)), place
            )
    return Chairs(tuple(circle), chairs.came, chairs.substitutes)
