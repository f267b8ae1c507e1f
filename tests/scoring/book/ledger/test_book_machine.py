"""Whatever is done at a table, in whatever order, its book is what a sheet of paper would be."""

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.scoring.support.state_machine_rules import Tables

pytestmark = [pytest.mark.django_db, pytest.mark.no_cover]


def run(machine: type[Tables], examples: int, steps: int) -> None:
    """Let a machine run through so many evenings."""
    run_state_machine_as_test(machine, settings=settings(max_examples=examples, stateful_step_count=steps))


def test_the_book_is_what_the_paper_says_whatever_is_done():
    run(Tables, 2, 25)


@pytest.mark.heavy
@pytest.mark.sqlite  # the first one is for both databases
def test_the_book_is_what_the_paper_says_in_many_evenings():
    run(Tables, settings().max_examples, 35)
