"""The table's link is replaced while hands wait: they go on waiting, the new code is asked for, then all are sent."""

import re

import pytest
from playwright.sync_api import expect

from tests.offline.keeping import Book, Keeper, dreier_totals, until
from tests.scoring.book.access.test_browser_rights import link_of, open_link_page
from tests.support.network import moods

pytestmark = pytest.mark.heavy


def replace_link(thumb):
    """Replace the link of the table; the new one."""
    open_link_page(thumb)
    thumb.unfold("details.replace")
    thumb.tap(thumb.page.get_by_role("button", name="Link jetzt ersetzen"))
    expect(thumb.page.locator(".saved")).to_contain_text("Dieses Gerät schreibt weiter.")
    return link_of(thumb.page)


def test_hands_that_wait_when_the_link_is_replaced_are_sent_after_the_new_code(pair, network, served, faults):
    faults.expect("403")
    first, second = pair
    book = Book(served, second.page.url)
    second.page.context.set_offline(True)
    keys = [second.keep(declarer) for declarer in (1, 2)]
    new_link = replace_link(first)
    second.page.context.set_offline(False)
    until(lambda: "no_right" in second.waiting_states.values())
    assert list(second.waiting_states) == keys
    assert book.writes == 0
    expect(second.page.locator("#waiting")).to_contain_text("Code")
    scanner = second.page.context.new_page()  # the camera opens another tab
    scanner.goto(new_link)
    book.has_within(keys)
    assert book.totals == dreier_totals([1, 2])
    second.is_empty_within()
    second.stands_at("−10", "10", "10", "−10")


def test_they_wait_also_while_more_are_entered_and_the_tab_is_closed(pair, network, served, faults):
    faults.expect("403")
    first, second = pair
    book = Book(served, second.page.url)
    network.mood = moods.OFF
    network.cut()
    keys = [second.keep(declarer) for declarer in (0, 1)]
    network.mood = moods.apply_only_to(r"^POST .*/hands/", moods.OFF)
    new_link = replace_link(first)
    network.mood = moods.GOOD
    until(lambda: "no_right" in second.waiting_states.values())
    keys.append(second.keep(2))
    assert list(second.waiting_states) == keys
    context = second.page.context
    second.page.close()
    again = Keeper.open(context.new_page(), new_link)
    again.tap(again.page.get_by_role("button", name="Es gehört keinem von uns"))
    expect(again.page.locator("#entry")).to_be_visible()
    book.has_within(keys)
    assert book.totals == dreier_totals([0, 1, 2])
    again.is_empty_within()
    again.stands_at("5", "5", "5", "−15")


def test_hands_of_a_table_whose_code_nobody_has_any_more_can_be_thrown_away(pair, served, faults):
    faults.expect("403")
    first, second = pair
    second.page.context.set_offline(True)
    second.keep(1)
    replace_link(first)
    second.page.context.set_offline(False)
    until(lambda: list(second.waiting_states.values()) == ["no_right"])
    drop = second.page.locator("#waiting [data-act=drop]")
    second.unfold("#waiting")
    for _ in ("discard", "really"):
        second.tap(drop)
    second.is_empty_within()
    assert not Book(served, second.page.url).writes


def test_a_link_that_is_tapped_before_the_page_knows_of_the_network_leads_on(pair, network):
    first, _second = pair
    network.mood = moods.OFF
    network.cut()
    away = first.page.locator('#live [data-part="away"]')
    expect(away).to_be_visible()
    first.page.evaluate("document.addEventListener('back', () => sessionStorage.setItem('back', 'yes'))")
    until(lambda: len(network.list_sent("^GET .*/live/")) > 5)  # now it asks every five seconds only
    network.mood = moods.GOOD
    open_link_page(first)
    assert first.page.evaluate("sessionStorage.getItem('back')") == "yes"  # it was tapped before


def test_whoever_enters_something_after_such_a_tap_stays_at_the_table(pair, network):
    first, _second = pair
    network.mood = moods.OFF
    network.cut()
    away = first.page.locator('#live [data-part="away"]')
    expect(away).to_be_visible()
    first.tap(first.page.get_by_role("link", name="Link und QR-Code"))
    expect(away).to_have_attribute("data-why", re.compile("."))
    first.choose(p0_contract="dreier")
    network.mood = moods.GOOD
    expect(away).to_be_hidden()
    first.page.wait_for_timeout(500)
    expect(first.page.locator("#entry")).to_be_visible()
