"""The server dies while a phone sends what it has kept, again and again: every hand is stored once."""

import pytest

from tests.offline.keeping import Book, Keeper, dreier_totals, until
from tests.support.network import moods
from tests.support.server import DATABASE_FILE, copy_keys, copy_sqlite, run_restartable

pytestmark = pytest.mark.heavy
DECLARERS = [at % 3 for at in range(16)]
DEATHS = 3


@pytest.fixture
def mortal(migrated_data, tmp_path):
    """A server of a club that has not played yet, which may be killed."""
    copy_sqlite(migrated_data / DATABASE_FILE, tmp_path / DATABASE_FILE)
    copy_keys(migrated_data, tmp_path)
    with run_restartable(tmp_path) as server:
        yield server


@pytest.fixture
def served(mortal):
    """The inn's network stands in front of it."""
    return mortal.served


def test_a_server_that_dies_again_and_again_while_hands_are_sent_has_each_of_them_once(
    mortal, served, inn_phone, network, faults
):
    faults.expect("503")
    keeper = Keeper(inn_phone)
    keeper.start()
    book = Book(served, inn_phone.url)
    mortal.kill()
    keys = [keeper.keep(declarer) for declarer in DECLARERS]
    network.mood = moods.apply_only_to(moods.HANDS, moods.slow_down(0.3))
    for death in range(1, DEATHS + 1):
        mortal.start()
        has_at_least(book, 4 * death)
        mortal.kill()
    assert len(book.keys) < len(keys), "all were sent before it died: nothing was tested"
    mortal.start()
    print(f"all stored after {book.has_within(keys):.1f} s")
    assert book.totals == dreier_totals(DECLARERS)
    keeper.is_empty_within()
    keeper.shows_hands(len(keys))
    book.verify()


def has_at_least(book, count):
    """Wait until so many hands are stored."""
    until(lambda: len(book.keys) >= count, state=lambda: book.keys)
