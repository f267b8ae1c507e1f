"""Whatever is done at a table, in whatever order, its book is what a sheet of paper would be."""

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from tests.scoring.machine_rules import Tables

pytestmark = pytest.mark.django_db


def test_the_book_is_what_the_paper_says_whatever_is_done():
    run_state_machine_as_test(Tables, settings=settings(max_examples=25, stateful_step_count=30))


@pytest.mark.heavy
def test_the_book_is_what_the_paper_says_in_many_evenings():
    run_state_machine_as_test(Tables, settings=settings(max_examples=400, stateful_step_count=50))
