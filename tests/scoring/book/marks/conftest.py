"""A table with a hand, on which others may set their marks."""

import pytest

from tests.scoring.book.marks.test_marks import enter_hand
from tests.scoring.support.tables import book_of, new_table
from tests.support.shared_rows import share_rows


@share_rows
def table():
    """A table with a hand that the first phone has entered."""
    table = new_table()
    enter_hand(table)
    return table


@pytest.fixture
def line(table):
    """The number of the line of that hand."""
    return book_of(table).played[0].number
