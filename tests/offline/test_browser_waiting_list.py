"""The list of waiting hands, and the form beside it, under the thumb of somebody whose network stays away."""

import re

import pytest
from playwright.sync_api import expect

from tests.offline.keeping import Keeper, until
from tests.support.network import moods
from tests.support.network.moods import HANDS

pytestmark = pytest.mark.heavy
ON_THE_SCREEN = """(one) => {
  const { left, width, top, height } = one.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && one.contains(hit);
}"""


@pytest.fixture
def keeper(inn_phone, network):
    """A phone that has begun an evening in the inn, and has lost the network."""
    one = Keeper(inn_phone)
    one.start()
    network.mood = moods.OFF
    network.cut()
    return one


def button(keeper, what):
    """A button of the only hand that waits."""
    keeper.unfold("#waiting")
    return keeper.page.locator(f'#waiting [data-act="{what}"]')


def test_beside_hands_that_wait_the_games_stay_in_sight(keeper):
    keeper.page.set_viewport_size({"width": 360, "height": 640})
    keeper.keep(0)
    keeper.keep(1)
    expect(keeper.page.locator("html.no-network")).to_be_attached(timeout=30_000)
    said = keeper.page.locator("#waiting .is-shown strong")
    expect(said).to_have_text("2 Spiele warten")
    assert said.evaluate("(one) => getComputedStyle(one, '::before').content") == '"Kein Netz · "'
    for game in ("rufer", "trischaken", "solorufer", "besserrufer", "dreier"):
        assert keeper.is_free(keeper.page.locator(f'label:has([name="p0-contract"][value="{game}"])'), 30_000)


def test_between_two_taps_the_list_stays_as_it_is_however_often_the_hand_is_sent_in_vain(keeper, network):
    keeper.keep(0)
    discard = button(keeper, "drop")
    until(lambda: keeper.outbox[0]["tried"] > 0)
    keeper.tap(discard)
    assert len(keeper.waiting_states) == 1
    discard.focus()
    sent = len(network.list_sent(HANDS))
    until(lambda: len(network.list_sent(HANDS)) > sent + 1)
    expect(discard).to_have_text("Wirklich verwerfen?")
    expect(discard).to_be_focused()
    keeper.tap(discard)
    keeper.is_empty_within()


def test_a_wrong_tap_in_the_form_does_not_keep_anybody_from_changing_a_hand(keeper):
    keeper.keep(0)
    keeper.choose(p0_contract="einer")
    change = button(keeper, "change")
    keeper.tap(change)
    expect(keeper.page.locator("#waiting .trouble")).to_contain_text("In der Eingabe steht schon etwas")
    expect(keeper.page.locator("#entry h2").first).to_have_text("Spiel 2")
    expect(change).to_have_text("Eingabe leeren und dieses Spiel ändern")
    keeper.tap(change)
    expect(keeper.page.locator("#entry h2").first).to_have_text("Spiel 1")
    expect(keeper.page.locator("[name=p0-contract]:checked")).to_have_value("dreier")
    asked = keeper.page.locator(".asked")
    expect(asked.locator("b")).to_have_text("Dreier · Anna")
    assert asked.evaluate(ON_THE_SCREEN), "what sticks to the top lies over it"


def test_a_hand_that_waits_is_told_by_its_game_and_who_played_it(keeper):
    keeper.choose(p0_contract="rufer", p0_partner="2", p0_result="won")
    keeper.save_offline()
    forehand, partner = (keeper.page.locator(f"[name=p0-declarer][value='{seat}'] + span") for seat in (0, 2))
    names = [player.text_content().split()[0] for player in (forehand, partner)]
    keeper.enter(2, "bettler", "lost")
    keeper.page.locator('[data-play="1"]').evaluate("(one) => { one.open = true }")  # somebody has had a look
    keeper.save_offline()
    first, second = (hand["said"] for hand in keeper.outbox)
    assert first == f"Rufer · {names[0]} mit {names[1]} · gewonnen"
    assert second.count(" · ") == 2, second  # without a game beside it that nobody played


def test_a_link_that_cannot_be_followed_says_so_and_does_not_cover_the_form_for_ever(keeper):
    away = keeper.page.locator('#live [data-part="away"]')
    expect(away).to_be_visible()
    address = keeper.page.url
    keeper.tap(keeper.page.locator('a[href$="/export.xlsx"]').first)
    expect(away).to_have_attribute(
        "data-why", "Das geht erst wieder mit Netz. Diese Seite bleibt offen, damit nichts verloren geht."
    )
    assert keeper.page.url == address
    expect(away).not_to_have_attribute("data-why", re.compile(""), timeout=30_000)


def test_who_unfolds_the_list_sees_it_and_it_is_folded_again_when_nothing_waits_any_more(keeper, network):
    expect(keeper.page.locator('#live [data-part="away"]')).to_be_visible()
    keeper.keep(0)
    keeper.keep(1)
    summary = keeper.page.locator("#waiting summary")
    expect(summary).to_contain_text("2 Spiele")
    expect(summary).to_be_visible()
    before = summary.evaluate("(one) => one.getBoundingClientRect().top")
    keeper.tap(summary)
    expect(keeper.page.locator("#waiting li").first).to_be_visible()
    keeper.page.wait_for_timeout(300)
    assert abs(summary.evaluate("(one) => one.getBoundingClientRect().top") - before) <= 1
    network.mood = moods.GOOD
    keeper.is_empty_within()
    network.mood = moods.OFF
    keeper.keep(2)
    waiting = keeper.page.locator("#waiting")
    expect(waiting).to_be_visible()
    expect(waiting).not_to_have_attribute("open", "")


def test_the_list_that_appears_moves_nothing_under_the_finger(keeper):
    expect(keeper.page.locator('#live [data-part="away"]')).to_be_visible()
    keeper.keep(0)
    top = "(one) => one.getBoundingClientRect().top"
    before = keeper.page.locator("#entry").evaluate(top)
    expect(keeper.page.locator("#waiting")).to_be_visible()
    keeper.page.wait_for_timeout(600)
    assert abs(keeper.page.locator("#entry").evaluate(top) - before) <= 1
