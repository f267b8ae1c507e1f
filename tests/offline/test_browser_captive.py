"""A network that answers in place of the server: nothing it says is taken for an answer, and nothing is lost."""

import pytest
from playwright.sync_api import expect

from tests.offline.keeping import Book, dreier_totals, until
from tests.support.network import moods
from tests.support.network.moods import HANDS

pytestmark = pytest.mark.heavy

# What Chromium says when a request of the page is led to another site: its own words, not ours.
LED_AWAY = r"portal\.example|net::ERR_FAILED"
# A function: an expression would be evaluated again and again, which the page's rules for scripts refuse.
LATER_SCRIPTS = "() => performance.getEntriesByType('resource').some(({ name }) => name.includes('later'))"
DECLARERS = [0, 0, 1, 2, 0, 1]


@pytest.mark.parametrize("mood", [moods.CAPTIVE, moods.PORTAL], ids=["page", "redirect"])
def test_a_sign_in_page_saves_no_hand_of_an_evening_and_loses_none(keeper, network, served, faults, mood):
    faults.expect(LED_AWAY)
    book = Book(served, keeper.page.url)
    keeper.page.wait_for_function(LATER_SCRIPTS)
    network.mood = mood
    keys = [keeper.keep(declarer) for declarer in DECLARERS]
    until(lambda: len(network.list_sent(HANDS)) > 3)
    assert [hand["key"] for hand in keeper.outbox] == keys
    until(lambda: list(keeper.waiting_states) == keys)
    expect(keeper.page.locator("h1", has_text="Willkommen im WLAN")).to_have_count(0)
    assert book.writes == 0
    network.mood = moods.GOOD
    book.has_within(keys)
    assert book.totals == dreier_totals(DECLARERS)
    keeper.is_empty_within()
    keeper.shows_hands(len(DECLARERS))
