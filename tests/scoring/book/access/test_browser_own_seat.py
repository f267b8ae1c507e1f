"""A phone that knows whose it is: plus and minus follow the hands of others, and it answers in its player's name."""

import pytest
from playwright.sync_api import expect

from tests.scoring.book.access.test_browser_rights import link_of, open_link_page
from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import PHONE

pytestmark = pytest.mark.heavy


def test_the_own_plus_and_minus_follow_and_only_hands_of_others_are_asked_about(page_factory):
    first, second = (Thumb(page_factory(**PHONE)) for _ in range(2))
    table = first.start()
    open_link_page(first)
    second.page.goto(link_of(first.page))
    second.tap(second.page.get_by_role("button", name="Ich bin Berta"))
    second.page.wait_for_url(table)
    first.page.goto(table)
    first.choose(p0_contract="dreier", p0_declarer="1", p0_result="won")
    first.save()
    chip = second.page.locator(".deal .me")
    expect(chip).to_have_text("Berta")
    expect(second.page.locator(".totals .mine .name")).to_have_text("Berta")
    asked = second.page.locator("form.mark")
    expect(asked).to_be_visible()
    expect(asked.locator("select")).to_be_hidden()
    expect(asked.locator(".as")).to_have_text("als Berta")
    expect(first.page.locator("form.mark")).to_be_hidden()  # of a hand of its own
    second.tap(asked.locator('[value="fits"]'))
    expect(asked).to_be_hidden()
    expect(first.page.locator(".written .fits")).to_have_attribute("title", "stimmt: Berta")
    second.choose(p0_contract="dreier", p0_declarer="0", p0_result="won")  # for somebody else
    second.save()
    expect(asked).to_be_hidden()
    second.tap(chip)
    second.tap(second.page.get_by_role("button", name="Ich bin Dora"))
    second.page.wait_for_url(table)
    expect(chip).to_have_text("Dora")
