"""The first laptop is gone while hands wait on a phone: its open page brings them to the stand-by laptop, each once."""

import pytest
from playwright.sync_api import expect

from tests.offline.keeping import Book, Keeper, dreier_totals
from tests.support.network.laptops import Laptop, run_laptop, wait_for_copy
from tests.support.server import internet_site

__all__ = ["internet_site"]
pytestmark = [pytest.mark.heavy, pytest.mark.sqlite]
DECLARERS = [0, 1, 2, 3]


@pytest.fixture
def served(internet_site):
    """The first laptop, which may be killed."""
    return internet_site.served


def test_an_open_page_brings_its_hands_to_the_laptop_that_took_over(
    internet_site, served, migrated_data, tmp_path, phone, faults
):
    faults.expect("ERR_CONNECTION_REFUSED")
    with run_laptop(migrated_data, tmp_path / "second") as second:
        second.follow(Laptop(internet_site))
        wait_for_copy(second)
        keeper = Keeper(phone)
        keeper.start()
        keeper.keep(DECLARERS[0])
        keeper.is_empty_within()
        wait_for_copy(second)
        internet_site.kill()
        kept = [keeper.keep(declarer) for declarer in DECLARERS[1:]]
        second.act(do="take_over")
        keeper.unfold("#waiting")
        phone.get_by_role("button", name="Als Text zeigen").tap()
        for _time in range(2):  # whoever taps twice doubles nothing
            with phone.context.expect_page() as opened:
                phone.get_by_role("link", name="Zum Ersatzlaptop bringen").tap()
            brought = opened.value
            assert brought.url.startswith(second.url)
            if brought.get_by_role("button", name="einlesen").count():
                brought.get_by_role("button", name="einlesen").tap()
                expect(brought.get_by_role("status")).to_contain_text("eingelesen")
        book = Book(second.server.served, phone.url)
        assert book.keys[1:] == kept
        assert book.totals == dreier_totals(DECLARERS)
        book.verify()
