"""Reminders: one calm line, at the moment it matters, without the network, and never in the way."""

import pytest
from playwright.sync_api import Page, expect

from scoring.engine.house_rules.library import BUILT_IN
from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.scripts import ENTRY, build_call
from tests.support.browser import DESKTOP

pytestmark = pytest.mark.heavy
OFTEN = ("karlsruhe",)  # the other sheets by a soak

# Enters each game with each premium or circumstance, at every moment of an evening, and taps on "klar" until all have
# been said: all texts of the sheet, and those that were reached in some state.
REACH_ALL = """() => {
  const place = document.getElementById("reminder");
  const moments = document.getElementById("moments");
  const reached = new Set();
  const look = (state) => {
    localStorage.clear(); // nothing is known yet, in another hand
    form.elements.key.value = state + Math.random();
    window.dispatchEvent(new Event("pageshow"));
    for (let taps = 0; taps < reached.size + 99 && !place.hidden; taps += 1) {
      reached.add(place.querySelector("strong").textContent);
      place.querySelector("[data-act=quiet]").click();
    }
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
    form.dispatchEvent(new CustomEvent("renewed", { detail: {} }));
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
  return [rules.reminders.map((one) => one.text), [...reached]];
}"""


def expect_reminder(page: Page, text: str = "") -> None:
    """Wait until exactly this is said, or nothing."""
    if text:
        expect(page.locator("#reminder:not([hidden]) strong")).to_contain_text(text)
    else:
        expect(page.locator("#reminder")).to_have_attribute("hidden", "")


def is_whole(page: Page) -> bool:
    """Return whether what is said stands there without a cut."""
    seen, whole = page.locator("#reminder p").evaluate("(one) => [one.clientHeight, one.scrollHeight]")
    return bool(0 < whole <= seen)


def test_what_is_said_follows_what_is_tapped(phone):
    thumb = Thumb(phone)
    thumb.start("treffpunkt")
    expect_reminder(phone)  # nothing before anybody has played
    thumb.choose(p0_contract="rufer")
    expect_reminder(phone, "Sich selber rufen darf nur, wer alle vier Könige")
    thumb.choose(p0_partner="talon")
    expect_reminder(phone, "zählt das als stiller Königfang")
    thumb.choose(p0_result="lost")
    expect_reminder(phone)
    thumb.choose(prem_mondfang_defence="silent")
    expect_reminder(phone, "Kaiserstich: fällt die Trull zusammen, in welcher Reihenfolge immer")
    thumb.save()
    expect_reminder(phone, "Nur höher überbieten")  # of bidding once
    phone.locator("#ribbon .is-shown .next").tap()
    expect(phone.locator("#reminder strong")).to_be_visible()
    assert is_whole(phone)
    assert phone.locator("#reminder strong").inner_text() == "Nur höher überbieten, kein Halten („bei mir“)"


def test_what_the_opponents_announce_is_told_from_what_the_declarer_announces(page_factory):
    page = page_factory(**DESKTOP, has_touch=True)
    thumb = Thumb(page)
    thumb.start("zwanzigerrufen")
    thumb.choose(p0_contract="normalspiel", p0_declarer="0", p0_partner="1", p0_result="won")
    thumb.choose(prem_pagat_declarer="announced")
    expect(page.locator("#reminder")).to_contain_text("nur als letzte Karte gespielt")
    thumb.choose(prem_absolut_declarer="announced")
    expect(page.locator("#reminder")).not_to_contain_text("Ein Absolut der Gegner")


def test_one_is_said_and_a_tap_brings_the_next(phone):
    thumb = Thumb(phone)
    thumb.start("standard")
    thumb.choose(p0_contract="besserrufer", p0_declarer="1")
    texts: list[str] = []
    while phone.locator("#reminder:not([hidden])").count():
        texts.append(phone.locator("#ribbon .is-shown strong").inner_text())
        assert is_whole(phone)
        phone.wait_for_function("() => !document.querySelector('#ribbon.is-fresh')")
        phone.locator("#reminder [data-act=quiet]").tap()
    assert len(texts) == len(set(texts)) > 1


def test_who_has_seen_a_rule_in_three_hands_finds_it_on_the_slip(phone):
    thumb = Thumb(phone)
    thumb.start("standard")
    line = phone.locator("#reminders p", has_text="Der Spieler spielt aus").locator("small")
    for left in ("noch 2 ×", "noch 1 ×", ""):
        thumb.choose(p0_contract="bettler")
        expect(phone.locator("#ribbon .is-shown")).to_contain_text("Der Spieler spielt aus")
        expect(line).to_contain_text(left or "Negativspiele")
        assert bool(left) == ("oben" in (line.text_content() or ""))
        thumb.choose(p0_declarer="1")
        thumb.save()
        phone.locator("#ribbon .is-shown .next").tap()
    thumb.choose(p0_contract="bettler")
    expect(phone.locator("#ribbon .is-shown")).to_be_visible()
    expect(phone.locator("#ribbon .is-shown")).not_to_contain_text("Der Spieler spielt aus")
    expect(phone.locator("#reminders")).to_contain_text("Der Spieler spielt aus")  # which is pulled up


def test_all_that_are_due_stand_in_a_sheet_over_the_lower_half_and_the_key_says_how_many(phone):
    thumb = Thumb(phone)
    thumb.start("standard")
    thumb.choose(p0_contract="besserrufer", p0_declarer="1", p0_partner="talon")
    key = phone.get_by_role("button", name="Merkzettel")
    expect(key).to_contain_text("4 Regeln")
    expect(phone.locator("#reminders")).to_be_hidden()
    thumb.touch(key)
    sheet = phone.get_by_role("dialog", name="Merkzettel")
    expect(sheet.locator("p")).to_have_count(4)
    expect(sheet.get_by_role("button", name="Schließen")).to_be_focused()
    assert sheet.bounding_box()["y"] > phone.viewport_size["height"] / 3
    phone.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(key).to_be_focused()


def test_what_costs_something_is_said_first(phone):
    Thumb(phone).start("zwanzigerrufen")
    phone.evaluate(build_call(ENTRY, "() => tapField(radio('p0-contract', 'normalspiel'))"))
    expect_reminder(phone, "Pflichtkontra")


@pytest.mark.parametrize(
    "sheet", [pytest.param(name, marks=[] if name in OFTEN else [pytest.mark.soak]) for name in BUILT_IN]
)
def test_each_of_a_sheet_can_be_reached_on_a_phone_with_whatever_is_entered(phone, faults, sheet):
    faults.expect("request|console")  # nobody waits for previews
    Thumb(phone).start(sheet)
    phone.context.route("**/preview/", lambda route: route.abort())
    phone.context.route("**/live/", lambda route: route.abort())
    all_texts, reached = phone.evaluate(build_call(ENTRY, REACH_ALL))
    assert sorted(reached) == sorted(all_texts)


def test_what_a_hand_pays_stands_before_a_rule(phone):
    thumb = Thumb(phone)
    thumb.start("standard")
    thumb.choose(p0_contract="rufer", p0_partner="2", prem_trull_declarer="silent")
    expect(phone.locator("#ribbon .is-shown")).to_contain_text("Anna bekommt 2")
    expect_reminder(phone, "Kaiserstich")
    assert not phone.locator("#reminder").is_visible()
