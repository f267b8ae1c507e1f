"""Scored again under the very sheet that a table plays by, nothing is different, whatever has happened there."""

from collections import Counter

import pytest
from hypothesis import settings
from hypothesis.stateful import invariant

from scoring.book.ledger.book import Book
from scoring.book.ledger.seats import find_seat
from scoring.engine.evening.course import Hand, recount_course
from scoring.engine.house_rules.sheet import Sheet
from scoring.models import GameTable, Seated, Total
from scoring.reports.rescoring.comparison import Comparison, compare_tables
from scoring.reports.rescoring.replay import ReplayedHand, pay_lines, score_lines
from scoring.reports.rescoring.selectors import TableLines, list_paid_lines, load_table_lines
from tests.scoring.book.ledger.test_book_machine import run
from tests.scoring.support.expected_scores import sheet_named
from tests.scoring.support.state_machine_rules import Tables
from tests.scoring.support.state_machine_sheets import Karlsruhe, Skoty, Stacks, Zwanzigerrufen
from tests.scoring.support.tables import book_of

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover, pytest.mark.sqlite]


def scored_again(table: GameTable, sheet: Sheet) -> tuple[Comparison, list[ReplayedHand]]:
    """A table's sums under a sheet, and its hands that differ."""
    hands: list[ReplayedHand] = []
    return compare_tables(load_table_lines([table.pk]), sheet, lambda _table, hand: hands.append(hand)), hands


def _compare_courses(book: Book) -> None:
    """Under every sheet the Radln run as in the course of an evening that is counted again."""
    lines = [line._replace(score=None) for line in book.lines]
    for name in ("treffpunkt", "karlsruhe", "standard", "skoty", "zwanzigerrufen", "radl-stacks"):
        sheet = sheet_named(name)
        if not sheet.radl_stacks and any(isinstance(line.content, Hand) and line.content.radl_set for line in lines):
            continue  # what was set by hand may count less
        steps = recount_course(book.start, lines, sheet)
        paid = list_paid_lines(book)._replace(own=None)  # the course takes a record at its word, too
        scored = zip(score_lines(book.start, paid, sheet), pay_lines(book.start, paid, sheet), strict=True)
        for step, (hand, payout) in zip(steps, scored, strict=True):
            assert (hand is None) == (payout is None) == (not isinstance(step.line.content, Hand))
            if hand is not None and payout is not None:
                assert (hand.radl, hand.score) == (step.line.radl, step.line.score)
                assert (hand.radl, hand.problems) == (payout.radl, payout.problems)
                assert payout.score == (hand.score and (hand.score.payouts, hand.score.written, hand.score.radl_deals))


def _compare_sums(table: GameTable, lines: TableLines) -> None:
    """Under every sheet the totals of everybody differ by what their hands do."""
    for name in ("karlsruhe", "zwanzigerrufen", "radl-stacks"):
        sums, hands = scored_again(table, sheet_named(name))
        changes = Counter[tuple[int, str]]()
        for hand in hands:
            for place, money, written in hand.changes:
                seat = find_seat(lines.seats, place, hand.number)
                assert seat is not None
                changes[seat.get_person(hand.number), "money"] += money
                changes[seat.get_person(hand.number), "written"] += written
        for person, of in sums.people.items():
            assert of.money_there - of.money == changes[person, "money"]
            assert of.written_there - of.written == changes[person, "written"]
        assert {person for (person, _kind), change in changes.items() if change} <= set(sums.people)
        assert sums.differing == sum(hand.differs for hand in hands)
        assert sums.missing.total() == sum(not hand.exists for hand in hands)
        assert sums.radl == sum(hand.radl_differs for hand in hands)
        hands_here = Counter(place for hand in lines.lines.hands for place in hand.active)
        assert sum(of.hands for of in sums.people.values()) == hands_here.total()


def compare(table: GameTable) -> None:
    """The table's own sheet gives what is stored, hand by hand and in the totals of its sittings."""
    book = book_of(table)
    (lines,) = load_table_lines([table.pk])
    assert lines.start == book.start
    assert lines.lines._replace(own=None) == list_paid_lines(book)._replace(own=None)
    _compare_courses(book)
    _compare_sums(table, lines)
    sums, hands = scored_again(table, book.sheet)
    assert hands == []
    assert (sums.hands, sums.differing, sums.radl) == (sum(line.score is not None for line in book.played), 0, 0)
    stored, found = Counter[int](), Counter[int]()
    for sitting, money in Total.objects.filter(sitting__table=table).values_list("sitting", "money"):
        people = Seated.objects.filter(sitting=sitting).order_by("version", "from_deal")
        stored[people.values_list("person", flat=True)[0]] += money
    for person, of in sums.people.items():
        assert (of.money, of.written) == (of.money_there, of.written_there)
        found[person] += of.money
    holders = Counter(Seated.objects.filter(sitting__table=table).values_list("sitting", flat=True))
    if set(holders.values()) == {1}:  # a total belongs to a sitting, and here to one person
        assert {person: money for person, money in found.items() if money} == {
            person: money for person, money in stored.items() if money
        }
    assert sum(found.values()) == sum(stored.values()) == 0


class ScoredAgain(Tables):
    """The machine of the book; the paper beside it is compared elsewhere."""

    @invariant()
    def paper_and_table_agree(self) -> None:
        """Look at the end only."""

    def teardown(self) -> None:
        if hasattr(self, "one"):
            compare(self.one.table)


def _machine(base: type[Tables]) -> type[Tables]:
    return type(f"ScoredAgain{base.__name__}", (ScoredAgain, base), {})


def test_under_its_own_sheet_an_evening_stays_as_it_is():
    run(ScoredAgain, 2, 25)


@pytest.mark.heavy
@pytest.mark.parametrize("base", [Tables, Karlsruhe, Skoty, Stacks, Zwanzigerrufen])
def test_under_other_sheets_too(base: type[Tables]):
    run(_machine(base), settings().max_examples // 2, 25)
