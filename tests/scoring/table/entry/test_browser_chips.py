"""The chips of premiums: a tap is one step, and a chip that cannot take it says why and enters nothing."""

import pytest
from playwright.sync_api import expect

from scoring.engine.house_rules.library import BUILT_IN
from tests.scoring.support.phone_driver import Thumb
from tests.scoring.support.scripts import ENTRY, build_call
from tests.scoring.support.surface import find_card

pytestmark = pytest.mark.heavy
OFTEN = ("zwanzigerrufen", "skoty")  # the other sheets by a soak

# Beside a premium of a side: what the first tap on each other chip has entered, where that is not the next state that
# the sheet knows; and the dead chips without a word.
SKIPPED_STATES = """() => {
  const strip = document.querySelector(".premium-strip");
  const whose = strip.querySelector(".whose");
  const chips = [...strip.querySelectorAll("[data-chip]")];
  const turn = (side) => {
    if ((whose.getAttribute("aria-pressed") === "true") !== (side === "defence")) whose.click();
  };
  const live = (side) => (turn(side), chips.filter((chip) => !chip.hidden && !chip.disabled && !chip.dataset.form));
  const dead = (side) => (turn(side), chips.filter((chip) => !chip.hidden && chip.disabled));
  const found = [];
  const wordless = [];
  const untap = (chip, side) => {
    turn(side);
    if (chip.matches(".is-dead")) whose.click();
    turn(side);
    for (let at = 0; at < 3 && chip.dataset.form; at += 1) chip.click();
  };
  const contract = rules.contracts[value("p0-contract")];
  for (const side of ["declarer", "defence"]) {
    for (const first of live(side).slice(0, 6)) {
      turn(side);
      first.click();
      for (const at of ["declarer", "defence"]) {
        const silent = dead(at).filter((chip) => !chip.querySelector("small").textContent);
        wordless.push(...silent.map((chip) => `${first.dataset.chip} ${chip.dataset.chip}`));
        for (const chip of live(at)) {
          const id = chip.dataset.chip;
          chip.click();
          const name = `prem-${id}-${at}`;
          const given = value(name);
          const next = contract.forms[`${id}-silent`] ? "silent" : "announced";
          const isRefused = given === "" && chip.matches(".is-dead") && chip.querySelector("small").textContent;
          if (given !== next && !isRefused) found.push(`${first.dataset.chip} ${side}: ${name} ${given}`);
          untap(chip, at);
        }
      }
      untap(first, side);
    }
  }
  return [found, wordless];
}"""
GAME = """Object.entries(rules.contracts).filter(([, game]) => game.kind === "positive" && game.by !== "others")
  .map(([id]) => id)[0]"""


def read_field(page, name):
    """Return what a field of the form says."""
    return page.evaluate(build_call(ENTRY, "(name) => value(name)"), name)


def test_a_premium_that_cannot_be_silent_says_why_and_a_tap_only_asks(phone):
    thumb = Thumb(phone)
    thumb.start("standard")
    thumb.choose(p0_contract="rufer", p0_partner="2", prem_trull_declarer="silent")
    phone.locator(".chip.whose").tap()
    chip = phone.locator('[data-chip="mondfang"]')
    expect(chip.locator("small")).to_have_text("wegen Trull")
    chip.tap()
    expect(chip.locator("small")).to_have_text("angesagt?")
    assert read_field(phone, "prem-mondfang-defence") == ""
    chip.tap()
    expect(chip.locator("small")).to_have_text("angesagt · verloren")
    chip.tap()
    expect(chip.locator("small")).to_have_text("wegen Trull")
    expect(phone.locator('[data-chip="trull"] small')).to_have_text("(Spieler)")
    phone.locator(".chip.whose").tap()
    thumb.choose(prem_trull_declarer="")
    phone.locator(".chip.whose").tap()
    chip.tap()
    expect(chip.locator("small")).to_have_text("still")


@pytest.mark.parametrize(
    "sheet", [pytest.param(name, marks=[] if name in OFTEN else [pytest.mark.soak]) for name in BUILT_IN]
)
def test_no_tap_skips_a_state_and_every_dead_chip_says_why(phone, faults, sheet):
    faults.expect("request|console")  # nobody waits for previews
    thumb = Thumb(phone)
    thumb.start(sheet)
    phone.context.route("**/preview/", lambda route: route.abort())
    phone.evaluate(build_call(ENTRY, f"() => tapField(radio('p0-contract', {GAME}))"))
    if phone.evaluate(build_call(ENTRY, "() => contractOf(0).by")) != "forehand":
        find_card(phone, "1").tap()
    if phone.evaluate(build_call(ENTRY, "() => Boolean(contractOf(0).partner)")):
        find_card(phone, "2").tap()
    assert phone.evaluate(build_call(ENTRY, SKIPPED_STATES)) == [[], []]
