"""The way back to an entry whose answer never came."""

import pytest
from playwright.sync_api import expect

from tests.scoring.tables import NAMES
from tests.scoring.thumbs import Thumb
from tests.support.browser import PHONE


@pytest.fixture
def both(phone, page_factory):
    """Two phones that write at one table."""
    first, second = Thumb(phone), Thumb(page_factory(**PHONE))
    first.start()
    second.join(first)
    return first, second


def save_in_vain(thumb, *, though_it_arrives=False):
    """Tap on save where the inn's network answers in place of the server."""

    def answered(route):
        if though_it_arrives:
            route.fetch(max_redirects=0)
        route.fulfill(content_type="text/html", body="<h1>Gast-WLAN</h1>")

    thumb.page.route("**/hands/", answered)
    thumb.tap(thumb.page.locator("#save"))
    expect(thumb.page.locator("h1")).to_have_text("Gast-WLAN")
    thumb.page.unroute("**/hands/")


def test_a_hand_that_did_not_arrive_is_still_there_when_another_phone_was_quicker(both, faults):
    faults.expect("412")
    first, second = both
    second.choose(p0_contract="dreier", p0_declarer="3", p0_result="won")
    second.shows("−5", "−5", "−5", "+15")
    save_in_vain(second)
    first.choose(p0_contract="rufer", p0_partner="2", p0_result="won")
    first.shows("+1", "−1", "+1", "−1")
    first.save()
    second.page.go_back()
    second.misses("Jemand war schneller")
    expect(second.page.locator('[name="p0-declarer"]:checked')).to_have_value("3")
    second.tap(second.page.locator("#save"))
    expect(second.page.locator("#message")).to_contain_text("Jemand war schneller")
    second.save()
    second.stands_at("−4", "−6", "−4", "14")


def test_a_hand_stays_what_it_was_while_somebody_looks_up_a_rule(phone, page_factory, faults):
    faults.expect("412")
    first, second = Thumb(phone), Thumb(page_factory(**PHONE))
    first.start(names=(*NAMES, "Emil"))
    second.join(first)
    second.choose(p0_contract="dreier", p0_declarer="2", p0_result="won")
    second.shows("−5", "−5", "+15", "−5")
    names = [name.split()[0] for name in second.page.locator("#preview .amounts dt").all_inner_texts()]
    second.tap(second.page.locator("[data-live=links] a[href$='/rules/']"))
    second.page.wait_for_url("**/rules/")
    first.choose(p0_contract="dreier", p0_declarer="2", p0_result="won")
    first.save()
    second.page.go_back()
    second.misses("Jemand war schneller")
    second.tap(second.page.locator("#save"))
    expect(second.page.locator("#message")).to_contain_text("Jemand war schneller")
    declarer = second.page.locator("label:has([name=p0-declarer]:checked)")
    expect(declarer).to_contain_text(names[2])
    expect(second.page.locator(".written tbody")).to_have_count(1)


def test_a_hand_that_arrived_without_an_answer_is_not_counted_again_though_others_have_gone_on(both):
    first, second = both
    second.choose(p0_contract="dreier", p0_declarer="3", p0_result="won")
    second.shows("−5", "−5", "−5", "+15")
    save_in_vain(second, though_it_arrives=True)
    expect(first.page.locator("#entry h2")).to_have_text("Spiel 2", timeout=6000)
    first.choose(p0_contract="dreier", p0_declarer="0", p0_result="won")
    first.save()
    second.page.go_back()
    second.misses("Jemand war schneller")
    second.save()
    expect(second.page.locator(".saved")).to_contain_text("Spiel 1 ist gespeichert")
    second.stands_at("10", "−10", "−10", "10")


def test_hands_that_arrived_are_not_offered_again_however_far_one_goes_back(phone):
    thumb = Thumb(phone)
    thumb.start()
    for declarer in ("0", "1", "2"):
        thumb.choose(p0_contract="dreier", p0_declarer=declarer, p0_result="won")
        thumb.save()
    for _ in range(3):
        phone.go_back()
        expect(phone.locator("#entry h2")).to_have_text("Spiel 4")
        expect(phone.locator('[name="p0-contract"]:checked')).to_have_count(0)
