"""Links in the browser: a phone shows its link, replaces it, and another loses its right in the midst of a hand."""

import pytest
from playwright.sync_api import expect

from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import PHONE

pytestmark = pytest.mark.heavy


def link_of(page):
    """The link that a page of a table's link shows, as an address of this site."""
    address = page.locator("#write .address a").get_attribute("href")
    return str(address)[str(address).index("/t/") :]


def open_link_page(thumb):
    """Go from the table to its code, and on to the page about its link."""
    thumb.tap(thumb.page.get_by_role("link", name="Link und QR-Code"))
    thumb.tap(thumb.page.get_by_role("link", name="Andere Codes"))
    expect(thumb.page.locator("#write img.code")).to_be_visible()


def test_a_hand_that_is_half_entered_when_the_link_is_replaced_is_saved_after_the_new_code(page_factory, faults):
    faults.expect("403")
    first, second = (Thumb(page_factory(**PHONE)) for _ in range(2))
    table = first.start()
    open_link_page(first)
    second.page.goto(link_of(first.page))
    second.tap(second.page.get_by_role("button", name="Ich bin Cilli"))
    second.choose(p0_contract="dreier", p0_declarer="1", p0_result="won")
    second.shows("−5", "+15", "−5", "−5")
    first.unfold("details.replace")
    first.tap(first.page.get_by_role("button", name="Link jetzt ersetzen"))
    expect(first.page.locator(".saved")).to_contain_text("Dieses Gerät schreibt weiter.")
    expect(second.page.locator("#live [data-part=lost]")).to_be_visible()
    second.tap(second.page.locator("#save"))
    expect(second.page.locator("#waiting li")).to_contain_text("Der Tisch hat einen neuen Code")
    scanner = second.page.context.new_page()  # the camera opens another tab
    scanner.goto(link_of(first.page))
    expect(scanner.locator("#entry")).to_be_visible()  # whose phone it is has been said
    second.stands_at("−5", "15", "−5", "−5")
    expect(second.page.locator("#waiting li")).to_have_count(0)
    first.page.goto(table)
    first.stands_at("−5", "15", "−5", "−5")
