"""The totals of many tables beside those under another sheet, by person; sums that processes can add up."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from scoring.book.ledger.seats import Seat, find_seat
from scoring.engine.evening.course import EndTotals, Hand, Places
from scoring.engine.hand.score_lines import Payout, sum_rows
from scoring.engine.house_rules.sheet import Sheet
from scoring.engine.problems import Problem
from scoring.models import PLACES
from scoring.reports.rescoring.replay import HandThere, PaidLines, ReplayedHand, build_replayed, find_changed, pay_lines
from scoring.reports.rescoring.selectors import TableLines

Reason = tuple[int, Problem]  # the version of a sheet by which a hand was played, and why the other sheet has no such
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
    missing: Counter[Reason] = field(default_factory=Counter)  # hands that do not exist there, by the first reason
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


def build_reason(sheet_version: int, problems: Sequence[Problem]) -> Reason:
    """Return the first reason why a hand does not exist under the other sheet, the same wherever in a record it is."""
    return sheet_version, problems[0]._replace(path="")


def compare_tables(tables: Iterable[TableLines], sheet: Sheet, sink: HandSink | None = None) -> Comparison:
    """Score tables under a sheet, one after the other, and add everything up."""
    sums = Comparison()
    for table in tables:
        there = pay_lines(table.start, table.lines, sheet)
        changed = add_table(table, there, sums)
        if sink is not None:
            for at in changed:
                sink(table.table, build_replayed(table.lines, there, at))
    return sums


def add_table(table: TableLines, there: Sequence[HandThere[Payout] | None], sums: Comparison) -> list[int]:
    """Add a table under both sheets to the sums; return the positions of the hands that differ, or whose Radl does."""
    lines, people = table.lines, _PeopleAtTable(table.seats)
    sums.tables += 1
    sums.hands += len(there) - there.count(None)
    sums.papers += any(isinstance(content, EndTotals) for content in lines.contents)
    changed = list(find_changed(lines, there))
    for at, differs in changed:
        hand = there[at]
        if hand is not None and hand.problems:
            sums.missing[build_reason(table.sheet_version, hand.problems)] += 1
        elif hand is not None:
            sums.radl += hand.radl != lines.radl[at]
        sums.differing += differs
    if people.stay:
        _add_stretch(table, there, range(len(there)), people, sums)
    else:
        for at in range(len(there)):
            _add_stretch(table, there, (at,), people, sums)
    return [at for at, _differs in changed]


def _add_stretch(
    table: TableLines,
    there: Sequence[HandThere[Payout] | None],
    stretch: Sequence[int],
    people: "_PeopleAtTable",
    sums: Comparison,
) -> None:
    """Add what the lines at these positions pay on both sides; the same people sat at the table in all of them."""
    lines = table.lines
    here = [sum(column) for column in zip(*(lines.amounts[at] for at in stretch), strict=True)]
    hands, paid = _add_payouts(lines, there, stretch)
    for place in range(PLACES if here else 0):
        found = hands[place], here[place], here[PLACES + place], paid[place], paid[PLACES + place]
        if any(found):
            sums.get_sums(people.find_person(place, lines.numbers[stretch[0]])).add(PersonSums(*found))


def _add_payouts(
    lines: PaidLines, there: Sequence[HandThere[Payout] | None], stretch: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Return by place how many hands were played, and what the lines at these positions pay there."""
    hands, paid = [0] * PLACES, [0] * (2 * PLACES)
    seated: dict[Places, list[HandThere[Payout]]] = {}
    for at in stretch:
        content, hand = lines.contents[at], there[at]
        if hand is not None and isinstance(content, Hand):
            seated.setdefault(content.active, []).append(hand)
        else:  # what it pays stays
            paid = [so_far + amount for so_far, amount in zip(paid, lines.amounts[at], strict=True)]
    for active, played in seated.items():
        money = sum_rows([hand.score.payouts for hand in played if hand.score is not None])
        written = sum_rows([hand.score.written for hand in played if hand.score is not None])
        for seat, place in enumerate(active):
            hands[place] += len(played)
            paid[place] += money[seat]
            paid[PLACES + place] += written[seat]
    return hands, paid


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


class Ranks(NamedTuple):
    """The rank of somebody under their own house rules and under others; players with the same total share it."""

    here: int
    there: int


def compute_ranks(here: Sequence[int], there: Sequence[int]) -> list[Ranks]:
    """Return everybody's ranks by their totals, the highest first.

    >>> compute_ranks([6, 6, -12], [0, 6, -6])
    [Ranks(here=1, there=2), Ranks(here=1, there=1), Ranks(here=3, there=3)]
    """
    return [Ranks(*pair) for pair in zip(_rank(here), _rank(there), strict=True)]


def _rank(totals: Sequence[int]) -> list[int]:
    first: dict[int, int] = {}
    for rank, total in enumerate(sorted(totals, reverse=True), 1):
        first.setdefault(total, rank)
    return [first[total] for total in totals]
