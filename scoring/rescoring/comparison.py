"""The totals of many tables beside those under another sheet, by person; sums that processes can add up."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from scoring.engine.evening.course import EndTotals, Hand
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Problem
from scoring.ledger.seats import Seat, find_seat
from scoring.models import PLACES
from scoring.rescoring.replay import PaidLine, ReplayedHand, compare_hands, score_lines
from scoring.rescoring.selectors import TableLines

HandSink = Callable[[int, ReplayedHand], None]  # gets the table and every hand that differs, or whose Radl does


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
        found = self.people.get(person)
        if found is None:
            found = self.people[person] = PersonSums()
        return found


def compare_tables(tables: Iterable[TableLines], sheet: Sheet, found: HandSink | None = None) -> Comparison:
    """Score tables under a sheet, one after the other, and add everything up."""
    sums = Comparison()
    for table in tables:
        for hand in replay_table(table, sheet, sums):
            if found is not None:
                found(table.table, hand)
    return sums


def replay_table(table: TableLines, sheet: Sheet, sums: Comparison) -> Iterator[ReplayedHand]:
    """Score a table under a sheet and add it to the sums; yield the hands that differ, or whose Radl does."""
    people = _PeopleAtTable(table.seats)
    there = list(score_lines(table.start, [line for line, _amounts in table.lines], sheet))
    sums.tables += 1
    sums.hands += len(there) - there.count(None)
    sums.papers += any(isinstance(line.content, EndTotals) for line, _amounts in table.lines)
    _add_amounts(table.lines, people, sums)
    changes = [0] * (2 * PLACES)  # by place, of tables where everybody stays
    for hand in compare_hands(table.lines, there):
        sums.differing += hand.differs
        sums.radl += hand.radl_differs
        if hand.problems:
            sums.missing[hand.problems[0]._replace(path="")] += 1
        if people.stay:
            _add_changes(hand, changes)
        else:
            for place, money, written in hand.changes:
                _add_there(sums.get_sums(people.find_person(place, hand.number)), money, written)
        yield hand
    for place in range(PLACES):
        if changes[place] or changes[PLACES + place]:
            _add_there(sums.get_sums(people.find_person(place, 0)), changes[place], changes[PLACES + place])


def _add_changes(hand: ReplayedHand, changes: list[int]) -> None:
    """Add the differences of a hand by place: money, then written score."""
    (money, written), (money_there, written_there) = hand.paid, hand.paid_there
    for place, before, after, on_paper, there in zip(
        hand.active, money, money_there, written, written_there, strict=True
    ):
        changes[place] += after - before
        changes[PLACES + place] += there - on_paper


def _add_there(person: PersonSums, money: int, written: int) -> None:
    person.money_there += money
    person.written_there += written


def _add_amounts(lines: Sequence[PaidLine], people: "_PeopleAtTable", sums: Comparison) -> None:
    """Add what the lines pay on both sides; the differences of hands come on top of that."""
    together = [lines] if people.stay else [[line] for line in lines]  # lines with the same people
    for some in together:
        if not some:
            continue
        number = some[0].line.number
        added = [sum(column) for column in zip(*(amounts for _line, amounts in some), strict=True)]
        played = Counter(line.content.active for line, _amounts in some if isinstance(line.content, Hand))
        hands = Counter[int]()
        for active, times in played.items():
            for place in active:
                hands[place] += times
        for place in range(PLACES):
            money, written = added[place], added[PLACES + place]
            if money or written or hands[place]:
                person = sums.get_sums(people.find_person(place, number))
                person.add(PersonSums(hands[place], money, written, money, written))


class _PeopleAtTable:
    """The persons at a table, by place and line: a substitute counts from their first line on."""

    def __init__(self, seats: tuple[Seat, ...]) -> None:
        self._seats = seats
        self.stay = all(len(seat.persons) == 1 for seat in seats) and len({seat.place for seat in seats}) == len(seats)
        self._always = {seat.place: seat.persons[0][1] for seat in seats} if self.stay else {}

    def find_person(self, place: int, number: int) -> int:
        """Return the person who really sat at a place in a line of the book."""
        always = self._always.get(place)
        if always is not None:
            return always
        seat = find_seat(self._seats, place, number)
        if seat is None:
            raise ValueError((place, number))  # the book names a place at which nobody sat
        return seat.get_person(number)
