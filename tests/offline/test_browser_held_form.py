"""A hand that came late stands in the form of one phone while somebody decides about it."""

import pytest
from playwright.sync_api import expect

from tests.offline.keeping import Book, dreier_totals
from tests.offline.test_browser_two_phones import HELD_HAND, decide, enter_too_late, see_held

pytestmark = pytest.mark.heavy


@pytest.fixture
def both(pair):
    """Two phones of one table; of the first one a late hand is asked about."""
    first, second = pair
    enter_too_late(first, second, 0)
    return first, second


@pytest.fixture
def book(served, both):
    """The server's view of their table."""
    return Book(served, both[0].page.url)


def into_the_form(keeper):
    """Take the late hand into the form, without another page."""
    keeper.page.evaluate("window.isSamePage = true")
    keeper.page.locator(f'{HELD_HAND} a[href$="#entry"]').first.evaluate("(link) => link.click()")
    key = keeper.page.locator(f"{HELD_HAND} [name=hand]").first.input_value()
    expect(keeper.page.locator("#entry > [name=key]")).to_have_value(key)
    expect(keeper.page.locator("[name=p0-contract]:checked")).to_have_value("dreier")
    assert keeper.page.evaluate("window.isSamePage")


def same_as_the_first(keeper):
    """Return the value of the button that says that it is the hand in the sheet."""
    return keeper.page.locator(f'{HELD_HAND} button[value^="same"]').first.get_attribute("value")


@pytest.mark.parametrize("decider", [0, 1])
def test_what_is_decided_meanwhile_does_not_stand_in_the_form_any_more(both, book, decider):
    into_the_form(both[0])
    decide(both[decider], same_as_the_first(both[decider]))
    see_held(0, *both)
    expect(both[0].page.locator("[name=p0-contract]:checked")).to_have_count(0)
    expect(both[0].page.locator("#entry h2").first).to_have_text("Spiel 2")
    both[0].enter(1)
    both[0].save_offline()
    both[0].is_empty_within()
    assert book.totals == dreier_totals([0, 1])


def test_what_was_half_entered_comes_back_when_the_late_hand_is_decided(both, book):
    first, second = both
    first.enter(1)
    into_the_form(first)
    expect(first.page.locator("[name=p0-declarer]:checked")).to_have_value("0")
    decide(second, same_as_the_first(second))
    expect(first.page.locator("[name=p0-declarer]:checked")).to_have_value("1")
    first.save_offline()
    first.is_empty_within()
    assert book.totals == dreier_totals([0, 1])


def test_who_saves_what_was_decided_a_moment_ago_is_told_and_goes_on_with_the_right_hand(both, book):
    first, second = both
    into_the_form(first)
    first.page.route("**/live/", lambda route: route.abort())
    decide(second, same_as_the_first(second))
    see_held(0, second)
    first.tap(first.page.locator("#save"))
    expect(first.page.locator("#kept")).to_contain_text("Das ist schon entschieden: Es ist Spiel 1 der Schrift.")
    expect(first.page.locator("#entry h2").first).to_have_text("Spiel 2")
    assert book.totals == dreier_totals([0])


def test_a_late_hand_that_was_looked_at_in_the_form_does_not_come_back_as_something_half_entered(both, book):
    _, second = both
    table = second.page.url.split("?")[0]
    into_the_form(second)
    second.page.goto(table)
    expect(second.page.locator(HELD_HAND)).to_have_count(1)
    expect(second.page.locator("#entry h2").first).to_have_text("Spiel 2")
    assert second.page.locator("[name=p0-contract]:checked").count() == 0
    assert second.page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('draft'))") == []
