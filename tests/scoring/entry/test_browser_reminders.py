"""Reminders: one calm line, at the moment it matters, without the network, and never in the way."""

import pytest
from playwright.sync_api import Page, expect

from tests.scoring.support.phone_driver import Thumb
from tests.support.browser import DESKTOP

pytestmark = pytest.mark.heavy


def expect_reminders(page: Page, *texts: str) -> None:
    """Wait until exactly these are said where one can see them."""
    lines = page.locator("#reminders p:visible")
    expect(lines).to_have_count(len(texts))
    for at, text in enumerate(texts):
        expect(lines.nth(at)).to_contain_text(text)


def test_what_is_said_follows_what_is_tapped(phone):
    thumb = Thumb(phone)
    thumb.start("treffpunkt")
    expect_reminders(phone, "Nur höher überbieten")  # of bidding only before the first deal
    thumb.choose(p0_contract="rufer")
    expect_reminders(phone, "Sich selber rufen darf nur, wer alle vier Könige")
    thumb.choose(p0_partner="talon")
    expect_reminders(phone, "zählt das als stiller Königfang")
    thumb.choose(p0_result="lost")
    expect_reminders(phone)
    thumb.choose(prem_mondfang_defence="silent")
    expect_reminders(phone, "Kaiserstich: fällt die Trull zusammen, in welcher Reihenfolge immer")
    thumb.save()
    expect_reminders(phone)


def test_without_the_network_it_is_said_all_the_same(phone, faults):
    faults.expect("request|console|ERR_INTERNET_DISCONNECTED")
    thumb = Thumb(phone)
    thumb.start("zwanzigerrufen")
    expect_reminders(phone, "Neu gegeben wird")
    phone.context.set_offline(True)
    thumb.choose(p0_contract="normalspiel")
    expect_reminders(phone, "Pflichtsolo: der 16er darf nicht mehr gerufen werden")
    phone.locator("[data-part=other]:visible").tap()
    thumb.choose(p0_contract="farbensolo")
    expect_reminders(phone, "Mindestens fünf Farbkarten")
    phone.context.set_offline(False)


def test_what_the_opponents_announce_is_told_from_what_the_declarer_announces(page_factory):
    page = page_factory(**DESKTOP, has_touch=True)
    thumb = Thumb(page)
    thumb.start("zwanzigerrufen")
    thumb.choose(p0_contract="normalspiel", p0_declarer="0", p0_partner="1", p0_result="won")
    thumb.choose(prem_pagat_declarer="announced")
    expect(page.locator("#reminders")).to_contain_text("nur als letzte Karte gespielt")
    thumb.choose(prem_absolut_declarer="announced")
    expect(page.locator("#reminders")).not_to_contain_text("Ein Absolut der Gegner")


def test_no_more_than_two_are_said_and_on_a_phone_one(page_factory, phone):
    desktop = page_factory(**DESKTOP, has_touch=True)
    for page, most in ((phone, 1), (desktop, 2)):
        thumb = Thumb(page)
        thumb.start("standard")
        thumb.choose(p0_contract="besserrufer", p0_declarer="1", p0_partner="talon")
        expect(page.locator("#reminders p:visible")).to_have_count(most)


@pytest.mark.parametrize("locale", ["de-AT", "en-GB"])
def test_without_script_they_stand_in_a_folded_list(page_factory, locale):
    started = page_factory(**DESKTOP, has_touch=True, locale=locale)
    address = Thumb(started).start("skoty")
    page = page_factory(locale=locale, java_script_enabled=False, storage_state=started.context.storage_state())
    page.goto(address)
    folded = page.locator("noscript details, details:has(ul.notes)").first
    folded.locator("summary").click()
    words = "ohne Ansage, wird nicht gespielt" if locale == "de-AT" else "is not played but paid at once"
    expect(folded).to_contain_text(words)
