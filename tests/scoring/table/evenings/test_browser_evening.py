"""An evening on a phone: what comes into sight by itself, and what does not."""

import pytest
from playwright.sync_api import expect

from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.surface import find_control
from tests.support.browser import PATIENCE_MS

pytestmark = pytest.mark.heavy

LONGEST = ("Maximilian", "Anna-Katharina", "Bernadette", "Hans-Joachim")


def test_what_is_asked_next_comes_into_sight(phone):
    thumb = Thumb(phone)
    thumb.start("treffpunkt", LONGEST)
    thumb.touch(find_control(phone, "p0-contract", "besserrufer"))
    thumb.touch(find_control(phone, "p0-declarer", "3"))
    thumb.touch(find_control(phone, "p0-partner", "0"))
    thumb.touch(find_control(phone, "p0-result", "won"))
    thumb.misses("Welcher Vogel ist angesagt?")
    needed = phone.locator(".premium-strip .is-needed").evaluate_all("(chips) => chips.map((one) => one.dataset.chip)")
    assert needed == ["pagat", "uhu", "kakadu", "quapil"]
    thumb.choose(prem_uhu_declarer="announced")
    thumb.shows("+6", "−6", "−6", "+6")
    thumb.touch(phone.locator("#save"))
    expect(phone.locator(".saved")).to_be_visible(timeout=PATIENCE_MS)


def test_the_premiums_of_the_other_side_are_behind_a_switch_and_each_stands_where_it_stands_in_every_game(phone):
    thumb = Thumb(phone)
    thumb.start()
    thumb.choose(p0_contract="besserrufer", p0_declarer="3", p0_partner="0", p0_result="won")
    thumb.choose(prem_uhu_defence="announced")
    thumb.choose(prem_trull_declarer="silent", prem_pagat_declarer="announced")
    thumb.shows("+1", "−1", "−1", "+1")  # 2, the Pagat 2 and the Trull 1, less the Uhu of the others
    trull = phone.locator("[data-chip=trull]").bounding_box()
    expect(phone.locator("[data-chip=uhu] small")).to_have_text("weil Uhu bei den Gegnern")
    thumb.tap(phone.locator('[data-play="0"] [data-part=other]'))
    thumb.choose(p0_contract="dreier")
    expect(phone.locator("[data-chip=trull]")).to_be_visible()
    assert phone.locator("[data-chip=trull]").bounding_box() == trull
    names = phone.locator(".premium-strip .chip[data-chip] > span").all_text_contents()
    assert names[:4] == ["Pagat", "Uhu", "Kakadu", "Quapil"]  # birds stand together


def test_exactly_half_is_asked_beside_the_button_that_saves(phone):
    thumb = Thumb(phone)
    thumb.start("standard")
    for name, value in (("p0-contract", "dreier"), ("p0-declarer", "0"), ("p0-result", "lost")):
        expect(phone.locator('label:has([name="p0-equal"])')).to_be_hidden()
        thumb.touch(find_control(phone, name, value))
    thumb.shows("−15", "+5", "+5", "+5")
    before = phone.evaluate("scrollY")
    thumb.touch(phone.locator('label:has([name="p0-equal"])'))
    expect(phone.locator("#preview")).to_contain_text("beginnt ein Radl")
    assert phone.evaluate("scrollY") == before
    thumb.touch(phone.locator("#save"))
    expect(phone.locator(".saved")).to_be_visible(timeout=PATIENCE_MS)


def test_what_the_sheet_does_not_allow_is_not_in_sight(phone):
    thumb = Thumb(phone)
    thumb.start("skoty-trophy")
    cards = phone.locator(".contracts:visible label:visible")
    expect(phone.locator(".premium-strip")).to_be_hidden()
    assert cards.count() == 15  # a Zwiccolo only beside a Piccolo, open cards are a switch
    thumb.choose(p0_contract="farbendreier", p0_declarer="1")
    assert cards.count() == 1
    thumb.unfold("details.premiums")
    premiums = phone.locator(".premium-strip .chip[data-chip]:not(.is-dead) > span")
    expect(premiums).to_have_text(["Könige", "1. Sack", "2. Sack", "Valat"])
    for other in phone.locator(".premium-strip .chip.is-dead").all():  # in their places, and dead
        expect(other).to_be_visible()
        expect(other).to_be_disabled()
    thumb.unfold('[data-play="0"] details[data-part=kontra]')
    kontra = phone.locator(".key.kontra:not([data-seat])")
    for word in ("Kontra", "Rekontra", "Kontra"):  # and none again
        thumb.tap(kontra)
        expect(kontra.locator("span")).to_have_text(word)
    expect(kontra).to_have_attribute("aria-pressed", "false")
    expect(phone.locator('details[data-play="1"]')).to_be_hidden()
    thumb.tap(phone.locator('[data-play="0"] [data-part=other]'))
    assert cards.count() == 15
    thumb.count_four()
    for given in ("won", "lost"):
        expect(phone.locator(f'[name="p0-result"][value="{given}"]')).to_be_disabled()
    for part in ("declarer", "partner", "kontra"):
        expect(phone.locator(f'[data-play="0"] [data-part={part}]').first).to_be_hidden()
    expect(phone.locator("details.premiums")).to_be_hidden()
