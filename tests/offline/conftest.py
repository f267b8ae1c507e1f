"""Phones in the inn, over the poor network."""

import pytest

from tests.offline.keeping import Book, Keeper
from tests.support.browser import PHONE


@pytest.fixture
def keeper(inn_phone):
    """A phone that has begun an evening in the inn."""
    one = Keeper(inn_phone)
    one.start()
    return one


@pytest.fixture
def book(served, keeper):
    """The server's view of it."""
    return Book(served, keeper.page.url)


@pytest.fixture
def pair(inn_pages, faults):
    """Two phones of one table; that a hand comes too late is an answer, which Chromium tells as an error."""
    faults.expect("41[02]|409")
    first, second = Keeper(inn_pages(**PHONE)), Keeper(inn_pages(**PHONE))
    first.start()
    second.join(first)
    return first, second
