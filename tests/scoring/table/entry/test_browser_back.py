"""The way back to what was half entered, and to hands that were kept: nothing is offered twice, nothing is gone."""

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.tables import NAMES
from tests.support.browser import IN_FIREFOX_TOO, PHONE

pytestmark = pytest.mark.heavy

NEXT_HAND = "#entry h2"
DECLARER = '[name="p0-declarer"]:checked'


@pytest.fixture
def both(phone, page_factory):
    """Two phones that write at one table."""
    first, second = Thumb(phone), Thumb(page_factory(**PHONE))
    first.start()
    second.join(first)
    return first, second


def enter(thumb: Thumb, declarer: str) -> None:
    """Enter a Dreier that is won."""
    thumb.choose(p0_contract="dreier", p0_declarer=declarer, p0_result="won")


def is_empty(page: Page) -> None:
    """Nothing is entered."""
    expect(page.locator('[name="p0-contract"]:checked')).to_have_count(0)


def opened_again(thumb: Thumb) -> Thumb:
    """The same table on the same phone, in another tab, after this one was closed."""
    page, address = thumb.page.context.new_page(), thumb.page.url
    thumb.page.close()
    page.goto(address)
    return Thumb(page)


@IN_FIREFOX_TOO
def test_what_is_half_entered_is_there_when_the_page_is_opened_again(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(p0_contract="dreier", p0_declarer="3")
    again = opened_again(thumb)
    expect(again.page.locator(DECLARER)).to_have_value("3")
    again.choose(p0_result="won")
    again.save()
    again.stands_at("−5", "−5", "−5", "15")
    is_empty(opened_again(again).page)


def test_a_hand_stays_what_it_was_while_somebody_looks_up_a_rule(phone, page_factory, faults):
    faults.expect("412")
    first, second = Thumb(phone), Thumb(page_factory(**PHONE))
    first.start(names=(*NAMES, "Emil"))
    second.join(first)
    enter(second, "2")
    second.shows("−5", "−5", "+15", "−5")
    second.tap(second.page.locator("[data-live=links] a[href$='/rules/']"))
    second.page.wait_for_url("**/rules/")
    enter(first, "2")
    first.save()
    second.page.go_back()
    expect(second.page.locator("#draft")).to_contain_text("Angefangen bei Spiel 1, jetzt ist Spiel 2:")
    expect(second.page.locator("#draft")).to_contain_text("Cilli")
    second.tap(second.page.get_by_role("button", name="Verwerfen"))
    is_empty(second.page)
    expect(second.page.locator(".written tbody")).to_have_count(1)
