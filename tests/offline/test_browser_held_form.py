"""A late hand in a form while somebody decides about it, and the next hand begun meanwhile: neither is lost."""

import pytest
from playwright.sync_api import expect

from tests.offline.keeping import Book, dreier_totals, until
from tests.offline.test_browser_two_phones import HELD_HAND, decide, enter_too_late, see_held
from tests.support.network import moods

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


# A phone that is so slow that the table answers before what was told is on the screen.
SLOW_TO_PAINT = """() => {
  const { setTimeout: soon } = window;
  window.painted = [];
  window.setTimeout = (act, delay = 100) => (delay === 100 ? window.painted.push(act) : soon(act, delay));
}"""
PAINTED = "() => window.painted.forEach((act) => act())"
# A store that takes its time to note that a hand is being changed.
SLOW_TO_MARK = """() => {
  const { put } = IDBObjectStore.prototype;
  const slow = new Set();
  IDBObjectStore.prototype.put = function (hand) {
    if (hand.state === "changing") slow.add(this.transaction);
    return put.call(this, hand);
  };
  Object.defineProperty(IDBTransaction.prototype, "oncomplete", { set(done) {
    this.addEventListener("complete", () => { if (slow.has(this)) window.goOn = done; else done(); });
  } });
}"""
GO_ON = "() => { const { goOn } = window; delete window.goOn; goOn(); }"


def test_the_next_hand_that_is_begun_before_a_slow_phone_is_done_with_the_last_one_stays(keeper, book):
    keeper.page.evaluate(SLOW_TO_PAINT)
    keys = [keeper.keep(0)]  # the table says that it has it: the form is that of the next hand
    keeper.choose(p0_contract="dreier", p0_declarer="1")
    keeper.page.evaluate(PAINTED)
    expect(keeper.page.locator("#kept")).to_be_hidden(timeout=30_000)
    keeper.choose(p0_result="won")
    keys.append(keeper.save_offline())
    book.has_within(keys)
    assert book.totals == dreier_totals([0, 1])


def test_a_hand_that_is_refused_does_not_take_the_place_of_the_next_one_begun_just_then(keeper, network, faults):
    faults.expect("400")
    network.mood = moods.apply_only_to("^POST .*/preview/", moods.OFF)  # who has no answer saves all the same
    keeper.page.evaluate(SLOW_TO_MARK)
    keeper.choose(p0_contract="solorufer", p0_declarer="0", p0_partner="1")
    keeper.type_points("71")
    wrong = keeper.save_offline()
    keeper.page.wait_for_function("() => window.goOn")
    keeper.choose(p0_contract="dreier", p0_declarer="2")
    keeper.page.evaluate(GO_ON)  # begun to be changed, and left
    until(lambda: [hand["state"] for hand in keeper.outbox] == ["invalid"])
    expect(keeper.page.locator("#waiting [data-state=invalid]")).to_have_count(1)
    keeper.choose(p0_result="won")
    right = keeper.save_offline()
    assert [hand["key"] for hand in keeper.outbox] == [wrong, right]
