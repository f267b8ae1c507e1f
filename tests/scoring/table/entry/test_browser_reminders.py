"""Reminders: one calm line, at the moment it matters, without the network, and never in the way."""

import pytest
from playwright.sync_api import Page, expect

from scoring.engine.house_rules.library import BUILT_IN
from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.scripts import ENTRY, build_call
from tests.support.browser import DESKTOP, PHONE

pytestmark = pytest.mark.heavy
OFTEN = ("karlsruhe",)  # the other sheets by a soak

# Enters each game with each premium or circumstance, at every moment of an evening, and taps on "noch 3" until all have
# been in sight: what a state has that no tap brings, all texts of the sheet, and those that were reached in some state.
REACH_ALL = """() => {
  const place = document.getElementById("reminders");
  const moments = document.getElementById("moments");
  const reached = new Set();
  const unreached = [];
  const isSeen = (one) => one.getClientRects().length && one.getBoundingClientRect().bottom <= innerHeight;
  const inSight = () => [...place.querySelectorAll("p")].filter(isSeen);
  const look = (state) => {
    window.dispatchEvent(new Event("pageshow"));
    if (place.hidden) return;
    const button = place.querySelector("button");
    const here = new Set();
    const left = button.hidden ? 0 : Number(button.textContent.replace(/\\D+/g, ""));
    const most = inSight().length + left;
    for (let taps = 0; taps <= most; taps += 1) {
      for (const one of inSight()) here.add(one.firstChild.data);
      if (!button.hidden) button.click();
    }
    for (const text of here) reached.add(text);
    if (here.size !== most) unreached.push(`${state}: ${here.size} of ${most}`);
  };
  const lookWith = (state, name, given) => { // it reads what is entered, however that came to be
    const fields = [...form.querySelectorAll(`[name="${name}"]`)];
    const field = fields.find((one) => one.tagName === "SELECT" || one.value === given);
    if (!field || field.disabled) return;
    const before = field.tagName === "SELECT" ? null : form.querySelector(`[name="${name}"]:checked`);
    if (field.tagName === "SELECT") field.value = given; else field.checked = true;
    look(`${state} ${name}=${given}`);
    if (name.startsWith("prem-") && given === "announced") lookWith(state, "renonce", "2");
    if (field.tagName === "SELECT") field.value = ""; else field.checked = false;
    if (before) before.checked = true;
  };
  for (const moment of ["first", "radl", "last_round", "gstiess", "radl last_round", ""]) {
    moments.dataset.moments = moment;
    look(moment);
  }
  for (const id of Object.keys(rules.contracts)) {
    form.querySelectorAll("input:not([type=hidden]), select").forEach(forget);
    offerAll();
    tapField(radio("p0-contract", id));
    look(id);
    for (const given of ["talon", "alone"]) lookWith(id, "p0-partner", given);
    for (const given of ["won", "conceded"]) lookWith(id, "p0-result", given);
    for (const name of ["p0-kontra", "renonce"]) lookWith(id, name, "2");
    for (const other of rules.contracts[id].bei.slice(0, 1)) lookWith(id, "p1-contract", other);
    const lookWithPremiums = (state) => {
      for (const slot of form.querySelectorAll(".slot")) {
        for (const given of ["silent", "announced"]) lookWith(state, slot.dataset.slot, given);
      }
    };
    lookWithPremiums(id);
    tapField(radio("p0-kontra", "2")); // with it more may be announced
    lookWithPremiums(`${id} kontra`);
  }
  return [unreached, rules.reminders.map((one) => one.text), [...reached].map((text) => text.trim())];
}"""


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


def test_what_the_opponents_announce_is_told_from_what_the_declarer_announces(page_factory):
    page = page_factory(**DESKTOP, has_touch=True)
    thumb = Thumb(page)
    thumb.start("zwanzigerrufen")
    thumb.choose(p0_contract="normalspiel", p0_declarer="0", p0_partner="1", p0_result="won")
    thumb.choose(prem_pagat_declarer="announced")
    expect(page.locator("#reminders")).to_contain_text("nur als letzte Karte gespielt")
    thumb.choose(prem_absolut_declarer="announced")
    expect(page.locator("#reminders")).not_to_contain_text("Ein Absolut der Gegner")


def test_two_are_said_on_a_phone_one_and_a_tap_brings_the_next(page_factory, phone):
    desktop = page_factory(**DESKTOP, has_touch=True)
    for page, most in ((phone, 1), (desktop, 2)):
        thumb = Thumb(page)
        thumb.start("standard")
        thumb.choose(p0_contract="besserrufer", p0_declarer="1", p0_partner="talon")
        expect(page.locator("#reminders p:visible")).to_have_count(most)
        before = page.locator("#reminders p:visible").all_inner_texts()
        expect(page.locator("#reminders button")).to_have_text(f"noch {4 - most}")
        page.locator("#reminders button").tap()
        expect(page.locator("#reminders p:visible").first).not_to_have_text(before[0])


def test_what_costs_something_is_said_first(phone):
    Thumb(phone).start("zwanzigerrufen")
    phone.evaluate(build_call(ENTRY, "() => tapField(radio('p0-contract', 'normalspiel'))"))
    expect_reminders(phone, "Pflichtkontra")


@pytest.mark.parametrize(
    "sheet", [pytest.param(name, marks=[] if name in OFTEN else [pytest.mark.soak]) for name in BUILT_IN]
)
def test_each_of_a_sheet_can_be_reached_on_a_phone_with_whatever_is_entered(phone, faults, sheet):
    faults.expect("request|console")  # nobody waits for previews
    Thumb(phone).start(sheet)
    phone.context.route("**/preview/", lambda route: route.abort())
    phone.context.route("**/live/", lambda route: route.abort())
    unreached, all_texts, reached = phone.evaluate(build_call(ENTRY, REACH_ALL))
    assert unreached == []
    assert sorted(reached) == sorted(all_texts)


def test_on_a_small_phone_they_make_room_for_what_the_hand_pays_until_somebody_asks(page_factory):
    page = page_factory(**{**PHONE, "viewport": {"width": 360, "height": 640}})
    thumb = Thumb(page)
    thumb.start("standard")
    thumb.choose(p0_contract="rufer", p0_partner="2", prem_trull_declarer="silent")
    expect(page.locator("#preview .why")).to_be_visible()
    expect_reminders(page)
    page.locator("#reminders button").tap()
    expect_reminders(page, "Kaiserstich")
    thumb.choose(p0_result="lost")
    expect_reminders(page)
