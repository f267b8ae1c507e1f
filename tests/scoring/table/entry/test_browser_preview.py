"""The preview when an answer is late, wrong or missing: never the numbers of another entry."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.scoring.support.phone_driver import PREVIEW, Thumb

pytestmark = pytest.mark.heavy

PROVISIONAL = "vorläufig"  # what the phone knows by itself
PREVIEW_ADDRESS = re.compile(r"/preview/$")
RUFER = {"p0_contract": "rufer", "p0_partner": "2", "p0_result": "won"}


def unanswered(_: Route) -> None:
    """Leave a request without an answer."""


class FirstHangs:
    """The first request gets no answer; the others do."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, route: Route) -> None:
        """Answer, or not."""
        self.asked += 1
        if self.asked > 1:
            route.continue_()


def test_numbers_are_marked_while_they_are_those_of_the_entry_before(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(**RUFER)
    thumb.shows("+1", "−1", "+1", "−1")
    expect(phone.locator(PREVIEW)).not_to_have_class(re.compile("stale"))
    phone.route(PREVIEW_ADDRESS, unanswered)
    thumb.choose(p0_result="lost")
    expect(phone.locator(PREVIEW)).to_have_class(re.compile("stale"))
    expect(phone.locator(PREVIEW)).to_have_attribute("aria-busy", "true")
    assert phone.locator(".totals .pays").first.evaluate("(one) => getComputedStyle(one).fontStyle") == "italic"
    phone.unroute(PREVIEW_ADDRESS)
    thumb.choose(p0_partner="3")
    thumb.shows("−1", "+1", "+1", "−1")
    expect(phone.locator(PREVIEW)).not_to_have_class(re.compile("stale"))
    expect(phone.locator(PREVIEW)).not_to_have_attribute("aria-busy", "true")


def test_an_answer_that_never_comes_is_told_and_asked_for_again(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(**RUFER)
    thumb.shows("+1", "−1", "+1", "−1")
    phone.clock.install()
    phone.route(PREVIEW_ADDRESS, unanswered)
    with phone.expect_request(PREVIEW_ADDRESS):
        thumb.choose(p0_result="lost")
        phone.clock.run_for(200)
    phone.clock.run_for(8_000)
    expect(phone.locator(PREVIEW)).to_contain_text(PROVISIONAL)
    thumb.shows("−1", "+1", "−1", "+1")
    phone.unroute(PREVIEW_ADDRESS)
    phone.clock.run_for(5_000)
    expect(phone.locator(PREVIEW)).not_to_contain_text(PROVISIONAL)
    thumb.shows("−1", "+1", "−1", "+1")


@pytest.mark.parametrize("status", [200, 403, 500])  # not ours: an inn's network answers with pages of its own
def test_an_answer_that_is_none_leaves_no_old_numbers(phone, faults, status):
    faults.expect(str(status))
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(**RUFER)
    thumb.shows("+1", "−1", "+1", "−1")
    phone.route(PREVIEW_ADDRESS, lambda route: route.fulfill(status=status, body="<p>+1</p>"))
    thumb.choose(p0_result="lost")
    expect(phone.locator(PREVIEW)).to_contain_text(PROVISIONAL)
    thumb.shows("−1", "+1", "−1", "+1")


def test_a_late_answer_to_an_older_entry_is_not_shown(phone):
    thumb = Thumb(phone)
    thumb.start()
    first = FirstHangs()
    phone.route(PREVIEW_ADDRESS, first)
    with phone.expect_request(PREVIEW_ADDRESS):
        thumb.choose(**RUFER)
    thumb.choose(p0_result="lost")
    thumb.shows("−1", "+1", "−1", "+1")
    assert first.asked > 1
    phone.wait_for_timeout(300)
    expect(phone.locator(PREVIEW)).not_to_contain_text(PROVISIONAL)
    thumb.shows("−1", "+1", "−1", "+1")
