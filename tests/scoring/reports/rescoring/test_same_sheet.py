"""Scored again under the very sheet that a table plays by, nothing is different, whatever has happened there."""

import pytest
from hypothesis import settings
from hypothesis.stateful import invariant

from scoring.book.ledger.book import Book
from scoring.engine.evening.course import Hand, recount_course
from scoring.models import GameTable
from scoring.reports.rescoring.replay import compare_hands, list_paid_lines, score_lines
from tests.scoring.book.ledger.test_book_machine import run
from tests.scoring.support.expected_hands import sheet_named
from tests.scoring.support.state_machine_rules import Tables
from tests.scoring.support.state_machine_sheets import Karlsruhe, Skoty, Stacks, Zwanzigerrufen
from tests.scoring.support.tables import book_of

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover, pytest.mark.sqlite]


def _compare_courses(book: Book) -> None:
    """Under every sheet the Radln run as in the course of an evening that is counted again."""
    lines = [line._replace(score=None) for line in book.lines]
    for name in ("treffpunkt", "karlsruhe", "standard", "skoty", "zwanzigerrufen", "radl-stacks"):
        sheet = sheet_named(name)
        if not sheet.radl_stacks and any(isinstance(line.content, Hand) and line.content.radl_set for line in lines):
            continue  # what was set by hand may count less
        steps = recount_course(book.start, lines, sheet)
        paid = list_paid_lines(book)._replace(own=None)  # the course takes a record at its word, too
        for step, hand in zip(steps, score_lines(book.start, paid, sheet), strict=True):
            assert (hand is None) == (not isinstance(step.line.content, Hand))
            if hand is not None:
                assert (hand.radl, hand.score) == (step.line.radl, step.line.score)


def compare(table: GameTable) -> None:
    """The table's own sheet gives what is stored, hand by hand."""
    book = book_of(table)
    _compare_courses(book)
    lines = list_paid_lines(book)
    there = score_lines(book.start, lines, book.sheet)
    assert list(compare_hands(lines, there)) == []
    assert [hand.score for hand in there if hand is not None] == [
        line.score for line in book.played if line.score is not None
    ]


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
