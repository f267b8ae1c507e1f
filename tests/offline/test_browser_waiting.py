"""Hands that wait on a phone: changed, thrown away, refused, half entered; in two tabs, and where nothing is kept."""

import pytest
from playwright.sync_api import expect

from tests.offline.keeping import Keeper, dreier_totals, until
from tests.offline.test_browser_tabs import crash
from tests.support.network import moods
from tests.support.network.moods import HANDS

pytestmark = pytest.mark.heavy
READ_AHEAD = "() => performance.getEntriesByType('resource').filter(({ name }) => name.includes('/help/')).length === 4"


@pytest.fixture(autouse=True)
def _refusals(faults):
    """Expect refusals: they are answers, which Chromium reports as errors."""
    faults.expect("41[02]|422|400")


def away(network):
    """The network is gone."""
    network.mood = moods.OFF
    network.cut()


def act(keeper, key, what):
    """Tap on a button of a hand that waits."""
    keeper.unfold("#waiting")
    keeper.tap(keeper.page.locator(f'#waiting [data-key="{key}"] [data-act="{what}"]'))


def test_a_hand_that_only_the_server_can_refuse_holds_up_those_behind_it_until_it_is_put_right(keeper, network, book):
    away(network)
    keeper.choose(p0_contract="solorufer", p0_declarer="0", p0_partner="1")
    keeper.type_points("71")
    wrong = keeper.save_offline()
    others = [keeper.keep(declarer) for declarer in (1, 2)]
    network.mood = moods.GOOD
    until(lambda: keeper.waiting_states.get(wrong) == "invalid")
    expect(keeper.page.locator(f'#waiting [data-key="{wrong}"] .trouble')).to_contain_text("nur 70 Punkte")
    until(lambda: keeper.waiting_states == {wrong: "invalid", others[0]: "waiting", others[1]: "waiting"})
    assert book.writes == 0
    act(keeper, wrong, "change")
    expect(keeper.page.locator("#entry h2").first).to_have_text("Spiel 1")
    keeper.tap(keeper.page.locator('[data-play="0"] [data-part=other]'))
    keeper.enter(0)
    keeper.tap(keeper.page.locator("#save"))
    book.has_within([wrong, *others])
    assert book.totals == dreier_totals([0, 1, 2])
    keeper.is_empty_within()
    keeper.shows_hands(3)


def test_what_is_entered_follows_what_is_left_when_the_hand_before_it_is_thrown_away(keeper, network, book):
    keeper.page.context.set_offline(True)
    keys = [keeper.keep(declarer) for declarer in (0, 1)]
    keeper.enter(3)
    act(keeper, keys[1], "drop")
    act(keeper, keys[1], "drop")
    keeper.tap(keeper.page.locator("#waiting summary"))
    expect(keeper.page.locator("#entry h2").first).to_have_text("Spiel 2")
    expect(keeper.page.locator("[name=p0-declarer][value='3']")).to_be_checked()
    last = keeper.save_offline()
    keeper.page.context.set_offline(False)
    book.has_within([keys[0], last])
    assert book.totals == dreier_totals([0, 3])
    assert book.held_hands == {}


def test_a_hand_that_was_passed_on_as_text_is_another_one_when_it_is_changed(keeper, network):
    keeper.page.context.set_offline(True)
    keys = [keeper.keep(declarer) for declarer in (0, 1)]
    keeper.unfold("#waiting")
    keeper.tap(keeper.page.locator("#waiting [data-part=text]"))
    keeper.tap(keeper.page.locator("#waiting-text-dialog .head button"))
    act(keeper, keys[1], "change")
    keeper.choose(p0_declarer="3")
    changed = keeper.save_offline()
    assert changed not in keys
    assert [hand["key"] for hand in keeper.outbox] == [keys[0], changed]


def test_a_hand_that_waits_can_be_changed_and_those_behind_it_follow_it(keeper, network, book):
    keeper.page.context.set_offline(True)
    keys = [keeper.keep(declarer) for declarer in (0, 1, 2)]
    act(keeper, keys[1], "change")
    expect(keeper.page.locator("#entry h2").first).to_have_text("Spiel 2")
    expect(keeper.page.locator("[name=p0-declarer][value='1']")).to_be_checked()
    keeper.choose(p0_declarer="3")
    keeper.save_offline()
    until(lambda: list(keeper.waiting_states.values()) == ["waiting"] * 3)
    expect(keeper.page.locator("#entry h2").first).to_have_text("Spiel 4")
    keeper.page.context.set_offline(False)
    until(lambda: len(book.keys) == 3, state=lambda: (book.keys, book.held_hands))
    assert [hand.declarer for hand in book.hands] == [0, 3, 2]
    assert book.totals == dreier_totals([0, 3, 2])
    keeper.is_empty_within()


def test_a_hand_that_is_changed_after_its_answer_was_lost_is_not_counted_twice(keeper, network, book):
    network.mood = moods.apply_only_to(HANDS, moods.ANSWERS_LOST, moods.OFF)
    first = keeper.keep(0)
    until(lambda: book.keys == [first])
    network.mood = moods.OFF
    act(keeper, first, "change")
    keeper.choose(p0_declarer="1")
    keeper.save_offline()
    network.mood = moods.GOOD
    until(lambda: len(book.held_undecided) == 1, 30, lambda: (book.keys, book.held_hands, keeper.outbox))
    assert book.keys == [first]
    held = keeper.page.locator(".held-hand")
    expect(held).to_have_count(1, timeout=20_000)
    keeper.tap(held.locator('button[value^="same"]'))
    keeper.is_empty_within()
    assert book.totals == dreier_totals([0])


def test_what_follows_a_hand_that_arrives_while_it_is_changed_follows_it_still(keeper, network, book):
    away(network)
    first, second = keeper.keep(0), keeper.keep(1)
    sent = len(network.list_sent(HANDS))
    network.mood = moods.apply_only_to(HANDS, moods.apply_first(1, moods.slow_down(6), moods.OFF))
    until(lambda: len(network.list_sent(HANDS)) > sent)  # on its way: its answer comes in six seconds
    act(keeper, first, "change")
    keeper.choose(p0_declarer="2", p0_result="won")
    until(lambda: [hand["key"] for hand in keeper.outbox] == [second], state=lambda: keeper.outbox)
    changed = keeper.save_offline()
    until(lambda: len(keeper.outbox) == 2)
    network.mood = moods.GOOD
    until(lambda: book.held_undecided == [changed], state=lambda: (book.keys, book.held_hands))
    assert book.keys == [first, second]
    assert book.totals == dreier_totals([0, 1])


def test_what_is_half_entered_is_there_when_the_tab_has_died(keeper, network, book):
    away(network)
    key = keeper.keep(0)
    keeper.choose(p0_contract="dreier", p0_declarer="2")
    address, context = keeper.page.url.split("?")[0], keeper.page.context
    crash(keeper.page)
    network.mood = moods.apply_only_to(HANDS, moods.OFF)
    again = Keeper.open(context.new_page(), address)
    expect(again.page.locator("#entry h2").first).to_have_text("Spiel 2")
    expect(again.page.locator("[name=p0-declarer][value='2']")).to_be_checked()
    again.choose(p0_result="won")
    keys = [key, again.save_offline()]
    network.mood = moods.GOOD
    book.has_within(keys)
    assert book.totals == dreier_totals([0, 2])


SEATS_CHANGED = """() => {
  const name = `draft ${location.pathname}`;
  const draft = JSON.parse(localStorage.getItem(name));
  const [first, second, ...others] = draft.seats.split(",").slice(5);
  draft.seats = [draft.seats.split(",").slice(0, 5), second, first, others].join(",");
  localStorage.setItem(name, JSON.stringify(draft));
}"""


def test_where_seats_were_changed_since_who_played_what_is_half_entered_is_asked_anew(keeper):
    keeper.choose(p0_contract="dreier", p0_declarer="0")
    keeper.page.evaluate(SEATS_CHANGED)
    keeper.page.reload()
    expect(keeper.page.locator("#draft")).to_contain_text("Angefangen, bevor die Plätze geändert wurden:")
    keeper.page.get_by_role("button", name="Übernehmen").tap()
    expect(keeper.page.locator("[name=p0-contract][value=dreier]")).to_be_checked()
    expect(keeper.page.locator("[name=p0-declarer]:checked")).to_have_count(0)


def test_what_two_tabs_have_made_of_one_half_entered_hand_is_two_hands(keeper, network, book):
    keeper.choose(p0_contract="dreier", p0_declarer="0")
    second = Keeper.open(keeper.page.context.new_page(), keeper.page.url)
    expect(second.page.locator("[name=p0-declarer][value='0']")).to_be_checked()
    away(network)
    keeper.page.bring_to_front()
    keeper.choose(p0_result="won")
    first_key = keeper.save_offline()
    second.page.bring_to_front()
    expect(second.page.locator("#entry h2").first).to_have_text("Spiel 2")
    expect(second.page.locator("[name=p0-declarer]:checked")).to_have_count(0)
    second.keep(1)
    keys = [hand["key"] for hand in second.outbox]
    assert keys[0] == first_key
    assert len(keys) == 2, "one hand has taken the place of the other"
    network.mood = moods.GOOD
    book.has_within(keys)
    assert book.totals == dreier_totals([0, 1])


def test_where_the_browser_keeps_nothing_it_says_so_and_the_hand_stays_in_the_form_until_it_is_sent(
    keeper, network, book
):
    page = keeper.page
    page.context.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    page.goto(page.url.split("?")[0])
    expect(page.locator("#ribbon .is-shown")).to_contain_text("Dieser Browser bewahrt keine Spiele auf.")
    keeper.enter(0)
    keeper.tap(page.locator("#save"))
    keeper.shows_hands(1)
    away(network)
    page.evaluate("() => { globalThis.isSamePage = true; }")
    keeper.enter(1)
    for _tap in range(2):
        keeper.tap(page.locator("#save"))
        expect(page.locator("#incomplete")).to_contain_text("Nicht gespeichert: Es kam keine Antwort.")
        expect(page.locator("[name=p0-declarer]:checked")).to_have_value("1")
    network.mood = moods.GOOD
    expect(page.locator("html.no-network")).to_have_count(0, timeout=30_000)
    keeper.tap(page.locator("#save"))
    keeper.shows_hands(2)
    expect(page.locator("#ribbon .saved.is-shown")).to_contain_text("Spiel 2")
    assert page.evaluate("() => globalThis.isSamePage")
    assert book.totals == dreier_totals([0, 1])


SENT_MEANWHILE = """() => new Promise((done) => {
  indexedDB.open("tarockclub").onsuccess = ({ target: { result: db } }) => {
    const run = db.transaction("hands", "readwrite");
    run.objectStore("hands").clear();
    run.oncomplete = () => {
      window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
      done();
    };
  };
})"""


def test_a_page_to_which_somebody_comes_back_knows_that_nothing_waits_any_more(keeper, network):
    away(network)
    keeper.keep(0)
    expect(keeper.page.locator("#entry h2").first).to_have_text("Spiel 2")
    keeper.page.evaluate(SENT_MEANWHILE)  # as from another page of this phone
    expect(keeper.page.locator("#entry h2").first).to_have_text("Spiel 1")


CUT = """() => {
  const { transaction } = IDBDatabase.prototype;
  let cut = null;
  IDBDatabase.prototype.transaction = function (...asked) {
    cut ??= this;
    if (cut === this) this.close(); // nothing is told of it
    return transaction.apply(this, asked);
  };
}"""


def test_a_connection_to_what_is_kept_that_the_phone_has_cut_is_made_anew(keeper, network, book):
    keeper.page.context.set_offline(True)
    keys = [keeper.keep(0)]
    keeper.page.evaluate(CUT)
    keys.append(keeper.keep(1))
    keeper.page.context.set_offline(False)
    until(lambda: book.keys == keys, state=lambda: (book.keys, book.held_hands))
    keeper.is_empty_within()


GONE = """() => {
  IDBDatabase.prototype.transaction = () => { throw new Error("gone"); };
  IDBFactory.prototype.open = () => ({});
}"""


def test_where_the_phone_keeps_nothing_any_more_the_page_says_so_and_passes_on_what_it_knows(keeper):
    keeper.page.context.set_offline(True)
    keeper.keep(0)
    keeper.page.evaluate(GONE)
    expect(keeper.page.locator('[data-part="unkept"]')).to_be_visible(timeout=30_000)
    expect(keeper.page.locator("#kept")).to_be_hidden()
    keeper.tap(keeper.page.locator('#waiting [data-part="text"]'))
    expect(keeper.page.locator("dialog[open], .passing-on:visible").first).to_be_visible()


def test_help_that_was_read_ahead_opens_over_the_page_where_no_page_can_be_kept(keeper, network):
    page = keeper.page
    page.wait_for_function(READ_AHEAD, timeout=30_000)
    away(network)
    expect(page.locator("#live .away")).to_be_visible(timeout=30_000)
    page.locator('.icon-row a[rel="help"]').tap()
    help_here = page.locator("dialog.help-here")
    expect(help_here.locator("#enter-a-hand")).to_be_in_viewport()
    help_here.locator("#save-and-undo").tap()  # what stands below the other headings is folded
    help_here.get_by_role("link", name="in der Schrift korrigieren").tap()
    expect(help_here.locator("#change-a-hand")).to_be_in_viewport()
    assert help_here.locator("a[href*=glossary], a[href*=settlement], img").count() == 0
    help_here.get_by_role("button", name="Schließen").tap()
    expect(help_here).to_be_hidden()
    expect(page.locator("#entry h2").first).to_have_text("Spiel 1")
