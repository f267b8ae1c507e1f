"""Scored again under the very sheet that a table plays by, nothing is different, whatever has happened there."""

from collections import Counter

import pytest
from hypothesis.stateful import invariant

from scoring.engine.evening.course import Hand, recount_course
from scoring.engine.house_rules.sheet import Sheet
from scoring.ledger.book import Book
from scoring.models import GameTable, Seated, Total
from scoring.rescoring.comparison import Comparison, replay_table
from scoring.rescoring.replay import ReplayedHand, score_lines
from scoring.rescoring.selectors import list_paid_lines, load_table_lines
from tests.scoring.ledger.test_book_machine import run
from tests.scoring.support.expected_scores import sheet_named
from tests.scoring.support.state_machine_rules import Tables
from tests.scoring.support.state_machine_sheets import Karlsruhe, Skoty, Stacks, Zwanzigerrufen
from tests.scoring.support.tables import book_of

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover, pytest.mark.sqlite]


def scored_again(table: GameTable, sheet: Sheet) -> tuple[Comparison, list[ReplayedHand]]:
    """A table's sums under a sheet, and its hands that differ."""
    (lines,) = load_table_lines([table.pk])
    sums = Comparison()
    return sums, list(replay_table(lines, sheet, sums))


def _compare_courses(book: Book) -> None:
    """Under every sheet the Radln run as in the course of an evening that is counted again."""
    lines = [line._replace(score=None) for line in book.lines]
    for name in ("treffpunkt", "karlsruhe", "standard", "skoty", "zwanzigerrufen", "radl-stacks"):
        sheet = sheet_named(name)
        if not sheet.radl_stacks and any(isinstance(line.content, Hand) and line.content.radl_set for line in lines):
            continue  # what was set by hand may count less
        steps = recount_course(book.start, lines, sheet)
        for step, hand in zip(steps, score_lines(book.start, book.lines, sheet), strict=True):
            assert (hand is None) == (not isinstance(step.line.content, Hand))
            if hand is not None:
                assert (hand.radl, hand.score) == (step.line.radl, step.line.score)


def compare(table: GameTable) -> None:
    """The table's own sheet gives what is stored, hand by hand and in the totals of its sittings."""
    book = book_of(table)
    (lines,) = load_table_lines([table.pk])
    assert [(paid.line.number, paid.line.content, paid.line.radl) for paid in lines.lines] == [
        (paid.line.number, paid.line.content, paid.line.radl) for paid in list_paid_lines(book)
    ]
    _compare_courses(book)
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
    run(_machine(base), 6, 25)
