"""A phone without the network at a table that plays so many hands counts its own, and is told which is one too many."""

import re

import pytest
from playwright.sync_api import expect

from tests.offline.test_browser_gong import begin_round, enter
from tests.scoring.support.scripts import STORE, build_call
from tests.support.browser import PATIENCE_MS, Site, open_pages

pytestmark = pytest.mark.heavy


@pytest.fixture
def cup(serve, chromium, faults):
    """A director of a cup of three hands a round, and a phone at its only table."""
    server = serve()
    with open_pages(chromium, faults, Site(server.url, server.url)) as factory:
        yield begin_round(factory, server, 4, "Tarockcup", "cup", hands_4="3")


def test_the_form_counts_the_hands_that_wait_and_the_one_too_many_is_told(cup, faults):
    faults.expect("4(12|23)|Failed to load resource|ERR_INTERNET_DISCONNECTED")
    director, phone = cup
    page = phone.page
    full = page.locator('[data-part="all-hands"]')
    enter(page, 0)
    expect(page.locator("#schrift tbody.hand")).to_have_count(1)
    page.context.set_offline(True)
    enter(page, 1)
    expect(full).to_be_hidden()
    enter(page, 2)
    expect(full).to_be_visible()
    enter(page, 3)  # whoever goes on all the same loses nothing
    page.context.set_offline(False)
    expect(page.locator("#schrift tbody.hand")).to_have_count(3, timeout=PATIENCE_MS)
    page.wait_for_function(
        build_call(STORE, "() => listHands().then(([hand, more]) => hand?.state === 'hands_played' && !more)")
    )
    told = re.compile("zu viel|one too many")
    expect(page.locator("#waiting")).to_contain_text(told, timeout=PATIENCE_MS)
    director.go("rounds/1/")
    director.press("#finished")
    expect(director.page.locator(".tile.is-done")).to_have_count(1)
