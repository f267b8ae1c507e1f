"""The form of the next hand is of whoever taps into it: what still happens to the last hand takes nothing away."""

import pytest
from playwright.sync_api import expect

from tests.offline.keeping import dreier_totals, until
from tests.support.network import moods

pytestmark = pytest.mark.heavy
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
