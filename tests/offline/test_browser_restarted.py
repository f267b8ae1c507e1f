"""Kept hands and pages outlive the browser: switched off and on, the table opens, and the hands are there."""

import contextlib

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.offline.keeping import Book, Keeper, dreier_totals
from tests.offline.stored_pages import path_of, wait_until_kept
from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import ARGUMENTS, PHONE, SITES, Site
from tests.support.network.moods import GOOD, OFF
from tools.needs import CHROMIUM

pytestmark = pytest.mark.heavy


@pytest.fixture
def switched_on(chromium, over_https, tmp_path):
    """A phone that can be switched off and on: its browser begins with what it had at the end."""
    served, network = over_https

    @contextlib.contextmanager
    def phone():
        context: BrowserContext = chromium.browser_type.launch_persistent_context(
            tmp_path,
            executable_path=CHROMIUM,
            args=[*ARGUMENTS, "--ignore-certificate-errors"],
            base_url=network.url,
            locale="de-AT",
            **PHONE,
        )
        SITES[context] = Site(network.url, served.url)
        yield context.pages[0]
        context.close()

    return phone


def test_a_phone_that_was_switched_off_opens_the_table_without_the_network_and_has_its_hands(switched_on, over_https):
    served, network = over_https
    with switched_on() as page:
        address = Thumb(page).tap_start()
        wait_until_kept(page, address)
        network.mood = OFF
        network.cut()
        keys = [Keeper(page).keep(2)]
    with switched_on() as page:
        page.goto("/")
        expect(page.locator("#tables-here .waits")).to_have_text("1 Spiel wartet hier")
        page.locator("#tables-here a").tap()
        page.wait_for_url(address)
        keeper = Keeper(page)
        keeper.shows_hands(1)
        keys.append(keeper.keep(3))
    network.mood = GOOD
    with switched_on() as page:
        page.goto(address)
        book = Book(served, address)
        book.has_within(keys)
        assert book.totals == dreier_totals([2, 3])
        Keeper(page).is_empty_within()
    assert network.list_sent(f"^GET {path_of(address)}live/")


def test_a_worker_that_the_browser_has_put_to_sleep_wakes_without_the_network(https_phone, over_https):
    address = Thumb(https_phone).start()
    wait_until_kept(https_phone, address)
    session = https_phone.context.new_cdp_session(https_phone)
    session.send("ServiceWorker.enable")
    session.send("ServiceWorker.stopAllWorkers")
    over_https[1].mood = OFF
    over_https[1].cut()
    https_phone.goto(address)
    expect(https_phone.locator("#entry h2").first).to_have_text("Spiel 1")
