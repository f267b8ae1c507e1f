"""The totals of many tables beside those under another sheet, by person; sums that processes can add up."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from scoring.engine.evening.course import EndTotals
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Problem
from scoring.ledger.seats import Seat, find_seat
from scoring.rescoring.replay import PaidLine, ReplayedHand, compare_hands, replay_lines
from scoring.rescoring.selectors import TableLines

Found = Callable[[int, ReplayedHand], None]  # gets the table and every hand that differs, or whose Radl does


@dataclass(slots=True)
class PersonSums:
    """The hands of a person and their sums; amounts in sixths."""

    hands: int = 0
    money: int = 0
    written: int = 0
    money_there: int = 0
    written_there: int = 0

    def add(self, other: "PersonSums") -> None:
        """Add the sums of other tables."""
        self.hands += other.hands
        self.money += other.money
        self.written += other.written
        self.money_there += other.money_there
        self.written_there += other.written_there


@dataclass(slots=True)
class Comparison:
    """The sums of tables under their own sheets and under another one."""

    tables: int = 0
    hands: int = 0
    differing: int = 0  # hands that pay something else there, or do not exist
    radl: int = 0  # hands with another Radl there
    papers: int = 0  # tables with totals from paper, which no sheet changes
    missing: Counter[Problem] = field(default_factory=Counter)  # hands that do not exist there, by the first reason
    people: dict[int, PersonSums] = field(default_factory=dict)

    def add(self, other: "Comparison") -> None:
        """Add the sums of other tables."""
        self.tables += other.tables
        self.hands += other.hands
        self.differing += other.differing
        self.radl += other.radl
        self.papers += other.papers
        self.missing.update(other.missing)
        for person, sums in other.people.items():
            self.get_sums(person).add(sums)

    def get_sums(self, person: int) -> PersonSums:
        """Return the sums of a person; new ones if there are none."""
        return self.people.setdefault(person, PersonSums())


def compare_tables(tables: Iterable[TableLines], sheet: Sheet, found: Found | None = None) -> Comparison:
    """Score tables under a sheet, one after the other, and add everything up."""
    sums = Comparison()
    for table in tables:
        for hand in replay_table(table, sheet, sums):
            if found is not None:
                found(table.table, hand)
    return sums


def replay_table(table: TableLines, sheet: Sheet, sums: Comparison) -> Iterator[ReplayedHand]:
    """Score a table under a sheet and add it to the sums; yield the hands that differ, or whose Radl does."""
    steps = replay_lines(table.start, [paid.line for paid in table.lines], sheet)
    people = _PeopleAtTable(table.seats)
    sums.tables += 1
    sums.papers += any(isinstance(paid.line.content, EndTotals) for paid in table.lines)
    for paid in table.lines:
        _add_line(paid, people, sums)
    for hand in compare_hands(table.lines, steps):
        sums.hands += 1
        for place in hand.active:
            sums.get_sums(people.find_person(place, hand.number)).hands += 1
        if not hand.differs and not hand.radl_differs:
            continue
        sums.differing += hand.differs
        sums.radl += hand.radl_differs
        if hand.problems:
            sums.missing[hand.problems[0]._replace(path="")] += 1
        for place, money, written in hand.changes:
            person = sums.get_sums(people.find_person(place, hand.number))
            person.money_there += money
            person.written_there += written
        yield hand


def _add_line(paid: PaidLine, people: "_PeopleAtTable", sums: Comparison) -> None:
    """Add what a line pays, on both sides: the differences of its hand come on top of that."""
    for place, (money, written) in enumerate(zip(paid.money, paid.written, strict=True)):
        if money or written:
            person = sums.get_sums(people.find_person(place, paid.line.number))
            person.money += money
            person.written += written
            person.money_there += money
            person.written_there += written


class _PeopleAtTable:
    """The persons at a table, by place and line: a substitute counts from their first line on."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self._seats = seats
        held = Counter(seat.place for seat in seats)
        self._always = {seat.place: seat.persons[0][1] for seat in seats if held[seat.place] == len(seat.persons) == 1}

    def find_person(self, place: int, number: int) -> int:
        """Return the person who really sat at a place in a line of the book."""
        always = self._always.get(place)
        if always is not None:
            return always
        seat = find_seat(self._seats, place, number)
        if seat is None:
            raise ValueError((place, number))  # the book names a place at which nobody sat
        return seat.get_person(number)
