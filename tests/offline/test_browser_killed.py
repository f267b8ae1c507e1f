"""The server dies while a phone sends what it has kept, again and again: every hand is stored once."""

import pytest

from tests.offline.keeping import Book, Keeper, dreier_totals, until
from tests.support.network import moods
from tests.support.server import internet_site

__all__ = ["internet_site"]
pytestmark = pytest.mark.heavy
DECLARERS = [at % 3 for at in range(16)]
DEATHS = 3


@pytest.fixture
def served(internet_site):
    """A server that may be killed; the inn's network stands in front of it."""
    return internet_site.served


def test_a_server_that_dies_again_and_again_while_hands_are_sent_has_each_of_them_once(
    internet_site, served, inn_phone, network, faults
):
    faults.expect("503")
    keeper = Keeper(inn_phone)
    keeper.start()
    book = Book(served, inn_phone.url)
    internet_site.kill()
    keys = [keeper.keep(declarer) for declarer in DECLARERS]
    network.mood = moods.apply_only_to(moods.HANDS, moods.slow_down(0.3))
    for death in range(1, DEATHS + 1):
        internet_site.start()
        has_at_least(book, 4 * death)
        internet_site.kill()
    assert len(book.keys) < len(keys), "all were sent before it died: nothing was tested"
    internet_site.start()
    print(f"all stored after {book.has_within(keys):.1f} s")
    assert book.totals == dreier_totals(DECLARERS)
    keeper.is_empty_within()
    keeper.shows_hands(len(keys))
    book.verify()


def has_at_least(book, count):
    """Wait until so many hands are stored."""
    until(lambda: len(book.keys) >= count, state=lambda: book.keys)
